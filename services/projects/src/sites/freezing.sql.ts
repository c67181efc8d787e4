import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, type Columns, selectList, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { FreezableKeyword, FreezableSite } from './rules/frozen.ts'
import { type SiteRecord, siteColumns, site as siteRecord } from './sites.sql.ts'

const site: Columns<FreezableSite> = { id: text, frozen: boolean }
const keyword: Columns<FreezableKeyword> = { ...site, siteId: text }

const sitesOfAccount = query(
  site,
  'SELECT id, frozen FROM site WHERE account_id = $1 AND deleted_at IS NULL ORDER BY coalesce(limit_seq, seq)',
)
const keywordsOfAccount = query(
  keyword,
  `SELECT ${selectList(keyword, 'k')} FROM keyword k JOIN site s ON s.id = k.site_id
   WHERE s.account_id = $1 AND s.deleted_at IS NULL AND k.deleted_at IS NULL
   ORDER BY coalesce(k.limit_seq, k.seq)`,
)
const toggleSites = query(
  siteRecord,
  `UPDATE site s SET frozen = NOT frozen, version = version + 1 WHERE id = ANY($1) RETURNING ${siteColumns}`,
)
const toggleKeywords = statement('UPDATE keyword SET frozen = NOT frozen WHERE id = ANY($1)')
const frozenSites = query(
  { id: text },
  `SELECT s.id FROM site s WHERE s.account_id = $1 AND s.deleted_at IS NULL
   AND (s.frozen OR EXISTS (SELECT 1 FROM keyword k WHERE k.site_id = s.id AND k.frozen AND k.deleted_at IS NULL))`,
)

/** Live sites, the oldest first; a restored one is as old as its restoration. */
export function listFreezableSites(db: Database | Transaction, accountId: string): Promise<FreezableSite[]> {
  return sitesOfAccount.rows(db, [accountId])
}

export function listFreezableKeywords(tx: Transaction, accountId: string): Promise<FreezableKeyword[]> {
  return keywordsOfAccount.rows(tx, [accountId])
}

/** Freezes those of the rows that are not frozen, and unfreezes the others; answers the sites as they are then. */
export async function toggleFrozen(
  tx: Transaction,
  { sites, keywords }: { sites: readonly string[]; keywords: readonly string[] },
): Promise<SiteRecord[]> {
  await toggleKeywords.run(tx, [keywords])
  return sites.length === 0 ? [] : toggleSites.rows(tx, [sites])
}

/** The sites that are frozen, or have frozen keywords. */
export async function listFrozenSites(tx: Transaction, accountId: string): Promise<string[]> {
  return (await frozenSites.rows(tx, [accountId])).map(({ id }) => id)
}
