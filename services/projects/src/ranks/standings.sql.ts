import type { CompetitorRow } from '@rts/shared/contract/rows/rank'
import type { Database } from '@rts/shared/service/transaction'
import type { LastCheck } from '../keywords/keywords.ts'
import type { Since, Slice, SliceRequest } from '../lists/lists.ts'
import type { SiteScope } from '../sites/sites.ts'
import type { Tally } from './rules/visibility.ts'

/** A keyword with the present rank of the site's own domain; nulls before the first check. */
export type Standing = {
  id: string
  /** Its order in the site's lists. */
  seq: string
  phrase: string
  identity: string
  country: string
  language: string
  position: number | null
  previousPosition: number | null
  best: number | null
  url: string | null
  checkedAt: Date | null
  source: string | null
  sandbox: boolean | null
  frozen: boolean
} & LastCheck
/** The rank of a competitor, by its index in a list of competitors. */
export type RivalRank = [competitor: number, position: number, previousPosition: number | null, url: string | null]
/** `domainId`: whose ranks give the order; null for the phrases. */
export type RankOrder = { domainId: string | null; isDown: boolean; q: string; skip: number; take: number }

export const ownDomain = `(SELECT id FROM tracked_domain WHERE site_id = $1 AND kind = 'own' AND deleted_at IS NULL)`

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
export const standingColumns = (
  previous: string,
) => `k.id, k.seq, k.phrase, k.identity, k.country, k.language, s.position, ${previous} AS "previousPosition", s.best, s.url,
    s.checked_at AS "checkedAt", s.source, s.sandbox, k.frozen, k.last_check_status AS "lastCheckStatus",
    k.last_check_at AS "lastCheckAt", k.last_check_error AS "lastCheckError"`

// Planned once per connection: planning took the database three times as long as reading ten keywords.
const listSql = `SELECT ${standingColumns('s.previous_position')}
  FROM keyword k ${stateOfEach} WHERE k.site_id = $1 AND k.deleted_at IS NULL AND k.seq > $2
    AND ($4::timestamptz IS NULL OR k.updated_at >= $4) ORDER BY k.seq LIMIT $3`
/** A row of nulls for a site without keywords, none for a site that the account does not have. */
const firstSql = `SELECT page.* FROM site LEFT JOIN LATERAL (
    SELECT ${standingColumns('s.previous_position')}
    FROM keyword k ${stateOfEach} WHERE k.site_id = $1 AND k.deleted_at IS NULL ORDER BY k.seq LIMIT $3) page ON true
  WHERE site.id = $1 AND site.account_id = $2 AND site.deleted_at IS NULL ORDER BY page.seq`
const pickSql = `SELECT ${standingColumns('s.previous_position')}
  FROM unnest($2::text[]) WITH ORDINALITY AS asked (id, place) JOIN keyword k ON k.id = asked.id ${stateOfEach}
  WHERE k.site_id = $1 AND k.deleted_at IS NULL ORDER BY asked.place`
/** Not found is worse than any place; what was never looked at is last, up and down. */
export const rankOrder = (isDown: boolean) =>
  `position IS NULL, nullif(position, 0) ${isDown ? 'DESC NULLS FIRST' : 'ASC NULLS LAST'}, seq`
const orderedSql = (order: string) => `SELECT k.id, count(*) OVER ()::int AS total
  FROM keyword k LEFT JOIN keyword_state s ON s.keyword_id = k.id AND s.domain_id = $2
  WHERE k.site_id = $1 AND k.deleted_at IS NULL AND strpos(lower(k.phrase), lower($3)) > 0
  ORDER BY ${order} OFFSET $4 LIMIT $5`
const tallySql = `SELECT s.position, count(*)::int AS keywords FROM keyword k ${ownState}
  WHERE k.site_id = $1 AND k.deleted_at IS NULL GROUP BY s.position`

// Plain rows, grouped here: JSON for each keyword took the database and the connection twice as long.
const rivalsSql = `SELECT keyword_id, domain_id, position, previous_position, url
  FROM keyword_state WHERE keyword_id = ANY ($1::text[]) AND domain_id = ANY ($2::text[])`
/** A value of each competitor's ranks in the order of the keywords: one text a competitor takes a tenth of the work of a row for each rank. */
const columnSql = (column: 'position' | 'url') => `SELECT json_agg(s.${column} ORDER BY k.place) AS ranks
  FROM unnest($2::text[]) WITH ORDINALITY d (id, place) CROSS JOIN unnest($1::text[]) WITH ORDINALITY k (id, place)
  LEFT JOIN keyword_state s ON s.keyword_id = k.id AND s.domain_id = d.id GROUP BY d.place ORDER BY d.place`

type RankOf = [
  keywordId: string,
  domainId: string,
  position: number,
  previousPosition: number | null,
  url: string | null,
]

/** The present ranks of a site's keywords, oldest keyword first. */
export async function listStandings(
  db: Database,
  siteId: string,
  { after, take }: SliceRequest,
  since: Since = null,
): Promise<Slice<Standing>> {
  const values = [siteId, after ?? 0, take + 1, since]
  const { rows } = await db.query<Standing>({ name: 'standing.list', text: listSql, values })
  return { rows: rows.slice(0, take), isLast: rows.length <= take }
}

/** The oldest keywords of a site, which is looked up in the same statement; null where the scope has no such site. */
export async function listFirstStandings(
  db: Database,
  { accountId, siteId: only }: SiteScope,
  siteId: string,
  take: number,
): Promise<Slice<Standing> | null> {
  if (only !== null && only !== siteId) return null
  const values = [siteId, accountId, take + 1]
  const found = await db.query<Standing>({ name: 'standing.first', text: firstSql, values })
  if (found.rows.length === 0) return null
  const rows = found.rows.filter(({ id }) => id !== null)
  return { rows: rows.slice(0, take), isLast: rows.length <= take }
}

/** Those of the keywords that the site has, in their order. */
export async function pickStandings(db: Database, siteId: string, keywordIds: readonly string[]): Promise<Standing[]> {
  return (await db.query<Standing>({ name: 'standing.pick', text: pickSql, values: [siteId, keywordIds] })).rows
}

/** The keywords of a site with a part of their phrase, in the order of a domain's ranks or of the phrases, and how many there are. */
export async function orderKeywords(
  db: Database,
  siteId: string,
  { domainId, isDown, q, skip, take }: RankOrder,
): Promise<{ ids: string[]; total: number }> {
  const order = domainId === null ? `lower(k.phrase) ${isDown ? 'DESC' : 'ASC'}, k.seq` : rankOrder(isDown)
  const values = [siteId, domainId, q, skip, take]
  const found = await db.query<{ id: string; total: number }>(orderedSql(order), values)
  return { ids: found.rows.map(({ id }) => id), total: found.rows[0]?.total ?? 0 }
}

/** The number of keywords at each rank. */
export async function readTally(db: Database, siteId: string): Promise<Tally[]> {
  return (await db.query<Tally>({ name: 'standing.tally', text: tallySql, values: [siteId] })).rows
}

/** For each keyword, the ranks of those competitors that have one. */
export async function readRivalRanks(
  db: Database,
  competitors: readonly CompetitorRow[],
  keywordIds: readonly string[],
): Promise<RivalRank[][]> {
  const values = [keywordIds, competitors.map(({ id }) => id)]
  const query = { name: 'standing.rivals', text: rivalsSql, values, rowMode: 'array' as const }
  const found = await db.query<RankOf, unknown[]>(query)
  const places = new Map(competitors.map(({ id }, place) => [id, place]))
  const ranks = new Map(keywordIds.map((id): [string, RivalRank[]] => [id, []]))
  for (const [keywordId, domainId, ...rank] of found.rows) {
    const place = places.get(domainId)
    if (place !== undefined) ranks.get(keywordId)?.push([place, ...rank])
  }
  return [...ranks.values()]
}

/** The position of each of the competitors for each of the keywords; null where it has no rank. */
export function readRivalPositions(
  db: Database,
  competitors: readonly CompetitorRow[],
  keywordIds: readonly string[],
): Promise<(number | null)[][]> {
  return readRivalColumn(db, 'position', competitors, keywordIds)
}

/** The addresses with which each of the competitors ranks for each of the keywords. */
export function readRivalUrls(
  db: Database,
  competitors: readonly CompetitorRow[],
  keywordIds: readonly string[],
): Promise<(string | null)[][]> {
  return readRivalColumn(db, 'url', competitors, keywordIds)
}

async function readRivalColumn<V>(
  db: Database,
  name: 'position' | 'url',
  competitors: readonly CompetitorRow[],
  keywordIds: readonly string[],
): Promise<(V | null)[][]> {
  const values = [keywordIds, competitors.map(({ id }) => id)]
  const query = { name: `standing.${name}s`, text: columnSql(name), values }
  const { rows } = await db.query<{ ranks: (V | null)[] }>(query)
  return competitors.map((_, place) => rows[place]?.ranks ?? [])
}
