import type { Database } from '@rts/shared/service/transaction'
import { float, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import { counted, held } from './conditions.sql.ts'
import { rankBefore } from './earlier-ranks.sql.ts'
import { meanClicks, samePhrase } from './standings.sql.ts'

const tracked = { siteId: text, day: text, n: int }

const trackedByDay = query(
  tracked,
  `SELECT site_id AS "siteId", to_char(tracked_since AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS n
   FROM keyword WHERE site_id = ANY($1) AND deleted_at IS NULL AND ($2::text IS NULL OR $2 = ANY(tags)) GROUP BY 1, 2`,
)

/** How many keywords of sites, or of those with a tag, began to be tracked on each day. */
export function countTracked(
  db: Database,
  siteIds: readonly string[],
  tag: string | null,
): Promise<RowOf<typeof tracked>[]> {
  return trackedByDay.rows(db, [siteIds, tag])
}

const siteFigures = {
  siteId: text,
  domainId: text,
  clicks: float,
  phrases: int,
  /** Of the keywords that are known at both times. */
  clicksNow: float,
  clicksBefore: float,
  phrasesKnown: int,
  known: int,
  added: int,
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

const isKnownTwice = 'position IS NOT NULL AND previous_position IS NOT NULL'
/** Of each phrase; its clicks are the mean of its keywords. */
const ofPhrase = {
  clicks: meanClicks('position'),
  clicks_now: meanClicks('position', isKnownTwice),
  clicks_before: meanClicks('previous_position', isKnownTwice),
  known: counted(isKnownTwice),
  added: counted('position IS NOT NULL AND previous_position IS NULL'),
  keywords: 'count(id)::int',
  top3: counted(held.top3),
  top10: counted(held.top10),
  up: counted(held.up),
  down: counted(held.down),
  not_found: counted(held.not_found),
  failed: counted(held.failed),
  waiting: counted(`id IS NOT NULL AND ${held.waiting}`),
  checked_at: 'max(checked_at)',
}
const sum = (column: keyof typeof ofPhrase) => `sum(${column})::int`

const figuresOfSites = query(
  siteFigures,
  `WITH tracked AS (
    SELECT d.site_id, d.id AS domain_id, k.id, ${samePhrase('k')}, k.last_check_status, s.position, s.depth, s.checked_at, p.position AS previous_position,
      p.depth AS previous_depth
    FROM tracked_domain d
    LEFT JOIN keyword k ON k.site_id = d.site_id AND k.deleted_at IS NULL
    LEFT JOIN keyword_state s ON s.keyword_id = k.id AND s.domain_id = d.id
    LEFT JOIN LATERAL ${rankBefore('d.seq', '$2', '$3')} p ON true
    WHERE d.site_id = ANY($1) AND d.kind = 'own' AND d.deleted_at IS NULL),
  phrase AS (
    SELECT site_id, domain_id, ${Object.entries(ofPhrase)
      .map(([name, sql]) => `${sql} AS ${name}`)
      .join(', ')}
    FROM tracked GROUP BY site_id, domain_id, ${samePhrase('tracked')})
  SELECT ${selectList(siteFigures, 'phrase', {
    clicks: 'coalesce(sum(clicks), 0)',
    phrases: 'count(clicks)::int',
    clicksNow: 'coalesce(sum(clicks_now), 0)',
    clicksBefore: 'coalesce(sum(clicks_before), 0)',
    phrasesKnown: 'count(clicks_now)::int',
    known: sum('known'),
    added: sum('added'),
    keywords: sum('keywords'),
    top3: sum('top3'),
    top10: sum('top10'),
    up: sum('up'),
    down: sum('down'),
    notFound: sum('not_found'),
    failed: sum('failed'),
    waiting: sum('waiting'),
    checkedAt: 'max(checked_at)',
  })}
  FROM phrase GROUP BY site_id, domain_id`,
  'summary.figures',
)

/** Keywords went up or down against so many `days` before their last check. */
export function readSiteFigures(
  db: Database,
  siteIds: readonly string[],
  { days, reachDays }: { days: number; reachDays: number },
): Promise<SiteFigures[]> {
  return figuresOfSites.rows(db, [siteIds, days, reachDays])
}
