import { randomUUID } from 'node:crypto'
import { columns } from '@rts/shared/service/columns'
import type { Pool, PoolClient } from 'pg'
import { upsertTargets } from '../rank-checks/tracking.ts'
import type { Keyword, LastCheck } from './keyword-store.ts'
import { phraseKey, type TrackedPhrase } from './rules/tracked-phrase.ts'

/** The public fields of a keyword. */
export type ShownKeyword = Pick<Keyword, 'id' | 'phrase' | 'country' | 'language' | 'frozen' | 'createdAt'> & LastCheck
type Identified = Pick<Keyword, 'id'> & TrackedPhrase
type Place = { siteId: string; frozen: boolean; now: Date }

/** The number of live keywords on an account's live sites. */
export async function countKeywords(client: Pool | PoolClient, accountId: string): Promise<number> {
  const found = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM keyword k JOIN site s ON s.id = k.site_id
     WHERE s.account_id = $1 AND s.deleted_at IS NULL AND k.deleted_at IS NULL`,
    [accountId],
  )
  return found.rows[0]?.n ?? 0
}

export async function countKeywordsOf(client: PoolClient, siteId: string): Promise<number> {
  const found = await client.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM keyword WHERE site_id = $1 AND deleted_at IS NULL',
    [siteId],
  )
  return found.rows[0]?.n ?? 0
}

/** The ids of the site's live keywords with these phrases, by `phraseKey`. */
export async function knownAs(
  client: PoolClient,
  siteId: string,
  phrases: readonly TrackedPhrase[],
): Promise<Map<string, string>> {
  const found = await client.query<Identified>(
    `SELECT k.id, k.identity, k.country, k.language
     FROM keyword k JOIN unnest($2::text[], $3::text[], $4::text[]) AS p (identity, country, language) USING (identity, country, language)
     WHERE k.site_id = $1 AND k.deleted_at IS NULL`,
    [siteId, ...columns(phrases, 'identity', 'country', 'language')],
  )
  return new Map(found.rows.map((row) => [phraseKey(row), row.id]))
}

/** The phrase, country and language of a live keyword; the account's lock keeps them unchanged. */
export async function trackedPhrase(
  client: PoolClient,
  siteId: string,
  id: string,
): Promise<TrackedPhrase | undefined> {
  const found = await client.query<TrackedPhrase>(
    'SELECT phrase, identity, country, language FROM keyword WHERE id = $1 AND site_id = $2 AND deleted_at IS NULL',
    [id, siteId],
  )
  return found.rows[0]
}

/** Inserts keywords in the order of the phrases; answers their ids. Nothing is due yet: see `track`. */
export async function insertKeywords(
  client: PoolClient,
  { siteId, frozen, now }: Place,
  phrases: readonly TrackedPhrase[],
): Promise<string[]> {
  const targetOf = await upsertTargets(client, phrases)
  const rows = phrases.map((phrase) => ({ ...phrase, id: randomUUID(), targetId: targetOf(phrase) }))
  await client.query(
    `INSERT INTO keyword (id, site_id, phrase, identity, country, language, target_id, frozen, tracked_since, created_at)
     SELECT id, $1, phrase, identity, country, language, target_id, $2, $3, $3
     FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
       WITH ORDINALITY AS w (id, phrase, identity, country, language, target_id, place) ORDER BY place`,
    [siteId, frozen, now, ...columns(rows, 'id', 'phrase', 'identity', 'country', 'language', 'targetId')],
  )
  return rows.map(({ id }) => id)
}

/** Changes the spelling of a keyword, which keeps its history. */
export async function respell(client: PoolClient, id: string, phrase: string): Promise<void> {
  await client.query('UPDATE keyword SET phrase = $2 WHERE id = $1', [id, phrase])
}

/** Changes the phrase, country or language of a keyword, which starts a new history. */
export async function beginHistory(client: PoolClient, id: string, phrase: TrackedPhrase, now: Date): Promise<void> {
  const targetOf = await upsertTargets(client, [phrase])
  await client.query(
    `UPDATE keyword SET phrase = $2, identity = $3, country = $4, language = $5, target_id = $6, epoch = epoch + 1, tracked_since = $7,
       due_at = NULL, last_check_status = NULL, last_check_at = NULL, last_check_error = NULL
     WHERE id = $1`,
    [id, phrase.phrase, phrase.identity, phrase.country, phrase.language, targetOf(phrase), now],
  )
  await client.query('DELETE FROM keyword_state WHERE keyword_id = $1', [id])
}

/** Keywords with the changes of this transaction, oldest first. */
export async function shownKeywords(client: PoolClient, ids: readonly string[]): Promise<ShownKeyword[]> {
  const found = await client.query<ShownKeyword>(
    `SELECT id, phrase, country, language, last_check_status AS "lastCheckStatus", last_check_at AS "lastCheckAt",
       last_check_error AS "lastCheckError", frozen, created_at AS "createdAt"
     FROM keyword WHERE id = ANY($1) ORDER BY seq`,
    [ids],
  )
  return found.rows
}
