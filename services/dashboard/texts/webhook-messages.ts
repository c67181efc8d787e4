import { plural } from './plural.ts'

/** The messages that Slack and Discord get. */
export const webhookMessages = {
  sampleData: '(sample data)',
  rankChanges: (site: string, count: number) => `${site}: ${plural(count, 'rank change')}`,
  moved: (keyword: string, where: string, before: string, now: string) => `${keyword} (${where}): ${before} → ${now}`,
  notFound: 'not found',
  auditFinished: (site: string) => `${site}: audit finished`,
  auditIncomplete: (site: string) => `${site}: audit finished, but not all pages could be read`,
  auditFigures: (pages: number, errors: number, warnings: number) =>
    `${plural(pages, 'page')}, ${plural(errors, 'error')}, ${plural(warnings, 'warning')}`,
  score: (score: number) => `Score ${score} of 100`,
  linksChanged: (site: string, won: number, lost: number) => `${site}: ${plural(won, 'new link')}, ${lost} lost`,
  wonLink: (from: string) => `New: ${from}`,
  lostLink: (from: string) => `Lost: ${from}`,
  alerts: (site: string, count: number) => `${site}: ${plural(count, 'alert')}`,
  andMore: (count: number) => `and ${count} more`,
  test: (site: string) => `${site}: this is a test. Messages of the events that you chose come here.`,
}
