import type { Records } from '../database.sql.ts'

/** The questions that are not suggested to a site: the texts of its prompts, and the identities of dismissed ones. */
export async function takenQuestions(records: Records, siteId: string): Promise<string[]> {
  const [prompts, dismissed] = await Promise.all([
    records.prompt.findMany({ where: { siteId }, select: { text: true } }),
    records.dismissedSuggestion.findMany({ where: { siteId }, select: { question: true } }),
  ])
  return [...prompts.map(({ text }) => text), ...dismissed.map(({ question }) => question)]
}

export async function storeDismissed(records: Records, siteId: string, question: string, now: Date): Promise<void> {
  const where = { siteId_question: { siteId, question } }
  await records.dismissedSuggestion.upsert({ where, create: { siteId, question, dismissedAt: now }, update: {} })
}
