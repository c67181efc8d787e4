import { randomUUID } from 'node:crypto'
import type { Device } from '@rts/shared/contract/locale'
import { slotOf } from '@rts/shared/daily-slot'
import type { Plan } from '@rts/shared/plans'
import { columns } from '@rts/shared/service/columns'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

/** A phrase and where it is searched; spellings of the same keyword have the same `identity`, and one page. */
type Searched = {
  phrase: string
  identity: string
  country: string
  language: string
  device: Device
  /** A place of the list by its name; null for the country as a whole. */
  location: string | null
}
/** When a keyword is due; `isNew` if it is due now and was not before. */
export type Due = { keywordId: string; targetId: string; dueAt: Date; isNew: boolean }

const target = {
  id: text,
  identity: text,
  country: text,
  language: text,
  device: text.of<Device>(),
  location: text.orNull,
}
const candidate = {
  keywordId: text,
  epoch: int,
  siteId: text,
  targetId: text,
  slotSeconds: int,
  dueAt: time.orNull,
  /** The account's last check of the page, for any of its sites. */
  checkedAt: time.orNull,
  /** How deep it was then read for the account; null for as deep as it is stored. */
  checkedDepth: int.orNull,
  siteDepth: int.orNull,
  plan: text.of<Plan>(),
  checkEveryDays: int.orNull,
}
export type Candidate = RowOf<typeof candidate>

/** A check down to `depth`; `wholeAt` is its time if that was the whole depth, otherwise null: then the next one reads all. */
type NotedCheck = { keywordId: string; siteId: string; targetId: string; at: Date; depth: number; wholeAt: Date | null }

export const isUnstored = 'EXISTS (SELECT FROM ranks.unstored_check u WHERE u.keyword_id = k.id)'

/** The keyword, its site and account are live, not frozen, not paused, and no paid check waits to be stored. */
export const readsPage = `k.deleted_at IS NULL AND NOT k.frozen AND s.deleted_at IS NULL AND NOT s.frozen
  AND s.checks_paused_at IS NULL AND a.status = 'active' AND NOT ${isUnstored}`

/** Beside the keyword `k` its own domain `own`, with its latest position, null before the first check; both null where the site has none. */
export const ownOf = `LEFT JOIN LATERAL (
    SELECT d.domain, st.position FROM tracked_domain d LEFT JOIN keyword_state st ON st.domain_id = d.id AND st.keyword_id = k.id
    WHERE d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL) own ON true`

const upsert = query(
  target,
  `INSERT INTO page_target AS t (id, identity, phrase, country, language, device, location, slot_seconds)
   SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::int[])
   ON CONFLICT (ranks.search_key(identity, country, language, device, location)) DO UPDATE SET identity = t.identity
   RETURNING ${selectList(target, 't')}`,
)
const candidates = query(
  candidate,
  `WITH wanted AS MATERIALIZED (
     SELECT k.id, k.epoch, k.site_id, k.target_id, k.due_at, t.slot_seconds, a.check_every_days, a.plan, s.depth AS site_depth
     FROM keyword k JOIN site s ON s.id = k.site_id JOIN account a ON a.id = s.account_id JOIN page_target t ON t.id = k.target_id
     WHERE k.site_id = ANY($1) AND ($2::text[] IS NULL OR k.id = ANY($2)) AND ${readsPage}),
   checked AS (
     SELECT st.target_id, max(st.checked_at) AS at, (array_agg(st.depth ORDER BY st.checked_at DESC, st.depth DESC))[1] AS depth FROM site o JOIN site_target st ON st.site_id = o.id
     WHERE o.account_id = (SELECT account_id FROM site WHERE id = ($1::text[])[1])
       AND st.target_id = ANY(ARRAY(SELECT target_id FROM wanted)) GROUP BY 1)
   SELECT ${selectList(candidate, 'w', { keywordId: 'w.id', checkedAt: 'c.at', checkedDepth: 'c.depth' })}
   FROM wanted w LEFT JOIN checked c USING (target_id)`,
)
/** Of two checks of a site's page the later one stays. */
export const newerCheck = `SET checked_at = greatest(st.checked_at, excluded.checked_at),
     depth = CASE WHEN st.checked_at <= excluded.checked_at THEN excluded.depth ELSE st.depth END`
export const newerSiteTarget = `ON CONFLICT (site_id, target_id) DO UPDATE ${newerCheck}`
const markChecked = statement(
  `UPDATE keyword k SET last_check_status = 'ok', last_check_at = c.at, last_check_error = NULL, whole_at = c.whole_at
   FROM unnest($1::text[], $2::timestamptz[], $3::timestamptz[]) AS c (id, at, whole_at)
   WHERE k.id = c.id AND (k.last_check_status IS DISTINCT FROM 'ok' OR k.last_check_at <= c.at)`,
)
const upsertSiteTargets = statement(
  `INSERT INTO site_target AS st (site_id, target_id, checked_at, depth)
   SELECT DISTINCT ON (1, 2) site_id, target_id, at, depth
   FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::int[]) AS c (site_id, target_id, at, depth) ORDER BY 1, 2, 3 DESC
   ${newerSiteTarget}`,
)
const lockPages = statement('SELECT FROM page_target WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE')
const setKeywordsDue = statement(
  'UPDATE keyword k SET due_at = d.due FROM unnest($1::text[], $2::timestamptz[]) AS d (id, due) WHERE k.id = d.id',
)
const setPagesDue = statement(
  `UPDATE page_target t SET next_due_at = least(t.next_due_at, d.due), tries = CASE WHEN d.is_new THEN 0 ELSE t.tries END,
     joined = t.joined OR d.is_new AND t.queue_slot IS NOT NULL
   FROM (SELECT id, min(due) AS due, bool_or(is_new) AS is_new
     FROM unnest($1::text[], $2::timestamptz[], $3::boolean[]) AS u (id, due, is_new) GROUP BY id) d
   WHERE t.id = d.id AND (t.tries = 0 OR t.next_due_at IS NULL OR d.is_new)`,
)
const wakeWorkers = statement(`SELECT pg_notify('ranks', '')`)
const queueUnchecked = statement(
  `UPDATE keyword SET last_check_status = 'queued', last_check_at = $2 WHERE id = ANY($1) AND last_check_status IS NULL`,
)
const nextChecks = query(
  { id: text, dueAt: time.filled },
  `SELECT k.id, k.due_at AS "dueAt" FROM keyword k JOIN site s ON s.id = k.site_id JOIN account a ON a.id = s.account_id
   WHERE k.id = ANY($2) AND k.site_id = $1 AND k.due_at IS NOT NULL AND ${readsPage}`,
)

/** Creates the missing page targets of phrases. Answers a look-up from a phrase to its target's id. */
export async function upsertTargets(tx: Transaction, phrases: readonly Searched[]) {
  // Always in the same order, so that two bulk additions cannot deadlock.
  const unique = [...new Map(phrases.map((phrase) => [keyOf(phrase), phrase]))]
  const rows = unique.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, phrase]) => phrase)
  const slots = rows.map((row) => slotOf(row.identity, row.country, row.language, row.device, row.location ?? ''))
  const fields = columns(rows, 'identity', 'phrase', 'country', 'language', 'device', 'location')
  const found = await upsert.rows(tx, [rows.map(() => randomUUID()), ...fields, slots])
  const ids = new Map(found.map((row) => [keyOf(row), row.id]))
  return (phrase: Searched) => {
    const id = ids.get(keyOf(phrase))
    if (id === undefined) throw new Error('a page target is missing after its insertion')
    return id
  }
}

function keyOf({ identity, country, language, device, location }: Omit<Searched, 'phrase'>): string {
  return JSON.stringify([identity, country, language, device, location])
}

/** Those of the sites' keywords that read a page; all of them without `keywordIds`. */
export function listCandidates(
  tx: Transaction,
  { siteIds, keywordIds = null }: { siteIds: readonly string[]; keywordIds?: readonly string[] | null },
): Promise<Candidate[]> {
  return candidates.rows(tx, [siteIds, keywordIds])
}

/** Writes successful checks to their keywords, and to the sites, which keep them longer than the keywords exist. */
export async function noteChecks(tx: Transaction, checks: readonly NotedCheck[]): Promise<void> {
  if (checks.length === 0) return
  await markChecked.run(tx, columns(checks, 'keywordId', 'at', 'wholeAt'))
  await upsertSiteTargets.run(tx, columns(checks, 'siteId', 'targetId', 'at', 'depth'))
}

export async function holdPages(tx: Transaction, dues: readonly Pick<Due, 'targetId'>[]): Promise<void> {
  await lockPages.run(tx, columns(dues, 'targetId'))
}

/**
 * Sets when keywords are due, and brings their pages forward to the earliest of them. A page in a retry keeps its later time,
 * except for a new keyword: a delay would reveal that another account tracks the page.
 */
export async function setDue(tx: Transaction, dues: readonly Due[]): Promise<void> {
  await setKeywordsDue.run(tx, columns(dues, 'keywordId', 'dueAt'))
  await setPagesDue.run(tx, columns(dues, 'targetId', 'dueAt', 'isNew'))
  await wakeWorkers.run(tx)
}

export async function markQueued(tx: Transaction, keywordIds: readonly string[], now: Date): Promise<void> {
  await queueUnchecked.run(tx, [keywordIds, now])
}

export async function listNextChecks(db: Database, siteId: string, keywordIds: readonly string[]) {
  const rows = await nextChecks.rows(db, [siteId, keywordIds])
  return new Map(rows.map(({ id, dueAt }) => [id, dueAt]))
}
