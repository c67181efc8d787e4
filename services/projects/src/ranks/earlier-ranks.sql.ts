import type { Database } from '@rts/shared/service/transaction'
import { int, ints, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import { longestReach, reachAt } from '../history/history.sql.ts'
import { ownSeq, weighsWith } from './standings.sql.ts'

const earlier = { keywordId: text, position: int.orNull, depth: int.orNull, url: text.orNull, checkedAt: time.orNull }
/** The rank of a keyword at an earlier time; nulls where there was no check. */
export type EarlierRank = RowOf<typeof earlier>
const ofDomain = { keywordId: text, domainId: text, position: int.filled }
/** A time in the past, and for how many days a check of the present rhythm counts. */
export type Then = { until: Date; reachDays: number }
const before = { ...earlier, weighsWith: text, position: int.filled, checkedAt: time.filled }
const beside = { ...before, now: int }

/** The latest rank of the keyword `k` for the domain of this `seq`, of another table than `r`, between two times. Only its present history: another phrase or another domain had other ranks. */
function latestBetween(domain: string, from: string, until: string): string {
  return `(
    SELECT position, depth, url, checked_at FROM ranks.history r
    WHERE r.keyword = k.seq AND r.epoch = k.epoch AND r.domain = ${domain} AND r.checked_at >= ${from} AND r.checked_at <= ${until}
    ORDER BY r.checked_at DESC LIMIT 1)`
}

/**
 * The latest rank of the keyword `k` for the domain of this `seq` at a time, of another table than `site`, if it still counted;
 * `present` is for how many days one of the present rhythm does. A day longer than on a day, whose own check may have come later in it.
 */
export function latestBy(domain: string, until: string, present: string): string {
  const since = (days: string) => `(${until}) - make_interval(days => 1 + ${days})`
  return `(
    SELECT r.* FROM site CROSS JOIN LATERAL (
      SELECT position, depth, url, checked_at FROM ranks.history r
      WHERE r.keyword = k.seq AND r.epoch = k.epoch AND r.domain = ${domain}
        AND r.checked_at <= ${until} AND r.checked_at > ${since(longestReach('site', present))}
      ORDER BY r.checked_at DESC LIMIT 1) r
    WHERE site.id = k.site_id AND r.checked_at > ${since(reachAt('site', 'r.checked_at', present))})`
}

/**
 * The rank that the present one is compared with, of a keyword `k` with its state `s`: the latest by the end of the UTC day that is
 * `days` before the day of the last check, as long as it counted. It depends on checks alone: the passing of time moves no keyword.
 */
export function rankBefore(domain: string, days: string, present: string): string {
  const end = `((s.checked_at AT TIME ZONE 'UTC')::date - ${days}::int + 1)::timestamp AT TIME ZONE 'UTC'`
  return latestBy(domain, `${end} - interval '1 millisecond'`, present)
}

const keywordRank = { keywordId: 'k.id' }
const ranksBetween = query(
  earlier,
  `SELECT ${selectList(earlier, 'p', keywordRank)}
  FROM unnest($1::text[]) WITH ORDINALITY AS asked (id, place)
  JOIN keyword k ON k.id = asked.id
  LEFT JOIN tracked_domain d ON d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL
  LEFT JOIN LATERAL ${latestBetween('d.seq', '$2', '$3')} p ON true
  ORDER BY asked.place`,
  'ranks.earlier',
)
const positionsBy = query(
  ofDomain,
  `SELECT ${selectList(ofDomain, 'p', { ...keywordRank, domainId: 'd.id' })}
  FROM keyword k JOIN tracked_domain d ON d.id = ANY($4::text[])
  CROSS JOIN LATERAL ${latestBy('d.seq', '$2', '$3')} p
  WHERE k.id = ANY($1::text[])`,
  'ranks.rivalsThen',
)
const ranksBefore = query(
  beside,
  `SELECT ${selectList(beside, 'p', { ...keywordRank, weighsWith, now: 's.position' })}
  FROM keyword k JOIN tracked_domain d ON d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL
  JOIN keyword_state s ON s.keyword_id = k.id AND s.domain_id = d.id
  CROSS JOIN LATERAL ${rankBefore('d.seq', '$2', '$3')} p
  WHERE k.site_id = $1 AND k.deleted_at IS NULL`,
  'ranks.then',
)

const ranksOfSite = query(
  before,
  `SELECT ${selectList(before, 'p', { ...keywordRank, weighsWith })}
  FROM keyword k JOIN tracked_domain d ON d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL
  CROSS JOIN LATERAL ${latestBy('d.seq', '$2', '$3')} p
  WHERE k.site_id = $1 AND k.deleted_at IS NULL`,
  'ranks.onDay',
)

const quartiles = { keywordId: text, now: ints, before: ints, checks: int, checksBefore: int, beyond: int.orNull }
const fewestChecks = 3
const quartilesOf = (when: string) =>
  `percentile_disc(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY place) FILTER (WHERE ${when})`
const quartilesOfSite = query(
  quartiles,
  `SELECT k.id AS "keywordId", w.* FROM keyword k CROSS JOIN LATERAL (
    SELECT ${quartilesOf('is_now')} AS now, ${quartilesOf('NOT is_now')} AS before, count(*) FILTER (WHERE is_now)::int AS checks,
      count(*) FILTER (WHERE NOT is_now)::int AS "checksBefore", min(place) FILTER (WHERE position = 0) AS beyond
    FROM (
      SELECT checked_at, position, CASE position WHEN 0 THEN coalesce(depth, 100) + 1 ELSE position END AS place,
        checked_at > $3::timestamptz - make_interval(days => $4) AS is_now
      FROM ranks.history r
      WHERE r.keyword = k.seq AND r.epoch = k.epoch AND r.domain = ${ownSeq} AND r.checked_at <= $3
        AND r.checked_at > $2::timestamptz - make_interval(days => $4)) seen
    WHERE is_now OR checked_at <= $2) w
  WHERE k.site_id = $1 AND k.deleted_at IS NULL AND w.checks >= ${fewestChecks} AND w."checksBefore" >= ${fewestChecks}`,
  'ranks.quartiles',
)

/** For each keyword, the latest rank of its site between two times. */
export function readRanksBetween(db: Database, keywordIds: readonly string[], from: Date, until: Date) {
  return ranksBetween.rows(db, [keywordIds, from, until])
}

/** The latest position of each keyword for each domain at a time, of those that have one that counted. */
export function readPositionsBy(
  db: Database,
  keywordIds: readonly string[],
  domainIds: readonly string[],
  { until, reachDays }: Then,
) {
  return positionsBy.rows(db, [keywordIds, until, reachDays, domainIds])
}

/** The rank of each keyword of a site so many days before its last check, of those that have one. */
export function readRanksBefore(db: Database, siteId: string, days: number, reachDays: number) {
  return ranksBefore.rows(db, [siteId, days, reachDays])
}

/** The latest rank of each keyword of a site at a time, of those that have one that counted. */
export function readRanksOfSite(db: Database, siteId: string, { until, reachDays }: Then) {
  return ranksOfSite.rows(db, [siteId, until, reachDays])
}

/** The quartiles of each keyword's checks in the `days` before two times, which are so far apart; of those with three checks at both. */
export function readQuartiles(db: Database, siteId: string, before: Date, now: Date, days: number) {
  return quartilesOfSite.rows(db, [siteId, before, now, days])
}
