import type { Device } from '@rts/shared/contract/locale'
import type { Database } from '@rts/shared/service/transaction'
import { bigint, boolean, int, json, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import { ownDomain, ownSeq } from './standings.sql.ts'

const phrase = {
  keywordId: text,
  seq: bigint,
  keyword: text,
  device: text.of<Device>(),
  country: text,
  location: text.orNull,
}
const change = {
  ...phrase,
  at: time.filled,
  position: int.filled,
  url: text.orNull,
  beforeAt: time,
  beforePosition: int,
  beforeUrl: text.orNull,
  sandbox: boolean,
}
export type RankChange = RowOf<typeof change>
const past = {
  ...phrase,
  ats: json.of<number[]>(),
  positions: json.of<number[]>(),
  depths: json.of<(number | null)[]>(),
  urls: json.of<(string | null)[]>(),
}
/** The checks of a keyword in columns, the oldest first; times in milliseconds. */
export type StoredPast = RowOf<typeof past>
/** Where a page of changes begins: behind this check of the keyword with this `seq`. */
export type ChangePlace = { at: Date; seq: string }

/** Longer than from one check to the next in any rhythm. */
const beforeDays = 40
const keywordColumns = { keywordId: 'k.id', keyword: 'k.phrase' }
/** A check that was stored late is older than the time, and is its keyword's latest; `$2` is the time. */
const firstNew = 'least($2::timestamptz, s.checked_at)'
const history = `ranks.history h WHERE h.keyword = k.seq AND h.epoch = k.epoch AND h.domain = ${ownSeq}`

const changes = query(
  change,
  `SELECT ${selectList(change, 'k', {
    ...keywordColumns,
    at: 'r.checked_at',
    position: 'r.position',
    url: 'r.url',
    beforeAt: 'r.before_at',
    beforePosition: 'r.before_position',
    beforeUrl: 'r.before_url',
    sandbox: 'coalesce(r.sandbox, false)',
  })}
  FROM keyword k
  JOIN LATERAL (SELECT checked_at FROM keyword_state WHERE keyword_id = k.id AND domain_id = ${ownDomain} OFFSET 0) s ON true
  JOIN LATERAL (
    SELECT position, depth, url, checked_at, sandbox, lag(position) OVER w AS before_position, lag(depth) OVER w AS before_depth,
      lag(url) OVER w AS before_url, lag(checked_at) OVER w AS before_at
    FROM ${history} AND h.checked_at >= ${firstNew} - interval '${beforeDays} days'
    WINDOW w AS (ORDER BY checked_at)) r ON r.checked_at >= ${firstNew}
  WHERE k.site_id = $1 AND k.deleted_at IS NULL AND k.updated_at >= $2 AND (r.checked_at, k.seq) > ($3, $4::bigint)
    AND r.before_at IS NOT NULL AND (r.position <> r.before_position OR r.url IS DISTINCT FROM r.before_url)
    AND ranks.is_comparable(r.position, r.depth, r.before_position, r.before_depth)
  ORDER BY r.checked_at, k.seq LIMIT $5`,
  'ranks.changes',
)
const pasts = query(
  past,
  `SELECT ${selectList(past, 'k', {
    ...keywordColumns,
    ats: 'r.ats',
    positions: 'r.positions',
    depths: 'r.depths',
    urls: 'r.urls',
  })}
  FROM (
    SELECT * FROM keyword WHERE site_id = $1 AND deleted_at IS NULL AND NOT frozen AND updated_at >= $2 AND seq > $4::bigint
    ORDER BY seq LIMIT $5) k
  CROSS JOIN LATERAL (
    SELECT coalesce(json_agg((extract(epoch FROM checked_at) * 1000)::bigint ORDER BY checked_at), '[]') AS ats,
      coalesce(json_agg(position ORDER BY checked_at), '[]') AS positions, coalesce(json_agg(depth ORDER BY checked_at), '[]') AS depths,
      coalesce(json_agg(url ORDER BY checked_at), '[]') AS urls
    FROM ${history} AND h.checked_at >= $3) r
  ORDER BY k.seq`,
  'ranks.pasts',
)

/** Checks of keywords that were written since a time, where position or page differ from the comparable check before; the oldest first. */
export function listRankChanges(db: Database, siteId: string, since: Date, after: ChangePlace, take: number) {
  return changes.rows(db, [siteId, since, after.at, after.seq, take])
}

/** The checks since `from` of keywords that were written since `updatedSince`, behind the one with the `seq`. */
export function listPasts(
  db: Database,
  siteId: string,
  { updatedSince, from }: { updatedSince: Date; from: Date },
  seq: string,
  take: number,
) {
  return pasts.rows(db, [siteId, updatedSince, from, seq, take])
}
