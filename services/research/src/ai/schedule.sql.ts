import type { Database, Transaction } from '@rts/shared/service/transaction'

/** A prompt as a run needs it. */
export type DuePrompt = {
  text: string
  siteId: string
  accountId: string
  plan: string | null
  place: number
  isPaused: boolean
}
type PromptOfSite = { id: string; siteId: string; accountId: string }

/** The prompt of a run; undefined when it, or its site, was deleted. */
export async function findDuePrompt(db: Database, id: string): Promise<DuePrompt | undefined> {
  const found = await db.query<DuePrompt>(
    `SELECT p.text, p.site_id AS "siteId", k.account_id AS "accountId", a.plan, p.paused_at IS NOT NULL AS "isPaused",
       (SELECT count(*)::int FROM ai.prompt o JOIN known.site s ON s.id = o.site_id AND s.deleted_at IS NULL
        WHERE s.account_id = k.account_id AND o.seq <= p.seq) AS place
     FROM ai.prompt p JOIN known.site k ON k.id = p.site_id AND k.deleted_at IS NULL
     LEFT JOIN known.account a ON a.id = k.account_id WHERE p.id = $1`,
    [id],
  )
  return found.rows[0]
}

/** Prompts that should run on an engine and are not scheduled there: they are older than its configuration. */
export async function unscheduledPrompts(db: Database, engine: string): Promise<PromptOfSite[]> {
  const found = await db.query<PromptOfSite>(
    `SELECT p.id, p.site_id AS "siteId", k.account_id AS "accountId"
     FROM ai.prompt p JOIN known.site k ON k.id = p.site_id AND k.deleted_at IS NULL
     WHERE p.paused_at IS NULL AND NOT EXISTS (
       SELECT 1 FROM collects.subject s JOIN collects.reading d ON d.subject_id = s.id AND d.scheduled
       WHERE s.kind = 'ai' AND s.key = p.id || ':' || $1)`,
    [engine],
  )
  return found.rows
}

/** Ends the schedule of a prompt on every engine, configured or not. */
export async function unschedule(tx: Transaction, id: string): Promise<void> {
  await tx.query(
    `DELETE FROM collects.reading d USING collects.subject s
     WHERE d.subject_id = s.id AND s.kind = 'ai' AND split_part(s.key, ':', 1) = ANY($1)`,
    [[id]],
  )
}
