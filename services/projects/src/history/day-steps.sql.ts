import { clickRates } from '@rts/shared/clicks'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { float, int, ints, type RowOf, text } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import { reachAt, readLongestReach } from './reaches.sql.ts'

/** From which day to which (`YYYY-MM-DD`, both included), and for how many days a check of the present rhythm counts at most. */
export type DayWindow = { from: string; until: string; reachDays: number }
/** The lowest place of each bucket; a 0 is in none. */
const buckets = [3, 10, 20, 50, 100] as const

const places = ['= 0', ...buckets.map((last, i) => `BETWEEN ${(buckets[i - 1] ?? 0) + 1} AND ${last}`)]
const countedPlaces = places.map((place) => `count(*) FILTER (WHERE position ${place})::int`).join(', ')
const summed = places.map((_, i) => `sum(sign * counts[${i + 1}])::int`).join(', ')
const none = places.map(() => '0').join(', ')

const step = {
  domainId: text,
  day: text,
  /** Of each phrase, the mean of its keywords. */
  clicks: float,
  phrases: int,
  /** Not found, then each of `buckets`. */
  counts: ints,
}
/** How the checks that count changed on a day, for one host: the sums over the days before are what counts then. */
export type DayStep = RowOf<typeof step>

/**
 * A check counts from its day until the next one, at most for as long as its rhythm had it; what was checked yesterday counts until today is over.
 * Summed up before it is taken apart into beginnings and ends: there are far fewer spans than checks. Sorted by numbers: by ids, which
 * are texts, the whole takes twice as long. Keywords that share a phrase weigh on each day as one together: of them alone there are means
 * day by day.
 */
const steps = query(
  step,
  `WITH tracked AS (
    SELECT seq, epoch, site_id, CASE WHEN count(*) OVER same > 1 THEN min(seq) OVER same END AS shared
    FROM keyword k WHERE site_id IN (SELECT site_id FROM tracked_domain WHERE id = ANY($1)) AND deleted_at IS NULL
      AND ($6::text IS NULL OR $6 = ANY(tags)) AND ($7::text[] IS NULL OR id = ANY($7))
    WINDOW same AS (PARTITION BY site_id, identity, country, language)),
  seen AS (
    SELECT d.seq AS host, k.shared, p.position, ${reachAt('s', 'p.checked_at', '$4')} AS reach, (p.checked_at AT TIME ZONE 'UTC')::date AS day,
      lead((p.checked_at AT TIME ZONE 'UTC')::date) OVER (PARTITION BY k.seq, d.seq ORDER BY p.checked_at) AS next
    FROM tracked_domain d
    JOIN site s ON s.id = d.site_id
    JOIN tracked k ON k.site_id = d.site_id
    JOIN ranks.history p ON p.keyword = k.seq AND p.epoch = k.epoch AND p.domain = d.seq
    WHERE d.id = ANY($1) AND p.checked_at >= ($2::date - $8::int)::timestamp AT TIME ZONE 'UTC'
      AND p.checked_at < ($3::date + 1)::timestamp AT TIME ZONE 'UTC'),
  spans AS (
    SELECT host, shared, greatest(day, $2::date) AS starts,
      least(next, day + reach + CASE WHEN day + reach = $3::date THEN 1 ELSE 0 END, $3::date + 1) AS ends,
      sum(($5::float8[])[least(position, 100) + 1]) AS clicks, count(*)::int AS n, ARRAY[${countedPlaces}] AS counts
    FROM seen WHERE day + reach >= $2::date GROUP BY 1, 2, 3, 4),
  weighed AS (
    SELECT host, starts, ends, CASE WHEN shared IS NULL THEN clicks ELSE 0 END AS clicks,
      CASE WHEN shared IS NULL THEN n ELSE 0 END AS phrases, counts FROM spans
    UNION ALL
    SELECT host, day, day + 1, sum(clicks / n), count(*)::int, ARRAY[${none}] FROM (
      SELECT host, starts + i AS day, sum(clicks) AS clicks, sum(n) AS n FROM spans CROSS JOIN generate_series(0, ends - starts - 1) i
      WHERE shared IS NOT NULL GROUP BY host, shared, starts + i) phrase GROUP BY host, day),
  steps AS (
    SELECT host, v.day, v.sign, v.sign * clicks AS clicks, v.sign * phrases AS phrases, counts
    FROM weighed CROSS JOIN LATERAL (VALUES (starts, 1), (ends, -1)) AS v (day, sign) WHERE ends > starts)
  SELECT (SELECT id FROM tracked_domain WHERE seq = host) AS "domainId", to_char(day, 'YYYY-MM-DD') AS day, sum(clicks) AS clicks,
    sum(phrases)::int AS phrases, ARRAY[${summed}] AS counts
  FROM steps WHERE day <= $3::date GROUP BY host, day ORDER BY day`,
  'daily.steps',
)

/** Which keywords count: those with a tag, or these; all where neither is named. */
export type Counted = { tag?: string | undefined; keywordIds?: readonly string[] }

export async function readDaySteps(
  db: Database | Transaction,
  domainIds: readonly string[],
  { from, until, reachDays }: DayWindow,
  { tag, keywordIds }: Counted = {},
): Promise<DayStep[]> {
  const longest = await readLongestReach(db, domainIds, { from, reachDays })
  return steps.rows(db, [domainIds, from, until, reachDays, clickRates, tag ?? null, keywordIds ?? null, longest])
}
