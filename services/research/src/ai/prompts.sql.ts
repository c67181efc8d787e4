import type { PromptRow } from '@rts/shared/contract/rows/prompt'
import { AppError } from '@rts/shared/errors'
import type { EndSome } from '@rts/shared/facts/endings'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import { columns } from '@rts/shared/service/columns'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { bigint, boolean, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'

export type PromptSource = PromptRow['source']
const prompt = {
  id: text,
  seq: bigint,
  text,
  source: text.of<PromptSource>(),
  pausedAt: time.orNull,
  createdAt: time,
  /** Over the plan, as a prompt or with its site: readable, not run. */
  frozen: boolean,
}
export type Prompt = RowOf<typeof prompt>
type Site = Pick<KnownSite, 'id' | 'accountId'>

const promptsOfSites = 'ai.prompt p JOIN known.site k ON k.id = p.site_id AND k.deleted_at IS NULL'
/** Prompts of site `$1`, ranked by age among account `$2`; the first `$3` run. Frozen sites have no rank. */
const selectPrompts = `SELECT ${selectList(prompt, 'p', { frozen: 'p.rests OR p.place > $3' })} FROM (
    SELECT p.*, k.frozen AS rests, row_number() OVER (PARTITION BY k.frozen ORDER BY p.seq)::int AS place FROM ${promptsOfSites} WHERE k.account_id = $2
  ) p WHERE p.site_id = $1`
const promptsById = query(prompt, `${selectPrompts} AND p.id = ANY($4) ORDER BY p.seq`)
const promptsAfter = query(prompt, `${selectPrompts} AND p.seq > $4 ORDER BY p.seq LIMIT $5`)
const countBySite = query({ count: int }, `SELECT count(*)::int AS count FROM ${promptsOfSites} WHERE p.site_id = $1`)
const countByAccount = query(
  { count: int },
  `SELECT count(*)::int AS count FROM ${promptsOfSites} WHERE k.account_id = $1 AND NOT k.frozen`,
)
const lockAccount = statement(`SELECT FROM pg_advisory_xact_lock(hashtextextended('prompts:' || $1, 0))`)
const idsByText = query({ id: text, text }, 'SELECT id, text FROM ai.prompt WHERE site_id = $1 AND text = ANY($2)')
const insertAll = statement(
  `INSERT INTO ai.prompt (id, site_id, text, source, created_at)
   SELECT id, $1, text, $2, $3 FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS p (id, text, at) ORDER BY at`,
)
const updatePause = statement(
  `UPDATE ai.prompt SET paused_at = CASE WHEN $3::timestamptz IS NULL THEN NULL ELSE coalesce(paused_at, $3) END
   WHERE site_id = $1 AND id = $2`,
)
const deleteById = statement('DELETE FROM ai.prompt WHERE site_id = $1 AND id = $2')
const pauseAll = statement(
  'UPDATE ai.prompt SET paused_at = clock_timestamp() WHERE site_id = $1 AND paused_at IS NULL',
)
const lockBySite = query({ id: text }, 'SELECT id FROM ai.prompt WHERE site_id = $1 ORDER BY seq FOR UPDATE')
const renumber = statement('UPDATE ai.prompt SET seq = DEFAULT WHERE id = $1')
const deleteAnswers = statement(
  'DELETE FROM ai.run WHERE id IN (SELECT r.id FROM ai.prompt p JOIN ai.run r ON r.prompt_id = p.id WHERE p.site_id = $1 LIMIT $2)',
)
const deleteSome = statement('DELETE FROM ai.prompt WHERE id IN (SELECT id FROM ai.prompt WHERE site_id = $1 LIMIT $2)')
const deleteDismissed = statement(
  `DELETE FROM ai.dismissed_suggestion WHERE site_id = $1 AND question IN (
     SELECT question FROM ai.dismissed_suggestion WHERE site_id = $1 LIMIT $2)`,
)

export function findPrompts(
  db: Database | Transaction,
  { id, accountId }: Site,
  promptIds: readonly string[],
  limit: number,
): Promise<Prompt[]> {
  return promptsById.rows(db, [id, accountId, limit, promptIds])
}

export async function requirePrompt(db: Database, site: Site, id: string, limit: number): Promise<Prompt> {
  const [prompt] = await findPrompts(db, site, [id], limit)
  if (!prompt) throw noSuchPrompt()
  return prompt
}

/** Oldest first, after a place. */
export function listPrompts(db: Database, { id, accountId }: Site, after: bigint, take: number, limit: number) {
  return promptsAfter.rows(db, [id, accountId, limit, after, take])
}

export async function placeOf(records: Records, siteId: string, id: string): Promise<bigint | undefined> {
  return (await records.prompt.findFirst({ where: { siteId, id }, select: { seq: true } }))?.seq
}

export async function countOfSite(db: Database, siteId: string): Promise<number> {
  return (await countBySite.first(db, [siteId]))?.count ?? 0
}

/** Prompts of sites that are not frozen count. */
export async function countOfAccount(tx: Transaction, accountId: string): Promise<number> {
  return (await countByAccount.first(tx, [accountId]))?.count ?? 0
}

/** Serializes additions of one account. */
export async function lockPrompts(tx: Transaction, accountId: string): Promise<void> {
  await lockAccount.run(tx, [accountId])
}

export async function idsOf(
  db: Database | Transaction,
  siteId: string,
  texts: readonly string[],
): Promise<Map<string, string>> {
  const found = await idsByText.rows(db, [siteId, texts])
  return new Map(found.map(({ id, text }) => [text, id]))
}

export async function insertPrompts(
  tx: Transaction,
  siteId: string,
  prompts: readonly { id: string; text: string }[],
  source: PromptSource,
  now: Date,
): Promise<void> {
  await insertAll.run(tx, [siteId, source, now, ...columns(prompts, 'id', 'text')])
}

/** Idempotent: the first pause time stays. Throws `not_found`. */
export async function storePause(tx: Transaction, siteId: string, id: string, pausedAt: Date | null): Promise<void> {
  if ((await updatePause.run(tx, [siteId, id, pausedAt])) !== 1) throw noSuchPrompt()
}

export async function deletePrompt(tx: Transaction, siteId: string, id: string): Promise<void> {
  if ((await deleteById.run(tx, [siteId, id])) !== 1) throw noSuchPrompt()
}

export async function pausePromptsOf(tx: Transaction, siteId: string): Promise<void> {
  await pauseAll.run(tx, [siteId])
}

/** Prompts of a restored or thawed site become the account's newest, in order: over the plan, they do not run. */
export async function putPromptsLast(tx: Transaction, siteId: string): Promise<void> {
  for (const { id } of await lockBySite.rows(tx, [siteId])) await renumber.run(tx, [id])
}

/** Answers first: they are many. */
export const promptEndings: readonly EndSome[] = [deleteAnswers, deleteSome, deleteDismissed].map(
  (deletion) => (tx, siteId, max) => deletion.run(tx, [siteId, max]),
)

function noSuchPrompt(): AppError {
  return new AppError('not_found', 'No such prompt')
}

/** Prompt texts and dismissed identities: not suggested again. */
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
