import type { WebhookData, WebhookType } from '@rts/shared/contract/webhooks'

type Words = {
  sampleData: string
  notFound: string
  rankChanges(site: string, count: number): string
  moved(keyword: string, where: string, before: string, now: string): string
  auditFinished(site: string): string
  auditIncomplete(site: string): string
  auditFigures(pages: number, errors: number, warnings: number): string
  score(score: number): string
  linksChanged(site: string, won: number, lost: number): string
  wonLink(from: string): string
  lostLink(from: string): string
  alerts(site: string, count: number): string
  andMore(count: number): string
}
type Lines = { title: string; lines: string[]; count: number }
export type Told = { [T in WebhookType]: { type: T; sandbox?: true | undefined; data: WebhookData<T> } }[WebhookType]

const shownLines = 10

/** An event in lines for people: the first ten of what it is about. */
export function linesOf(event: Told, words: Words): string[] {
  const { title, lines, count } = toldIn(event, words)
  const shown = lines.slice(0, shownLines)
  const isMore = lines.length > 0 && count > shown.length
  const head = event.sandbox ? `${title} ${words.sampleData}` : title
  return [head, ...shown.map((line) => `• ${line}`), ...(isMore ? [words.andMore(count - shown.length)] : [])]
}

function toldIn(event: Told, words: Words): Lines {
  switch (event.type) {
    case 'rank.changed':
      return rankLines(event.data, words)
    case 'audit.finished':
      return auditLines(event.data, words)
    case 'links.changed':
      return linkLines(event.data, words)
    case 'alert.raised':
      return alertLines(event.data, words)
    default: {
      const missing: never = event
      return missing
    }
  }
}

function rankLines({ project, count, changes }: WebhookData<'rank.changed'>, words: Words): Lines {
  const place = (position: number) => (position === 0 ? words.notFound : String(position))
  const lines = changes.map(({ keyword, country, device, before, position }) =>
    words.moved(keyword, `${country}, ${device}`, place(before.position), place(position)),
  )
  return { title: words.rankChanges(project.name, count), lines, count }
}

function auditLines(data: WebhookData<'audit.finished'>, words: Words): Lines {
  const { project, status, score, pages, errors, warnings } = data
  const title = status === 'ready' ? words.auditFinished(project.name) : words.auditIncomplete(project.name)
  const figures = words.auditFigures(pages, errors, warnings)
  return { title, lines: [...(score === null ? [] : [words.score(score)]), figures], count: 0 }
}

function linkLines({ project, won, lost, links }: WebhookData<'links.changed'>, words: Words): Lines {
  const lines = links.map(({ change, urlFrom, domainFrom }) =>
    change === 'won' ? words.wonLink(urlFrom ?? domainFrom) : words.lostLink(urlFrom ?? domainFrom),
  )
  return { title: words.linksChanged(project.name, won, lost), lines, count: won + lost }
}

function alertLines({ project, count, alerts }: WebhookData<'alert.raised'>, words: Words): Lines {
  return { title: words.alerts(project.name, count), lines: alerts.map(({ title }) => title), count }
}

/** After an @ it keeps a name from being one that is notified, and is not seen. */
const wordJoiner = '\u2060'

/** A text as Slack shows it, without links, formats and notifications: https://docs.slack.dev/messaging/formatting-message-text. */
export function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('@', `@${wordJoiner}`)
}

/** A text as Discord shows it, without links, formats and mentions. */
export function discordText(text: string): string {
  return text.replaceAll(/[\\*_~`|<>[\]()#]/g, (mark) => `\\${mark}`).replaceAll('@', `@${wordJoiner}`)
}

/** At most so many code units, cut between lines. */
export function cutLines(lines: readonly string[], max: number): string {
  let text = ''
  for (const line of lines) {
    const longer = text === '' ? line : `${text}\n${line}`
    if (longer.length > max) break
    text = longer
  }
  return text || (lines[0] ?? '').slice(0, max)
}

/** The body of a test. It is no event: nothing happened. */
export type TestBody = {
  type: 'webhook.test'
  timestamp: string
  data: { project: { id: string; name: string; domain: string } }
}

export function testBody(project: TestBody['data']['project'], at: Date): TestBody {
  return { type: 'webhook.test', timestamp: at.toISOString(), data: { project } }
}

export function isTest(event: { type: string }): event is TestBody {
  return event.type === 'webhook.test'
}
