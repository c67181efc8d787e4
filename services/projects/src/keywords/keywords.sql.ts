import { randomUUID } from 'node:crypto'
import type { Device } from '@rts/shared/contract/locale'
import { AppError } from '@rts/shared/errors'
import { columns } from '@rts/shared/service/columns'
import type { Transaction } from '@rts/shared/service/transaction'
import { boolean, type Columns, int, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'
import type { Keyword as KeywordRecord } from '../generated/client.ts'
import type { Since, Slice, SliceRequest } from '../lists/lists.ts'
import { phraseKey, type TrackedPhrase } from './rules/tracked-phrase.ts'

type Keyword = KeywordRecord
/** The state of a keyword's latest check: `queued`, `ok` or `failed`; nulls before the first. */
export type LastCheck = Pick<Keyword, 'lastCheckStatus' | 'lastCheckAt' | 'lastCheckError'>
export type ShownKeyword = Pick<
  Keyword,
  'id' | 'phrase' | 'country' | 'language' | 'device' | 'location' | 'frozen' | 'createdAt'
> &
  LastCheck
type TargetedPhrase = TrackedPhrase & { targetId: string }
export type KnownPhrase = TrackedPhrase & { id: string }
const targeted = ['phrase', 'identity', 'country', 'language', 'device', 'location', 'targetId'] as const

const identity: Columns<Omit<TrackedPhrase, 'phrase'>> = {
  identity: text,
  country: text,
  language: text,
  device: text.of<Device>(),
  location: text.orNull,
}
const known = { id: text, ...identity }
const tracked = { id: text, phrase: text, ...identity }
const shown: Columns<ShownKeyword> = {
  id: text,
  phrase: text,
  country: text,
  language: text,
  device: text,
  location: text.orNull,
  lastCheckStatus: text.orNull,
  lastCheckAt: time.orNull,
  lastCheckError: text.orNull,
  frozen: boolean,
  createdAt: time,
}

const knownOfSite = query(
  known,
  `SELECT ${selectList(known, 'k')}
   FROM keyword k JOIN unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) AS p (identity, country, language, device, location)
     USING (identity, country, language, device)
   WHERE k.site_id = $1 AND k.location IS NOT DISTINCT FROM p.location AND k.deleted_at IS NULL`,
)
const phrasesOfKeywords = query(
  tracked,
  `SELECT ${selectList(tracked, 'k')} FROM keyword k WHERE id = ANY($1) AND site_id = $2 AND deleted_at IS NULL ORDER BY seq`,
)
const insert = statement(
  `INSERT INTO keyword (id, site_id, phrase, identity, country, language, device, location, target_id, tracked_since, created_at)
   SELECT id, $1, phrase, identity, country, language, device, location, target_id, $2, $2
   FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
     WITH ORDINALITY AS w (id, phrase, identity, country, language, device, location, target_id, place) ORDER BY place`,
)
const deleteStates = statement('DELETE FROM keyword_state WHERE keyword_id = ANY($1)')
const changeSpelling = statement('UPDATE keyword SET phrase = $2 WHERE id = $1')
const changePhrases = statement(
  `UPDATE keyword k SET phrase = w.phrase, identity = w.identity, country = w.country, language = w.language, device = w.device,
     location = w.location, target_id = w.target_id, epoch = epoch + 1, tracked_since = $1, due_at = NULL,
     last_check_status = NULL, last_check_at = NULL, last_check_error = NULL
   FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
     AS w (id, phrase, identity, country, language, device, location, target_id) WHERE k.id = w.id`,
)
const shownByIds = query(shown, `SELECT ${selectList(shown, 'k')} FROM keyword k WHERE id = ANY($1) ORDER BY seq`)

export async function listKeywords(
  records: Records,
  siteId: string,
  { after, take }: SliceRequest,
  since: Since = null,
): Promise<Slice<Keyword>> {
  const where = { ...live(siteId, since), seq: { gt: after ?? 0 } }
  const rows = await records.keyword.findMany({ where, orderBy: { seq: 'asc' }, take: take + 1 })
  return { rows: rows.slice(0, take), isLast: rows.length <= take }
}

export function countKeywords(records: Records, siteId: string, since: Since = null): Promise<number> {
  return records.keyword.count({ where: live(siteId, since) })
}

function live(siteId: string, since: Since) {
  return { siteId, deletedAt: null, ...(since && { updatedAt: { gte: since } }) }
}

/** The order of a keyword in the site's lists, which it keeps when it is deleted; null for another site's. */
export async function findKeywordPlace(records: Records, siteId: string, id: string): Promise<bigint | null> {
  return (await records.keyword.findFirst({ where: { id, siteId }, select: { seq: true } }))?.seq ?? null
}

export async function requireKeyword(records: Records, siteId: string, id: string): Promise<Keyword> {
  const keyword = await records.keyword.findFirst({ where: { id, siteId, deletedAt: null } })
  if (!keyword) throw noSuchKeyword()
  return keyword
}

export function noSuchKeyword(): AppError {
  return new AppError('not_found', 'No such keyword')
}

/** The ids of the site's live keywords with these phrases, by `phraseKey`. */
export async function findKnown(tx: Transaction, siteId: string, phrases: readonly TrackedPhrase[]) {
  const rows = await knownOfSite.rows(tx, [
    siteId,
    ...columns(phrases, 'identity', 'country', 'language', 'device', 'location'),
  ])
  return new Map(rows.map((row) => [phraseKey(row), row.id]))
}

export function findPhrases(tx: Transaction, siteId: string, ids: readonly string[]): Promise<KnownPhrase[]> {
  return phrasesOfKeywords.rows(tx, [ids, siteId])
}

/** Inserts keywords in the order of the phrases; answers their ids. */
export async function insertKeywords(
  tx: Transaction,
  { siteId, now }: { siteId: string; now: Date },
  phrases: readonly TargetedPhrase[],
): Promise<string[]> {
  const rows = phrases.map((phrase) => ({ ...phrase, id: randomUUID() }))
  await insert.run(tx, [siteId, now, ...columns(rows, 'id', ...targeted)])
  return rows.map(({ id }) => id)
}

export async function respell(tx: Transaction, id: string, phrase: string): Promise<void> {
  await changeSpelling.run(tx, [id, phrase])
}

/** Changes phrases of keywords or where they are searched, which starts a new history of each. */
export async function beginHistories(
  tx: Transaction,
  phrases: readonly (KnownPhrase & TargetedPhrase)[],
  now: Date,
): Promise<void> {
  await changePhrases.run(tx, [now, ...columns(phrases, 'id', ...targeted)])
  await deleteStates.run(tx, [phrases.map(({ id }) => id)])
}

export function readShown(tx: Transaction, ids: readonly string[]): Promise<ShownKeyword[]> {
  return shownByIds.rows(tx, [ids])
}

export type TagChanges = { add: readonly string[]; remove: readonly string[] }

const changeTags = query(
  { tags: int },
  `UPDATE keyword SET tags = array(
     SELECT tag FROM (SELECT unnest(tags) UNION SELECT unnest($3::text[])) AS each (tag) WHERE tag <> ALL($4::text[]) ORDER BY tag)
   WHERE site_id = $1 AND id = ANY($2) AND deleted_at IS NULL RETURNING cardinality(tags) AS tags`,
)

/** Changes the tags of those of the keywords that the site has; answers how many tags each has then. A tag in both lists is removed. */
export async function updateTags(tx: Transaction, siteId: string, ids: readonly string[], { add, remove }: TagChanges) {
  const rows = await changeTags.rows(tx, [siteId, ids, add, remove])
  return rows.map(({ tags }) => tags)
}
