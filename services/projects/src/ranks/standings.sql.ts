import { clickRates } from '@rts/shared/clicks'
import type { Device } from '@rts/shared/contract/locale'
import type { CompetitorRow } from '@rts/shared/contract/rows/rank'
import type { Database } from '@rts/shared/service/transaction'
import { bigint, boolean, float, int, type RowOf, selectList, text, texts, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import type { Since, Slice, SliceRequest } from '../lists/lists.ts'
import type { SiteScope } from '../sites/sites.ts'

const standing = {
  id: text,
  seq: bigint,
  phrase: text,
  identity: text,
  country: text,
  language: text,
  device: text.of<Device>(),
  location: text.orNull,
  position: int.orNull,
  previousPosition: int.orNull,
  depth: int.orNull,
  previousDepth: int.orNull,
  best: int.orNull,
  url: text.orNull,
  checkedAt: time.orNull,
  source: text.orNull,
  sandbox: boolean.orNull,
  /** All known facts about the blocks of its page, as bits. */
  blocks: int.orNull,
  frozen: boolean,
  tags: texts.filled,
  lastCheckStatus: text.orNull,
  lastCheckAt: time.orNull,
  lastCheckError: text.orNull,
}
/** A keyword with the present rank of the site's own domain; nulls before the first check. */
export type Standing = RowOf<typeof standing>
/** The same, or a row whose columns are all null. */
export const standingOrNone = { ...standing, id: text.orNull }
/** The rank of a competitor, by its index in a list of competitors. */
export type RivalRank = [competitor: number, position: number, previousPosition: number | null, url: string | null]
/** `domainId`: whose ranks give the order; null for the phrases. */
export type RankOrder = { domainId: string | null; isDown: boolean; q: string; skip: number; take: number }
const ordered = { ...standing, total: int }
const sums = { clicks: float, phrases: int, checked: int, keywords: int }
/** The clicks that the present ranks of a site earn, as the means of phrases; `checked` have a rank. */
export type StandingSums = RowOf<typeof sums>

const ownColumn = (column: string) =>
  `(SELECT ${column} FROM tracked_domain WHERE site_id = $1 AND kind = 'own' AND deleted_at IS NULL)`
export const ownDomain = ownColumn('id')
/** The same by the number that history has it by. */
export const ownSeq = ownColumn('seq')

/** A site's own states. Without `OFFSET 0` the planner reads the states of all sites to join a thousand. */
export const ownState = `LEFT JOIN (
  SELECT * FROM keyword_state WHERE domain_id = ${ownDomain}
  OFFSET 0) s ON s.keyword_id = k.id`

/** The own state of each keyword, looked up one by one: reading all states of a site for each slice of its list is quadratic. */
export const stateOfEach = `LEFT JOIN LATERAL (
  SELECT * FROM keyword_state
  WHERE keyword_id = k.id AND domain_id = ${ownDomain}
  OFFSET 0) s ON true`

/** The columns of a `Standing`, of a keyword `k` with its state `s`. */
export const standingColumns = (previousPosition: string, previousDepth: string) =>
  selectList(standing, 'k', {
    position: 's.position',
    previousPosition,
    depth: 's.depth',
    previousDepth,
    best: 's.best',
    url: 's.url',
    checkedAt: 's.checked_at',
    source: 's.source',
    sandbox: 's.sandbox',
    blocks: 's.blocks',
  })
const present = standingColumns('s.previous_position', 's.previous_depth')

// Planned once per connection: planning took the database three times as long as reading ten keywords.
const standingsOfSite = query(
  standing,
  `SELECT ${present}
  FROM keyword k ${stateOfEach} WHERE k.site_id = $1 AND k.deleted_at IS NULL AND k.seq > $2
    AND ($4::timestamptz IS NULL OR k.updated_at >= $4) ORDER BY k.seq LIMIT $3`,
  'standing.list',
)
/** A row of nulls for a site without keywords, none for a site that the account does not have. */
const firstStandings = query(
  standingOrNone,
  `SELECT page.* FROM site LEFT JOIN LATERAL (
    SELECT ${present}
    FROM keyword k ${stateOfEach} WHERE k.site_id = $1 AND k.deleted_at IS NULL ORDER BY k.seq LIMIT $3) page ON true
  WHERE site.id = $1 AND site.account_id = $2 AND site.deleted_at IS NULL ORDER BY page.seq`,
  'standing.first',
)
/** Not found is worse than any place; what was never looked at is last, up and down. */
export const rankOrder = (isDown: boolean) =>
  `position IS NULL, nullif(position, 0) ${isDown ? 'DESC NULLS FIRST' : 'ASC NULLS LAST'}, seq`
// Numbered behind the limit: numbering all keywords takes half as long again.
const orderedBy = (order: string) =>
  query(
    ordered,
    `SELECT ${present}, page.total FROM (
    SELECT *, row_number() OVER () AS n FROM (
      SELECT k.id, count(*) OVER ()::int AS total
      FROM keyword k LEFT JOIN keyword_state s ON s.keyword_id = k.id AND s.domain_id = $2
      WHERE k.site_id = $1 AND k.deleted_at IS NULL AND strpos(lower(k.phrase), lower($3)) > 0
      ORDER BY ${order} OFFSET $4 LIMIT $5) first) page
  JOIN keyword k ON k.id = page.id ${stateOfEach} ORDER BY page.n`,
  )
const byPhrase = { up: orderedBy('lower(k.phrase) ASC, k.seq'), down: orderedBy('lower(k.phrase) DESC, k.seq') }
const byRank = { up: orderedBy(rankOrder(false)), down: orderedBy(rankOrder(true)) }
/** Keywords with the same of these weigh together as one. */
export const samePhrase = (k: string) => `${k}.country, ${k}.language, ${k}.identity`
export const weighsWith = `concat_ws(' ', ${samePhrase('k')})`
/**
 * The mean of the clicks that known positions earn: literal, because a hundred parameters cost more than the rest of a call. `least`
 * passes over null, and would give a keyword that was never checked place 100.
 */
export const meanClicks = (position: string, known = `${position} IS NOT NULL`) =>
  `avg(('{${clickRates.join()}}'::float8[])[least(${position}, 100) + 1]) FILTER (WHERE ${known})`
const sumsOfSite = query(
  sums,
  `SELECT coalesce(sum(clicks), 0) AS clicks, count(clicks)::int AS phrases, coalesce(sum(checked), 0)::int AS checked,
    coalesce(sum(keywords), 0)::int AS keywords
  FROM (
    SELECT ${meanClicks('s.position')} AS clicks, count(s.position) AS checked, count(*) AS keywords
    FROM keyword k ${ownState} WHERE k.site_id = $1 AND k.deleted_at IS NULL GROUP BY ${samePhrase('k')}) phrase`,
  'standing.sums',
)

// Plain rows, grouped here: JSON for each keyword took the database and the connection twice as long.
const rivalRanks = query(
  { keyword_id: text, domain_id: text, position: int, previous_position: int.orNull, url: text.orNull },
  `SELECT keyword_id, domain_id, position, previous_position, url
  FROM keyword_state WHERE keyword_id = ANY ($1::text[]) AND domain_id = ANY ($2::text[])`,
  'standing.rivals',
)
export async function listStandings(db: Database, siteId: string, { after, take }: SliceRequest, since: Since = null) {
  const rows = await standingsOfSite.rows(db, [siteId, after ?? 0, take + 1, since])
  return { rows: rows.slice(0, take), isLast: rows.length <= take }
}

/** The oldest keywords of a site, which is looked up in the same statement; null where the scope has no such site. */
export async function listFirstStandings(
  db: Database,
  { accountId, siteIds }: SiteScope,
  siteId: string,
  take: number,
): Promise<Slice<Standing> | null> {
  if (siteIds?.includes(siteId) === false) return null
  const found = await firstStandings.rows(db, [siteId, accountId, take + 1])
  if (found.length === 0) return null
  const rows = found.filter(isStanding)
  return { rows: rows.slice(0, take), isLast: rows.length <= take }
}

export function isStanding<R extends RowOf<typeof standingOrNone>>(row: R): row is R & Standing {
  return row.id !== null
}

/** The keywords of a site with a part of their phrase, in the order of a domain's ranks or of the phrases, and how many there are. */
export async function listOrdered(db: Database, siteId: string, { domainId, isDown, q, skip, take }: RankOrder) {
  const ways = domainId === null ? byPhrase : byRank
  const rows = await ways[isDown ? 'down' : 'up'].rows(db, [siteId, domainId, q, skip, take])
  return { rows, total: rows[0]?.total ?? 0 }
}

export function readSums(db: Database, siteId: string): Promise<StandingSums> {
  return sumsOfSite.require(db, [siteId])
}

/** For each keyword, the ranks of those competitors that have one. */
export async function readRivalRanks(
  db: Database,
  competitors: readonly CompetitorRow[],
  keywordIds: readonly string[],
): Promise<RivalRank[][]> {
  const fields = ['keyword_id', 'domain_id', 'position', 'previous_position', 'url'] as const
  const found = await rivalRanks.arrays(db, fields, [keywordIds, competitors.map(({ id }) => id)])
  const places = new Map(competitors.map(({ id }, place) => [id, place]))
  const ranks = new Map(keywordIds.map((id): [string, RivalRank[]] => [id, []]))
  for (const [keywordId, domainId, ...rank] of found) {
    const place = places.get(domainId)
    if (place !== undefined) ranks.get(keywordId)?.push([place, ...rank])
  }
  return [...ranks.values()]
}
