import type { Database } from '@rts/shared/service/transaction'

/** The questions that are not suggested to a site: the texts of its prompts, and the identities of what was dismissed. */
export async function takenQuestions(db: Database, siteId: string): Promise<string[]> {
  const [prompts, dismissed] = await Promise.all([
    db.query<{ text: string }>('SELECT text FROM ai.prompt WHERE site_id = $1', [siteId]),
    db.query<{ question: string }>('SELECT question FROM ai.dismissed_suggestion WHERE site_id = $1', [siteId]),
  ])
  return [...prompts.rows.map(({ text }) => text), ...dismissed.rows.map(({ question }) => question)]
}

export async function insertDismissed(db: Database, siteId: string, identity: string, now: Date): Promise<void> {
  await db.query(
    'INSERT INTO ai.dismissed_suggestion (site_id, question, dismissed_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [siteId, identity, now],
  )
}
