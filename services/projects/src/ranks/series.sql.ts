import type { Database } from '@rts/shared/service/transaction'
import { boolean, type Columns, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import { reachAt } from '../history/history.sql.ts'
import type { DayPosition } from './rules/day-columns.ts'
import type { HistoryWindow } from './rules/history-window.ts'

const entry = {
  position: int.filled,
  checkedAt: time.filled,
  url: text.orNull,
  /** Null for the check of another rank tracker. */
  depth: int.orNull,
  source: text.filled,
  sandbox: boolean.filled,
}
export type HistoryEntry = RowOf<typeof entry>
export type HistorySlice = { rows: HistoryEntry[]; total: number; next: number | null }

const present = `FROM keyword k
  JOIN tracked_domain d ON d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL
  JOIN ranks.history p ON p.keyword = k.seq AND p.epoch = k.epoch AND p.domain = d.seq
  WHERE k.id = $1 AND p.checked_at >= coalesce($2, '-infinity'::timestamptz) AND p.checked_at <= coalesce($3, 'infinity'::timestamptz)`

const count = query({ n: int }, `SELECT count(*)::int AS n ${present}`)
const latest = query(
  entry,
  `SELECT ${selectList(entry, 'p')} ${present}
   AND p.checked_at < coalesce($4, 'infinity'::timestamptz) ORDER BY p.checked_at DESC LIMIT $5`,
)

/**
 * The latest `take` entries of a keyword's present history in the window, oldest first: since its phrase, country or language or the
 * site's domain last changed. `before` (milliseconds since 1970) is the `next` of a page and continues before its oldest entry; the
 * window and `total` stay the same.
 */
export async function listHistory(
  db: Database,
  keywordId: string,
  window: HistoryWindow,
  { before, take }: { before: number | null; take: number },
): Promise<HistorySlice> {
  const bounds = [keywordId, window.from, window.until]
  const until = before === null ? null : new Date(before)
  const [counted, found] = await Promise.all([count.first(db, bounds), latest.rows(db, [...bounds, until, take + 1])])
  const rows = found.slice(0, take).reverse()
  const next = found.length > take ? (rows[0]?.checkedAt.getTime() ?? null) : null
  return { rows, total: counted?.n ?? 0, next }
}

const check = {
  keywordId: text,
  domainId: text,
  checkedAt: time.filled,
  position: int.filled,
  url: text.orNull,
  depth: int.orNull,
  source: text.filled,
  sandbox: boolean.filled,
  reach: int,
}
export type Check = RowOf<typeof check>
const dayPosition: Columns<DayPosition> = { keywordId: text, day: text, position: int }
const dayCheck = {
  keywordId: text,
  day: text,
  position: int.filled,
  url: text.orNull,
  checkedAt: time.filled,
  depth: int.orNull,
}
export type DayCheck = RowOf<typeof dayCheck>
const failure = { keywordId: text, checkedAt: time, error: text, source: text.orNull }
export type KeywordFailure = RowOf<typeof failure>

const ofKeywords = 'k.id = ANY($2) AND k.site_id = $1 AND k.deleted_at IS NULL'
const positions = `keyword k JOIN tracked_domain d ON d.site_id = k.site_id
  JOIN ranks.history p ON p.keyword = k.seq AND p.epoch = k.epoch AND p.domain = d.seq`
const checksSince = query(
  check,
  `SELECT ${selectList(check, 'p', { keywordId: 'k.id', domainId: 'd.id', reach: reachAt('site', 'p.checked_at', '$5') })}
  FROM ${positions} JOIN site ON site.id = k.site_id
  WHERE ${ofKeywords} AND d.id = ANY($3) AND p.checked_at >= $4 ORDER BY p.checked_at`,
)
const dailySince = query(
  dayPosition,
  `SELECT k.id AS "keywordId", to_char(p.checked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
    (array_agg(p.position ORDER BY p.checked_at DESC))[1] AS position
  FROM ${positions}
  WHERE ${ofKeywords} AND d.id = $3 AND p.checked_at >= $4 GROUP BY 1, 2`,
  'series.daily',
)
// Apart from the positions alone, which are a third of the work.
const dailyChecks = query(
  dayCheck,
  `SELECT DISTINCT ON (k.id, 2) k.id AS "keywordId", to_char(p.checked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
    p.position, p.url, p.checked_at AS "checkedAt", p.depth
  FROM ${positions}
  WHERE ${ofKeywords} AND d.id = $3 AND p.checked_at >= $4 ORDER BY k.id, 2, p.checked_at DESC`,
  'series.checks',
)
const failuresSince = query(
  failure,
  `SELECT ${selectList(failure, 'f')}
  FROM keyword k JOIN ranks.failed_check f ON f.keyword_id = k.id AND f.epoch = k.epoch
  WHERE ${ofKeywords} AND f.checked_at >= $3 ORDER BY f.checked_at DESC LIMIT $4`,
)
const ownDomainOf = query(
  { id: text },
  `SELECT id FROM tracked_domain WHERE site_id = $1 AND kind = 'own' AND deleted_at IS NULL`,
)

type KeywordsSince = { siteId: string; keywordIds: readonly string[]; since: Date }

/** `reachDays` is for how many days a check of the present rhythm counts. */
export function listChecks(
  db: Database,
  of: KeywordsSince,
  { domainIds, reachDays }: { domainIds: readonly string[]; reachDays: number },
): Promise<Check[]> {
  return checksSince.rows(db, [of.siteId, of.keywordIds, domainIds, of.since, reachDays])
}

export function readDailyPositions(db: Database, of: KeywordsSince, domainId: string): Promise<DayPosition[]> {
  return dailySince.rows(db, [of.siteId, of.keywordIds, domainId, of.since])
}

export function readDailyChecks(db: Database, of: KeywordsSince, domainId: string): Promise<DayCheck[]> {
  return dailyChecks.rows(db, [of.siteId, of.keywordIds, domainId, of.since])
}

/** The latest `take` failed checks, the oldest first. */
export async function listFailures(db: Database, of: KeywordsSince, take: number): Promise<KeywordFailure[]> {
  return (await failuresSince.rows(db, [of.siteId, of.keywordIds, of.since, take])).reverse()
}

export async function readOwnDomain(db: Database, siteId: string): Promise<string> {
  return (await ownDomainOf.require(db, [siteId])).id
}
