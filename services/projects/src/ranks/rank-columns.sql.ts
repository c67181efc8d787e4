import type { Device } from '@rts/shared/contract/locale'
import type { CompetitorRow } from '@rts/shared/contract/rows/rank'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { type Columns, json, type RowOf, text } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import type { SliceRequest } from '../lists/lists.ts'
import { stateOfEach } from './standings.sql.ts'

const column = <V>() => json.of<V[]>()
const ranked = {
  ids: column<string>(),
  phrases: column<string>(),
  countries: column<string>(),
  languages: column<string>(),
  devices: column<Device>(),
  locations: column<string | null>(),
  positions: column<number | null>(),
  depths: column<number | null>(),
  urls: column<string | null>(),
  identities: column<string>(),
  checkedAts: column<string | null>(),
  blocks: column<number | null>(),
  sandboxes: column<boolean>(),
} satisfies Columns<Record<string, unknown[]>>
/** Keywords with the present ranks of the site's own domain, in columns of equal length; nulls before the first check. */
export type RankColumns = RowOf<typeof ranked>
const values: Record<keyof RankColumns, string> = {
  ids: 'k.id',
  phrases: 'k.phrase',
  countries: 'k.country',
  languages: 'k.language',
  devices: 'k.device',
  locations: 'k.location',
  positions: 's.position',
  depths: 's.depth',
  urls: 's.url',
  identities: 'k.identity',
  checkedAts: `to_char(s.checked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  blocks: 's.blocks',
  sandboxes: 'coalesce(s.sandbox, false)',
}
const columnList = Object.entries(values)
  .map(([name, value]) => `coalesce(json_agg(${value} ORDER BY k.seq), '[]') AS "${name}"`)
  .join(', ')

// A text for each column: reading a row for each keyword took this process twice as long.
const columnsOfSite = query(
  ranked,
  `SELECT ${columnList}
  FROM (SELECT * FROM keyword WHERE site_id = $1 AND deleted_at IS NULL AND seq > $2 ORDER BY seq LIMIT $3) k ${stateOfEach}`,
  'standing.columns',
)

/**
 * Each keyword's time by its own, because a transaction may commit later than one with a later time. A check writes its keywords together
 * with their ranks, and `past_seq` is how far the ranks of a new competitor are filled in.
 */
const version = query(
  { version: text },
  `SELECT md5(concat_ws(' ',
     (SELECT concat(count(*), ' ', sum(updated_at - timestamptz 'epoch')) FROM keyword WHERE site_id = $1 AND deleted_at IS NULL),
     (SELECT string_agg(concat(id, ' ', past_seq), ' ' ORDER BY seq) FROM tracked_domain WHERE site_id = $1 AND deleted_at IS NULL)
   )) AS version`,
  'standing.version',
)

/** Changes with the keywords of a site, its competitors, and the present ranks of both. */
export async function readVersion(db: Database | Transaction, siteId: string): Promise<string> {
  return (await version.require(db, [siteId])).version
}

export async function readRankColumns(db: Database, siteId: string, { after, take }: SliceRequest) {
  const found = await columnsOfSite.require(db, [siteId, after ?? 0, take + 1])
  if (found.ids.length <= take) return { columns: found, isLast: true }
  for (const each of Object.values(found)) each.length = take
  return { columns: found, isLast: false }
}

/**
 * Reads a value of the competitors' ranks: for each competitor a column in the order of the keywords, null without a rank. A keyword's
 * ranks lie together in the index; joined by competitor and keyword, Postgres reads the ranks of all sites for a thousand.
 */
function rivalColumn<V>(name: 'position' | 'url') {
  const columns = query(
    { places: json.of<(number[] | null)[]>().orNull, ranks: json.of<(V | null)[][]>().orNull },
    `SELECT json_agg(s.places ORDER BY k.place) AS places, json_agg(s.ranks ORDER BY k.place) AS ranks
  FROM unnest($1::text[]) WITH ORDINALITY k (id, place) CROSS JOIN LATERAL (
    SELECT array_agg(array_position($2::text[], domain_id)) AS places, array_agg(${name}) AS ranks
    FROM keyword_state WHERE keyword_id = k.id AND domain_id = ANY ($2::text[])) s`,
    `standing.${name}s`,
  )
  return async (db: Database, competitors: readonly CompetitorRow[], keywordIds: readonly string[]) => {
    const { places, ranks } = await columns.require(db, [keywordIds, competitors.map(({ id }) => id)])
    const found = competitors.map(() => keywordIds.map((): V | null => null))
    for (const [row, ofKeyword] of places?.entries() ?? [])
      for (const [i, place] of ofKeyword?.entries() ?? []) {
        const values = found[place - 1]
        if (values) values[row] = ranks?.[row]?.[i] ?? null
      }
    return found
  }
}
export const readRivalPositions = rivalColumn<number>('position')
export const readRivalUrls = rivalColumn<string>('url')
