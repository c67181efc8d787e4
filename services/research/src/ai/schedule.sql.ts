import type { Database, Transaction } from '@rts/shared/service/transaction'
import { bigint, boolean, int, type RowOf, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

/** `plan` is null until the account's event arrives. */
const duePrompt = {
  text,
  siteId: text,
  accountId: text,
  plan: text.orNull,
  place: int,
  isPaused: boolean,
}
export type DuePrompt = RowOf<typeof duePrompt>
const promptOfSite = { id: text, siteId: text, accountId: text }

const promptThatIsDue = query(
  duePrompt,
  `SELECT p.text, p.site_id AS "siteId", k.account_id AS "accountId", a.plan, p.paused_at IS NOT NULL AS "isPaused",
     (SELECT count(*)::int FROM ai.prompt o JOIN known.site s ON s.id = o.site_id AND s.deleted_at IS NULL AND NOT s.frozen
      WHERE s.account_id = k.account_id AND o.seq <= p.seq) AS place
   FROM ai.prompt p JOIN known.site k ON k.id = p.site_id AND k.deleted_at IS NULL
   LEFT JOIN known.account a ON a.id = k.account_id WHERE p.id = $1`,
)
const partOfPrompts = query(
  { last: bigint.orNull },
  'SELECT max(seq) AS last FROM (SELECT seq FROM ai.prompt WHERE seq > $1 ORDER BY seq LIMIT $2) part',
)
// `OFFSET 0` forces a site lookup per prompt; the planner might scan all.
const promptsWithout = query(
  promptOfSite,
  `SELECT p.id, p.site_id AS "siteId", k.account_id AS "accountId"
   FROM ai.prompt p
   CROSS JOIN LATERAL (SELECT * FROM known.site WHERE id = p.site_id AND deleted_at IS NULL OFFSET 0) k
   WHERE p.seq > $2 AND p.seq <= $3 AND p.paused_at IS NULL AND NOT EXISTS (
     SELECT FROM collects.subject s JOIN collects.reading d ON d.subject_id = s.id AND d.scheduled
     WHERE s.kind = 'ai' AND s.key = p.id || ':' || $1)`,
)
const endSchedule = statement(
  `DELETE FROM collects.reading d USING collects.subject s
   WHERE d.subject_id = s.id AND s.kind = 'ai' AND split_part(s.key, ':', 1) = $1`,
)

/** Undefined: the prompt or its site was deleted. */
export function findDuePrompt(db: Database, id: string): Promise<DuePrompt | undefined> {
  return promptThatIsDue.first(db, [id])
}

export type Part = { after: string; last: string }

/** Undefined: none left. */
export async function nextPart(db: Database, after: string, max: number): Promise<Part | undefined> {
  const { last } = await partOfPrompts.require(db, [after, max])
  return last === null ? undefined : { after, last }
}

/** Prompts of a part that lack a schedule on an engine: they predate it. */
export function unscheduledPrompts(db: Database, engine: string, { after, last }: Part) {
  return promptsWithout.rows(db, [engine, after, last])
}

/** Ends it on every engine, configured or not. */
export async function unschedule(tx: Transaction, id: string): Promise<void> {
  await endSchedule.run(tx, [id])
}
