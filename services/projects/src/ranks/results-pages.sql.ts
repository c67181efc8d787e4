import type { Database } from '@rts/shared/service/transaction'
import { boolean, bytes, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'
import { ownSeq } from './standings.sql.ts'

const date = { at: time.filled, position: int.filled, isWhole: boolean }
export type PageDate = RowOf<typeof date>
const page = {
  at: time.filled,
  depth: int,
  source: text.filled,
  sandbox: boolean.filled,
  hosts: bytes.filled,
  details: bytes.orNull,
  baseHosts: bytes.orNull,
  baseDetails: bytes.orNull,
}
/** A stored page of a keyword, packed, and how deep it was read for it. */
export type KeywordPage = RowOf<typeof page>

// Only readings of the keyword: a page that was fetched for others alone is theirs. A rank that was imported has the time that its
// owner wrote, and another source than a page of that time.
const readPages = (columns: string, readings: string) => `
  WITH seen AS MATERIALIZED (
    SELECT k.target_id, p.checked_at, p.position, p.depth, p.source, p.sandbox
    FROM keyword k JOIN ranks.history p ON p.keyword = k.seq AND p.epoch = k.epoch AND p.domain = ${ownSeq}
    WHERE k.id = $2 AND k.site_id = $1 AND k.deleted_at IS NULL ${readings})
  SELECT ${columns}
  FROM seen s CROSS JOIN LATERAL (
    SELECT * FROM ranks.page_history p WHERE p.target_id = s.target_id AND p.fetched_at = s.checked_at OFFSET 0) h
  WHERE h.source = s.source AND h.sandbox = s.sandbox
  ORDER BY s.checked_at DESC`

const dates = query(
  date,
  readPages(
    selectList(date, 's', {
      at: 's.checked_at',
      isWhole: 'h.details IS NOT NULL AND (h.base_hosts IS NULL OR h.base_details IS NOT NULL)',
    }),
    'ORDER BY p.checked_at DESC LIMIT $3',
  ),
  'pages.dates',
)
const pageAt = query(
  page,
  readPages(
    selectList(page, 'h', { at: 's.checked_at', depth: 'coalesce(s.depth, h.depth)' }),
    'AND p.checked_at = $3',
  ),
  'pages.at',
)

/** The latest `take` stored pages of a site's keyword, the newest first. */
export function listPageDates(db: Database, siteId: string, keywordId: string, take: number): Promise<PageDate[]> {
  return dates.rows(db, [siteId, keywordId, take])
}

/** Throws `not_found` where the keyword has no stored page of this time. */
export function readPageAt(db: Database, siteId: string, keywordId: string, at: string): Promise<KeywordPage> {
  return pageAt.require(db, [siteId, keywordId, at], 'No results page of this time')
}

const latestPage = {
  keywordId: text,
  fetchedAt: time.orNull,
  hosts: bytes.orNull,
  details: bytes.orNull,
  baseHosts: bytes.orNull,
  baseDetails: bytes.orNull,
}
/** The page that gave a keyword its present rank, packed; nulls if it is not stored. */
export type LatestPage = RowOf<typeof latestPage>

// Only pages that gave the keyword a rank: the others were fetched for other accounts and stay theirs. An imported rank has a time
// that its owner wrote, and another source.
const latest = query(
  latestPage,
  `SELECT ${selectList(latestPage, 'h', { keywordId: 'k.id' })}
  FROM unnest($1::text[]) WITH ORDINALITY AS asked (id, place)
  JOIN keyword k ON k.id = asked.id
  LEFT JOIN LATERAL (
    SELECT checked_at, source FROM keyword_state s JOIN tracked_domain d ON d.id = s.domain_id
    WHERE s.keyword_id = k.id AND d.site_id = k.site_id AND d.kind = 'own' AND d.deleted_at IS NULL OFFSET 0) s ON true
  LEFT JOIN LATERAL (
    SELECT fetched_at, hosts, details, base_hosts, base_details FROM ranks.page_history p
    WHERE p.target_id = k.target_id AND p.fetched_at = s.checked_at
      AND p.source = coalesce(s.source, p.source) OFFSET 0) h ON true
  ORDER BY asked.place`,
  'pages.latest',
)

/** For each keyword, the page that gave its present rank; the caller's right to the keywords must be checked before. */
export function readLatestPages(db: Database, keywordIds: readonly string[]): Promise<LatestPage[]> {
  return latest.rows(db, [keywordIds])
}
