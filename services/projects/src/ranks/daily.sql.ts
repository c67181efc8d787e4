import type { Database } from '@rts/shared/service/transaction'
import { float, int, ints, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import { counted, held } from './conditions.sql.ts'
import { rankBefore } from './earlier-ranks.sql.ts'

/** From which day to which (`YYYY-MM-DD`, both included), and for how many days a check counts at most. */
export type DayWindow = { from: string; until: string; reachDays: number }
/** The lowest place of each bucket; a 0 is in none. */
const buckets = [3, 10, 20, 50, 100] as const

const places = ['= 0', ...buckets.map((last, i) => `BETWEEN ${(buckets[i - 1] ?? 0) + 1} AND ${last}`)]
const countedPlaces = places.map((place) => `count(*) FILTER (WHERE position ${place})::int`).join(', ')
const summed = places.map((_, i) => `sum(sign * counts[${i + 1}])::int`).join(', ')

const step = {
  domainId: text,
  day: text,
  clicks: float,
  /** Not found, then each of `buckets`. */
  counts: ints,
}
/** How the checks that count changed on a day, for one host: the sums over the days before are what counts then. */
export type DayStep = RowOf<typeof step>
const tracked = { day: text, n: int }

/**
 * A check counts from its day until the next one, at most for `reachDays`; what was checked yesterday counts until today is over.
 * Summed up before it is taken apart into beginnings and ends: there are far fewer spans than checks. Sorted by numbers: by ids, which
 * are texts, the whole takes twice as long.
 */
const steps = query(
  step,
  `WITH seen AS (
    SELECT d.seq AS host, p.position, (p.checked_at AT TIME ZONE 'UTC')::date AS day,
      lead((p.checked_at AT TIME ZONE 'UTC')::date) OVER (PARTITION BY k.seq, d.seq ORDER BY p.checked_at) AS next
    FROM tracked_domain d
    JOIN keyword k ON k.site_id = d.site_id AND k.deleted_at IS NULL AND ($6::text IS NULL OR $6 = ANY(k.tags))
    JOIN ranks.history p ON p.keyword = k.seq AND p.epoch = k.epoch AND p.domain = d.seq
    WHERE d.id = ANY($1) AND p.checked_at >= ($2::date - $4::int)::timestamp AT TIME ZONE 'UTC'
      AND p.checked_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'),
  spans AS (
    SELECT host, greatest(day, $2::date) AS starts,
      least(next, day + $4::int + CASE WHEN day + $4::int = $3::date THEN 1 ELSE 0 END, $3::date + 1) AS ends,
      sum(($5::float8[])[least(position, 100) + 1]) AS clicks, ARRAY[${countedPlaces}] AS counts
    FROM seen GROUP BY 1, 2, 3),
  steps AS (
    SELECT host, v.day, v.sign, v.sign * clicks AS clicks, counts
    FROM spans CROSS JOIN LATERAL (VALUES (starts, 1), (ends, -1)) AS v (day, sign) WHERE ends > starts)
  SELECT (SELECT id FROM tracked_domain WHERE seq = host) AS "domainId", to_char(day, 'YYYY-MM-DD') AS day, sum(clicks) AS clicks,
    ARRAY[${summed}] AS counts
  FROM steps WHERE day <= $3::date GROUP BY host, day ORDER BY day`,
  'daily.steps',
)
const trackedByDay = query(
  tracked,
  `SELECT to_char(tracked_since AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS n
   FROM keyword WHERE site_id = $1 AND deleted_at IS NULL AND ($2::text IS NULL OR $2 = ANY(tags)) GROUP BY 1`,
)

/** How the standing of hosts changes, by day, of all keywords or of those with a tag; `rates` are the clicks that a place earns, from 0 for not found to place 100. */
export function readDaySteps(
  db: Database,
  domainIds: readonly string[],
  { from, until, reachDays }: DayWindow,
  rates: readonly number[],
  tag: string | null,
): Promise<DayStep[]> {
  return steps.rows(db, [domainIds, from, until, reachDays, rates, tag])
}

export function countTracked(db: Database, siteId: string, tag: string | null): Promise<RowOf<typeof tracked>[]> {
  return trackedByDay.rows(db, [siteId, tag])
}

const siteFigures = {
  siteId: text,
  domainId: text,
  clicks: float,
  keywords: int,
  top3: int,
  top10: int,
  up: int,
  down: int,
  notFound: int,
  failed: int,
  waiting: int,
  checkedAt: time.orNull,
}
export type SiteFigures = RowOf<typeof siteFigures>

const figuresOfSites = query(
  siteFigures,
  `WITH tracked AS (
    SELECT d.site_id, d.id AS domain_id, k.id, k.last_check_status, s.position, s.depth, s.checked_at, p.position AS previous_position,
      p.depth AS previous_depth
    FROM tracked_domain d
    LEFT JOIN keyword k ON k.site_id = d.site_id AND k.deleted_at IS NULL
    LEFT JOIN keyword_state s ON s.keyword_id = k.id AND s.domain_id = d.id
    LEFT JOIN LATERAL ${rankBefore('d.seq', '$3', '$4')} p ON true
    WHERE d.site_id = ANY($1) AND d.kind = 'own' AND d.deleted_at IS NULL)
  SELECT ${selectList(siteFigures, 'tracked', {
    clicks: 'coalesce(sum(($2::float8[])[least(position, 100) + 1]) FILTER (WHERE position IS NOT NULL), 0)',
    keywords: 'count(id)::int',
    top3: counted(held.top3),
    top10: counted(held.top10),
    up: counted(held.up),
    down: counted(held.down),
    notFound: counted(held.not_found),
    failed: counted(held.failed),
    waiting: counted(`id IS NOT NULL AND ${held.waiting}`),
    checkedAt: 'max(checked_at)',
  })}
  FROM tracked GROUP BY site_id, domain_id`,
  'summary.figures',
)

/**
 * `rates` are the clicks that a place earns, from 0 for not found to place 100. Keywords went up or down against so many `days`
 * before their last check.
 */
export function readSiteFigures(
  db: Database,
  siteIds: readonly string[],
  { rates, days, countsForDays }: { rates: readonly number[]; days: number; countsForDays: number },
): Promise<SiteFigures[]> {
  return figuresOfSites.rows(db, [siteIds, rates, days, countsForDays])
}
