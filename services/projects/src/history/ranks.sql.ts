import type { Transaction } from '@rts/shared/service/transaction'
import { text } from '@rts/shared/sql/column'
import { parameterRows } from '@rts/shared/sql/parameter-rows'
import { query, statement } from '@rts/shared/sql/statement'
import { cutCourses } from './courses.sql.ts'
import { latestRankSteps } from './latest-ranks.sql.ts'
import { type Stored, type StoredPage, skipStored } from './results-pages.sql.ts'
import { type Blocks, factsOf, noBlocks } from './rules/blocks.ts'
import { lines } from './rules/lines.ts'
import { type CompactPage, isHidden, moreUrls, rankOnPage } from './rules/positions.ts'

export type RankedDomain = { id: string; domain: string }
/** A keyword that takes its ranks from a page: the site's own and those of its competitors. */
export type RankedKeyword = { keywordId: string; epoch: number; domains: readonly RankedDomain[] }

/**
 * Records `ranked`, a rank of each keyword and domain (the site's own has `is_own`): as the latest, in the history, and as a notable change if it is
 * one beside the rank that was the latest until then, on a page with the site. Where that was not the one before it, `late` has the keyword.
 */
export const recordedSql = (ifStored: Stored) => `${latestRankSteps('ranked')},
  seen AS MATERIALIZED (SELECT * FROM ranked JOIN latest USING (keyword_id, domain_id)),
  beside AS MATERIALIZED (
    SELECT r.*, own.domain_id AS own_id, own.position AS own, own.before_position AS before_own, own.before_at AS own_before_at
    FROM seen r JOIN seen own ON own.keyword_id = r.keyword_id AND own.is_own),
  history AS (
    INSERT INTO ranks.rank (keyword, checked_at, domain, epoch, position, depth, source, url, more_urls, blocks)
    SELECT k.seq, r.checked_at, d.seq, r.epoch, r.position, r.depth, ranks.source_of(r.source, r.sandbox), r.url,
      string_to_array(r.more_urls, E'\\n'), r.blocks
    FROM ranked r JOIN keyword k ON k.id = r.keyword_id JOIN tracked_domain d ON d.id = r.domain_id
    ${ifStored} RETURNING keyword),
  changed AS (
    INSERT INTO ranks.notable_change (own_id, domain_id, checked_at, keyword_id, epoch, position, url, own, before_at, before_position, before_url, before_own)
    SELECT own_id, domain_id, checked_at, keyword_id, epoch, position, url, own, before_at, before_position, before_url, before_own
    FROM beside WHERE before_at = own_before_at AND before_at < checked_at
      AND ranks.is_notable(is_own, position, url, own, before_position, before_url, before_own)
      AND ranks.is_comparable(position, depth, before_position, before_depth)
    ON CONFLICT DO NOTHING),
  late AS (
    SELECT DISTINCT b.keyword_id FROM history h JOIN keyword k ON k.seq = h.keyword JOIN beside b ON b.keyword_id = k.id
    WHERE before_at > checked_at OR own_before_at <> before_at)`

const recordRows = parameterRows({
  keywordId: 'text',
  epoch: 'int',
  domainId: 'text',
  isOwn: 'boolean',
  checkedAt: 'timestamptz',
  position: 'int',
  url: 'text',
  depth: 'int',
  source: 'text',
  sandbox: 'boolean',
  moreUrls: 'text',
  blocks: 'int',
})
const record = query(
  { id: text },
  `WITH ranked AS MATERIALIZED (SELECT * FROM ${recordRows.sql('r')}),
  ${recordedSql(skipStored)}
  SELECT keyword_id AS id FROM late`,
)
const findNotableOf = statement('SELECT ranks.find_notable_changes($1, $2)')
const domainsBySite = query(
  { id: text, siteId: text, domain: text },
  `SELECT id, site_id AS "siteId", domain FROM tracked_domain
   WHERE site_id = ANY($1) AND deleted_at IS NULL ORDER BY kind = 'own' DESC, seq`,
)

/** Finds the notable changes of keywords anew, in the transaction that recorded ranks from before their latest; or only those of a competitor. */
export async function findNotableChanges(
  tx: Transaction,
  keywords: readonly { id: string }[],
  rivalId: string | null = null,
) {
  if (keywords.length === 0) return
  await findNotableOf.run(tx, [keywords.map(({ id }) => id), rivalId])
}

/** Writes the ranks that keywords take from their pages: into the history, and as the latest if they are. */
export async function recordRanks(tx: Transaction, entries: readonly { keyword: RankedKeyword; page: StoredPage }[]) {
  const rows = entries.flatMap(({ keyword, page }) =>
    ranksOn(page, keyword.domains).map((rank) => ({ ...page, ...keyword, ...rank, checkedAt: page.fetchedAt })),
  )
  if (rows.length === 0) return
  await findNotableChanges(tx, await record.rows(tx, recordRows.values(rows)))
  await cutCourses(tx, rows)
}

/**
 * The ranks of domains on a page, the site's own first; of that its further addresses and what is known of the page's blocks too. One
 * that may be hidden above its rank has none.
 */
export function ranksOn(page: CompactPage & { blocks?: Blocks }, domains: readonly RankedDomain[]) {
  return domains.flatMap(({ id: domainId, domain }, i) => {
    if (isHidden(page, domain)) return []
    const isOwn = i === 0
    const more = isOwn ? moreUrls(page, domain) : []
    const blocks = isOwn ? factsOf(page.blocks ?? noBlocks, domain) : null
    return [{ domainId, ...rankOnPage(page, domain), isOwn, moreUrls: more.length > 0 ? lines(more) : null, blocks }]
  })
}

export async function domainsOfSites(tx: Transaction, siteIds: readonly string[]) {
  return Map.groupBy(await domainsBySite.rows(tx, [siteIds]), ({ siteId }) => siteId)
}
