import type { Device } from '@rts/shared/contract/locale'
import { deepestPage } from '@rts/shared/plans'
import { columns } from '@rts/shared/service/columns'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { bigint, boolean, type Columns, int, type RowOf, selectList, text, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import { cutCourses } from './courses.sql.ts'
import { latestOfManySql, latestRankSql } from './latest-ranks.sql.ts'
import { domainsOfSites, findNotableChanges } from './ranks.sql.ts'
import { pageBytes } from './results-pages.sql.ts'
import type { PageBytes } from './rules/packed-page.ts'
import type { Rank } from './rules/positions.ts'

/** A competitor with an incomplete past: the order of its last keyword that has one. */
export type Unfilled = { siteId: string; domain: string; pastSeq: string }
type ImportedRank = {
  identity: string
  country: string
  language: string
  device: Device
  location: string | null
  at: Date
  position: number
  url: string | null
}
type PastRanks = { keywordId: string; domain: string; url: string; positions: readonly number[] }

const seen = {
  keywordId: text,
  epoch: int,
  checkedAt: time.filled,
  depth: int,
  source: text.filled,
  sandbox: boolean.filled,
  ...pageBytes,
}
/** A stored page that gave a keyword a rank, and how deep it was read for it. */
export type SeenPage = RowOf<typeof seen>

const unfilled: Columns<Unfilled> = { siteId: text, domain: text, pastSeq: bigint.filled }

const insertRanks = (rows: string) => `
    INSERT INTO ranks.rank (keyword, checked_at, domain, epoch, position, depth, source, url)
    SELECT k.seq, r.checked_at, d.seq, r.epoch, r.position, r.depth, ranks.source_of(r.source, r.sandbox), r.url
    FROM ${rows} r JOIN keyword k ON k.id = r.keyword_id JOIN tracked_domain d ON d.id = r.domain_id`
const unfilledDomains = query(
  { id: text },
  'SELECT id FROM tracked_domain WHERE past_seq IS NOT NULL AND deleted_at IS NULL ORDER BY seq',
)
const holdSiteOf = query(
  { id: text },
  'SELECT id FROM site WHERE id = (SELECT site_id FROM tracked_domain WHERE id = $1) AND deleted_at IS NULL FOR SHARE',
)
const lockDomain = query(
  unfilled,
  `SELECT ${selectList(unfilled, 'd')} FROM tracked_domain d
   WHERE id = $1 AND past_seq IS NOT NULL AND deleted_at IS NULL FOR NO KEY UPDATE SKIP LOCKED`,
)
// Those in the trash come back with the pasts of all competitors.
const nextKeywords = query(
  { id: text, seq: bigint },
  `SELECT id, seq FROM keyword WHERE site_id = $1 AND (deleted_at IS NULL OR in_trash) AND seq > $2 ORDER BY seq LIMIT $3`,
)
const storeProgress = statement('UPDATE tracked_domain SET past_seq = $2 WHERE id = $1')
const positionsOf = query(
  { n: int },
  'SELECT count(*)::int AS n FROM ranks.history p JOIN keyword k ON k.seq = p.keyword WHERE k.id = ANY($1)',
)
// Only pages that gave the keywords a rank, as deep as they were read for them: the others were fetched for other accounts and stay
// theirs. An imported rank has a time that its owner wrote, and another source.
const seenPages = query(
  seen,
  `WITH seen AS MATERIALIZED (
    SELECT k.id AS keyword_id, k.epoch, k.target_id, p.checked_at, p.source, p.sandbox, max(p.depth) AS depth
    FROM keyword k JOIN ranks.history p ON p.keyword = k.seq AND p.epoch = k.epoch WHERE k.id = ANY($1)
    GROUP BY k.id, p.checked_at, p.source, p.sandbox)
  SELECT ${selectList(seen, 's', {
    depth: 'coalesce(s.depth, h.depth)',
    source: 'h.source',
    sandbox: 'h.sandbox',
    hosts: 'h.hosts',
    details: 'h.details',
    baseHosts: 'h.base_hosts',
    baseDetails: 'h.base_details',
  })}
  FROM seen s CROSS JOIN LATERAL (
    SELECT * FROM ranks.page_history p WHERE p.target_id = s.target_id AND p.fetched_at = s.checked_at OFFSET 0) h
  WHERE h.source = s.source AND h.sandbox = s.sandbox`,
  'pasts.seen',
)
// A check made since the competitor was added has already written a rank; it lacks the previous one.
const fill = statement(
  `WITH ranked AS MATERIALIZED (
    SELECT r.*, $1::text AS domain_id, NULL::int AS blocks
    FROM unnest($2::text[], $3::int[], $4::timestamptz[], $5::int[], $6::text[], $7::int[], $8::text[], $9::boolean[])
      AS r (keyword_id, epoch, checked_at, position, url, depth, source, sandbox)
  ), past AS (
    ${insertRanks('ranked')} ON CONFLICT DO NOTHING
  )
  ${latestOfManySql('ranked')}`,
)
const importAll = query(
  { id: text },
  `WITH given AS MATERIALIZED (
    SELECT k.id AS keyword_id, k.epoch, d.id AS domain_id, w.at AS checked_at, w.position, w.url, NULL::int AS depth, $2 AS source,
      false AS sandbox, NULL::int AS blocks
    FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::int[], $10::text[])
      AS w (identity, country, language, device, location, at, position, url)
    JOIN keyword k ON k.site_id = $1 AND k.identity = w.identity AND k.country = w.country AND k.language = w.language
      AND k.device = w.device AND k.location IS NOT DISTINCT FROM w.location AND k.deleted_at IS NULL
    JOIN tracked_domain d ON d.site_id = $1 AND d.kind = 'own' AND d.deleted_at IS NULL
  ),
  stored AS (${insertRanks('given')} ON CONFLICT DO NOTHING RETURNING keyword, checked_at),
  past AS MATERIALIZED (
    SELECT g.* FROM stored s JOIN keyword k ON k.seq = s.keyword JOIN given g ON g.keyword_id = k.id AND g.checked_at = s.checked_at
  ),
  updated AS (UPDATE keyword k SET updated_at = now() FROM past p WHERE k.id = p.keyword_id)
  ${latestRankSql('past')} RETURNING s.keyword_id AS id`,
)
const insertDaily = statement(
  `WITH past AS MATERIALIZED (
    SELECT k.id AS keyword_id, k.epoch, s.domain_id, day.checked_at, p.position, CASE WHEN p.position > 0 THEN s.url END AS url,
      ${deepestPage} AS depth, 'sandbox' AS source, true AS sandbox, NULL::int AS blocks
    FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS s (keyword_id, domain_id, url, positions)
    JOIN tracked_domain d ON d.id = s.domain_id
    JOIN keyword k ON k.id = s.keyword_id JOIN page_target t ON t.id = k.target_id
    CROSS JOIN LATERAL unnest(s.positions::int[]) WITH ORDINALITY AS p (position, day)
    CROSS JOIN LATERAL (
      SELECT ($1::date + (p.day - 1)::int + make_interval(secs => t.slot_seconds)) AT TIME ZONE 'UTC' AS checked_at) AS day
    WHERE day.checked_at < $2),
  stored AS (${insertRanks('past')})
  ${latestOfManySql('past')}`,
)

export async function listUnfilled(db: Database): Promise<string[]> {
  return (await unfilledDomains.rows(db)).map(({ id }) => id)
}

/** Locks the site first, as everywhere; then the domain, unless another transaction has it. */
export async function lockUnfilled(tx: Transaction, domainId: string): Promise<Unfilled | undefined> {
  if (!(await holdSiteOf.first(tx, [domainId]))) return undefined
  return lockDomain.first(tx, [domainId])
}

export function listNextKeywords(tx: Transaction, { siteId, pastSeq }: Unfilled, take: number) {
  return nextKeywords.rows(tx, [siteId, pastSeq, take])
}

export function listSeenPages(tx: Transaction, keywords: readonly { id: string }[]): Promise<SeenPage[]> {
  return seenPages.rows(tx, columns(keywords, 'id'))
}

/** Fills a competitor's past of these keywords with its ranks; `pastSeq` is the order of the last one, null if there are no more. */
export async function fillPast(
  tx: Transaction,
  { domainId, pastSeq }: { domainId: string; pastSeq: string | null },
  keywords: readonly { id: string }[],
  ranks: readonly (Omit<SeenPage, keyof PageBytes> & Rank)[],
): Promise<void> {
  const fields = columns(ranks, 'keywordId', 'epoch', 'checkedAt', 'position', 'url', 'depth', 'source', 'sandbox')
  await fill.run(tx, [domainId, ...fields])
  await findNotableChanges(tx, keywords, domainId)
  await cutCourses(
    tx,
    ranks.map(({ checkedAt }) => ({ domainId, checkedAt })),
  )
  await storeProgress.run(tx, [domainId, pastSeq])
}

/** Adds one history entry per keyword, unless that time has one. Answers how many are new. */
export async function recordImported(tx: Transaction, siteId: string, source: string, ranks: readonly ImportedRank[]) {
  const fields = columns(ranks, 'identity', 'country', 'language', 'device', 'location', 'at', 'position', 'url')
  const values = [siteId, source, ...fields]
  const recorded = await importAll.rows(tx, values)
  await findNotableChanges(tx, recorded)
  const [own] = (await domainsOfSites(tx, [siteId])).get(siteId) ?? []
  if (own)
    await cutCourses(
      tx,
      ranks.map(({ at }) => ({ domainId: own.id, checkedAt: at })),
    )
  return recorded.length
}

/** Writes one rank a day since `from`, at the time of the phrase's check; none later than now. Answers the number of ranks. */
export async function recordDaily(
  tx: Transaction,
  siteId: string,
  { from, now }: { from: string; now: Date },
  past: readonly PastRanks[],
): Promise<number> {
  const domains = (await domainsOfSites(tx, [siteId])).get(siteId) ?? []
  const idOf = new Map(domains.map(({ id, domain }) => [domain, id]))
  const rows = past.map(({ keywordId, domain, url, positions }) => {
    return { keywordId, domainId: idOf.get(domain) ?? null, url, positions: `{${positions.join()}}` }
  })
  await insertDaily.run(tx, [from, now, ...columns(rows, 'keywordId', 'domainId', 'url', 'positions')])
  const ids = [...new Set(past.map(({ keywordId }) => keywordId))]
  const keywords = ids.map((id) => ({ id }))
  await findNotableChanges(tx, keywords)
  return (await positionsOf.first(tx, [ids]))?.n ?? 0
}
