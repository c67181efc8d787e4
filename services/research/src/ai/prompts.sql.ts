import type { PromptRow } from '@rts/shared/contract/rows/prompt'
import { AppError } from '@rts/shared/errors'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import { columns } from '@rts/shared/service/columns'
import type { Database, Transaction } from '@rts/shared/service/transaction'

export type PromptSource = PromptRow['source']
export type Prompt = {
  id: string
  seq: string
  text: string
  source: PromptSource
  pausedAt: Date | null
  createdAt: Date
  /** Beyond what the plan allows: readable, not run. */
  frozen: boolean
}
type Site = Pick<KnownSite, 'id' | 'accountId'>

/** Its place among the prompts of its account, oldest first: the plan's number of them run. */
const placed = `SELECT p.*, row_number() OVER (PARTITION BY k.account_id ORDER BY p.seq)::int AS place, k.account_id
  FROM ai.prompt p JOIN known.site k ON k.id = p.site_id AND k.deleted_at IS NULL`
const shown = `id, seq, text, source, paused_at AS "pausedAt", created_at AS "createdAt"`

export async function findPrompts(
  db: Database | Transaction,
  { id, accountId }: Site,
  promptIds: readonly string[],
  limit: number,
): Promise<Prompt[]> {
  const found = await db.query<Prompt>(
    `SELECT ${shown}, place > $3 AS frozen FROM (${placed} WHERE k.account_id = $4) all_of
     WHERE site_id = $1 AND id = ANY($2) ORDER BY seq`,
    [id, promptIds, limit, accountId],
  )
  return found.rows
}

/** Throws `not_found`. */
export async function requirePrompt(db: Database, site: Site, id: string, limit: number): Promise<Prompt> {
  const [prompt] = await findPrompts(db, site, [id], limit)
  if (!prompt) throw noSuchPrompt()
  return prompt
}

/** Up to `take` prompts behind a place, oldest first. */
export async function listPrompts(
  db: Database,
  { id, accountId }: Site,
  after: string,
  take: number,
  limit: number,
): Promise<Prompt[]> {
  const found = await db.query<Prompt>(
    `SELECT ${shown}, place > $4 AS frozen FROM (${placed} WHERE k.account_id = $5) all_of
     WHERE site_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,
    [id, after, take, limit, accountId],
  )
  return found.rows
}

/** The place of a prompt in its site's list. */
export async function placeOf(db: Database, siteId: string, id: string): Promise<string | undefined> {
  const found = await db.query<{ seq: string }>('SELECT seq FROM ai.prompt WHERE site_id = $1 AND id = $2', [
    siteId,
    id,
  ])
  return found.rows[0]?.seq
}

export function countOfSite(db: Database, siteId: string): Promise<number> {
  return countOf(db, 'p.site_id = $1', siteId)
}

export function countOfAccount(tx: Transaction, accountId: string): Promise<number> {
  return countOf(tx, 'k.account_id = $1', accountId)
}

async function countOf(db: Database | Transaction, where: string, id: string): Promise<number> {
  const found = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ai.prompt p JOIN known.site k ON k.id = p.site_id AND k.deleted_at IS NULL WHERE ${where}`,
    [id],
  )
  return found.rows[0]?.count ?? 0
}

/** Parallel additions of one account come one after the other. */
export async function lockPrompts(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('prompts:' || $1, 0))`, [accountId])
}

/** The ids of a site's prompts by their texts. */
export async function idsOf(tx: Transaction, siteId: string, texts: readonly string[]): Promise<Map<string, string>> {
  const found = await tx.query<{ id: string; text: string }>(
    'SELECT id, text FROM ai.prompt WHERE site_id = $1 AND text = ANY($2)',
    [siteId, texts],
  )
  return new Map(found.rows.map(({ id, text }) => [text, id]))
}

export async function insertPrompts(
  tx: Transaction,
  siteId: string,
  prompts: readonly { id: string; text: string }[],
  source: PromptSource,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO ai.prompt (id, site_id, text, source, created_at)
     SELECT id, $1, text, $2, $3 FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS p (id, text, at) ORDER BY at`,
    [siteId, source, now, ...columns(prompts, 'id', 'text')],
  )
}

/** Pauses a prompt or lets it run again; pausing twice keeps the first moment. Throws `not_found`. */
export async function storePause(tx: Transaction, siteId: string, id: string, pausedAt: Date | null): Promise<void> {
  const updated = await tx.query(
    `UPDATE ai.prompt SET paused_at = CASE WHEN $3::timestamptz IS NULL THEN NULL ELSE coalesce(paused_at, $3) END
     WHERE site_id = $1 AND id = $2`,
    [siteId, id, pausedAt],
  )
  if (updated.rowCount !== 1) throw noSuchPrompt()
}

/** Throws `not_found`. */
export async function deletePrompt(tx: Transaction, siteId: string, id: string): Promise<void> {
  const deleted = await tx.query('DELETE FROM ai.prompt WHERE site_id = $1 AND id = $2', [siteId, id])
  if (deleted.rowCount !== 1) throw noSuchPrompt()
}

/** Deletes the prompts of a deleted site with their answers, and its dismissed suggestions. */
export async function deletePromptsOf(tx: Transaction, siteId: string): Promise<void> {
  await tx.query('DELETE FROM ai.prompt WHERE site_id = $1', [siteId])
  await tx.query('DELETE FROM ai.dismissed_suggestion WHERE site_id = $1', [siteId])
}

function noSuchPrompt(): AppError {
  return new AppError('not_found', 'No such prompt')
}
