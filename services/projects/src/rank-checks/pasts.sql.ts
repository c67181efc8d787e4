import { columns } from '@rts/shared/service/columns'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { bigint, type Columns, int, selectList, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import { latestOfManySql, latestRankSql } from './latest-ranks.sql.ts'
import { domainsOfSites, findTurns } from './ranks.sql.ts'

/** A competitor with an incomplete past: the order of its last keyword that has one. */
export type Unfilled = { siteId: string; domain: string; pastSeq: string }
type ImportedRank = {
  identity: string
  country: string
  language: string
  at: Date
  position: number
  url: string | null
}
type PastRanks = { keywordId: string; domain: string; url: string; positions: readonly number[] }

const unfilled: Columns<Unfilled> = { siteId: text, domain: text, pastSeq: bigint.filled }

const unfilledDomains = query(
  { id: text },
  'SELECT id FROM tracked_domain WHERE past_seq IS NOT NULL AND deleted_at IS NULL ORDER BY seq',
)
const holdSiteOf = statement('SELECT FROM site WHERE id = (SELECT site_id FROM tracked_domain WHERE id = $1) FOR SHARE')
const lockDomain = query(
  unfilled,
  `SELECT ${selectList(unfilled, 'd')} FROM tracked_domain d
   WHERE id = $1 AND past_seq IS NOT NULL AND deleted_at IS NULL FOR NO KEY UPDATE SKIP LOCKED`,
)
const nextKeywords = query(
  { id: text, seq: bigint },
  'SELECT id, seq FROM keyword WHERE site_id = $1 AND deleted_at IS NULL AND seq > $2 ORDER BY seq LIMIT $3',
)
const storeProgress = statement('UPDATE tracked_domain SET past_seq = $2 WHERE id = $1')
const positionsOf = query({ n: int }, 'SELECT count(*)::int AS n FROM ranks.position WHERE keyword_id = ANY($1)')
// Only pages that gave the keywords a rank: the others were fetched for other accounts and stay theirs. A check made since the
// competitor was added has already written a rank; it lacks the previous one.
const fill = statement(
  `WITH seen AS (
    SELECT DISTINCT k.id AS keyword_id, k.epoch, k.target_id, p.checked_at
    FROM keyword k JOIN ranks.position p ON p.keyword_id = k.id AND p.epoch = k.epoch WHERE k.id = ANY($1)
  ), found AS (
    SELECT s.*, ranks.rank_of(r.hosts, $3) AS position, r.urls, r.depth, r.source, r.sandbox
    FROM seen s JOIN ranks.results_page r ON r.target_id = s.target_id AND r.fetched_at = s.checked_at
  ), ranked AS MATERIALIZED (
    SELECT keyword_id, epoch, $2 AS domain_id, checked_at, position, urls[nullif(position, 0)] AS url, depth, source, sandbox FROM found
  ), past AS (
    INSERT INTO ranks.position (keyword_id, epoch, domain_id, checked_at, position, url, depth, source, sandbox)
    SELECT * FROM ranked ON CONFLICT DO NOTHING
  )
  ${latestOfManySql('ranked')}`,
)
const importAll = query(
  { id: text },
  `WITH past AS (
    INSERT INTO ranks.position (keyword_id, epoch, domain_id, checked_at, position, url, depth, source, sandbox)
    SELECT k.id, k.epoch, d.id, w.at, w.position, w.url, NULL, $2, false
    FROM unnest($3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::int[], $8::text[])
      AS w (identity, country, language, at, position, url)
    JOIN keyword k ON k.site_id = $1 AND k.identity = w.identity AND k.country = w.country AND k.language = w.language AND k.deleted_at IS NULL
    JOIN tracked_domain d ON d.site_id = $1 AND d.kind = 'own' AND d.deleted_at IS NULL
    ON CONFLICT DO NOTHING RETURNING keyword_id, domain_id, position, url, checked_at, source, sandbox
  ),
  updated AS (UPDATE keyword k SET updated_at = now() FROM past p WHERE k.id = p.keyword_id)
  ${latestRankSql('past')} RETURNING s.keyword_id AS id`,
)
const insertDaily = statement(
  `WITH past AS (
    INSERT INTO ranks.position (keyword_id, epoch, domain_id, checked_at, position, url, depth, source, sandbox)
    SELECT k.id, k.epoch, s.domain_id, day.checked_at, p.position, CASE WHEN p.position > 0 THEN s.url END, t.depth, 'sandbox', true
    FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS s (keyword_id, domain_id, url, positions)
    JOIN tracked_domain d ON d.id = s.domain_id
    JOIN keyword k ON k.id = s.keyword_id JOIN page_target t ON t.id = k.target_id
    CROSS JOIN LATERAL unnest(s.positions::int[]) WITH ORDINALITY AS p (position, day)
    CROSS JOIN LATERAL (
      SELECT ($1::date + (p.day - 1)::int + make_interval(secs => t.slot_seconds)) AT TIME ZONE 'UTC' AS checked_at) AS day
    WHERE day.checked_at < $2
    RETURNING keyword_id, domain_id, position, url, checked_at, source, sandbox)
  ${latestOfManySql('past')}`,
)

/** Competitors with an incomplete past, oldest first. */
export async function listUnfilled(db: Database): Promise<string[]> {
  return (await unfilledDomains.rows(db)).map(({ id }) => id)
}

/** Locks the site first, as everywhere; then the domain, unless another transaction has it. */
export async function lockUnfilled(tx: Transaction, domainId: string): Promise<Unfilled | undefined> {
  await holdSiteOf.run(tx, [domainId])
  return lockDomain.first(tx, [domainId])
}

export function listNextKeywords(tx: Transaction, { siteId, pastSeq }: Unfilled, take: number) {
  return nextKeywords.rows(tx, [siteId, pastSeq, take])
}

/** Fills a competitor's past of these keywords; `pastSeq` is the order of the last one, null if there are no more. */
export async function fillPast(
  tx: Transaction,
  { domainId, domain, pastSeq }: { domainId: string; domain: string; pastSeq: string | null },
  keywords: readonly { id: string }[],
): Promise<void> {
  await fill.run(tx, [keywords.map(({ id }) => id), domainId, domain])
  await findTurns(tx, keywords, domainId)
  await storeProgress.run(tx, [domainId, pastSeq])
}

/** Adds one history entry per keyword, unless that time has one. Answers how many are new. */
export async function recordImported(tx: Transaction, siteId: string, source: string, ranks: readonly ImportedRank[]) {
  const values = [siteId, source, ...columns(ranks, 'identity', 'country', 'language', 'at', 'position', 'url')]
  const recorded = await importAll.rows(tx, values)
  await findTurns(tx, recorded)
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
  await findTurns(tx, keywords)
  return (await positionsOf.first(tx, [ids]))?.n ?? 0
}
