import type { Transaction } from '@rts/shared/service/transaction'
import { boolean, type Columns, selectList, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { FreezableKeyword, FreezableSite } from './rules/frozen.ts'

const site: Columns<FreezableSite> = { id: text, frozen: boolean }
const keyword: Columns<FreezableKeyword> = { ...site, siteId: text }

const sitesOfAccount = query(
  site,
  'SELECT id, frozen FROM site WHERE account_id = $1 AND deleted_at IS NULL ORDER BY seq',
)
const keywordsOfAccount = query(
  keyword,
  `SELECT ${selectList(keyword, 'k')} FROM keyword k JOIN site s ON s.id = k.site_id
   WHERE s.account_id = $1 AND s.deleted_at IS NULL AND k.deleted_at IS NULL ORDER BY k.seq`,
)
const toggleSites = statement('UPDATE site SET frozen = NOT frozen WHERE id = ANY($1)')
const toggleKeywords = statement('UPDATE keyword SET frozen = NOT frozen WHERE id = ANY($1)')
const frozenSites = query(
  { id: text },
  `SELECT s.id FROM site s WHERE s.account_id = $1 AND s.deleted_at IS NULL
   AND (s.frozen OR EXISTS (SELECT 1 FROM keyword k WHERE k.site_id = s.id AND k.frozen AND k.deleted_at IS NULL))`,
)

/** Live sites, the oldest first. */
export function listFreezableSites(tx: Transaction, accountId: string): Promise<FreezableSite[]> {
  return sitesOfAccount.rows(tx, [accountId])
}

/** Live keywords of live sites, the oldest first. */
export function listFreezableKeywords(tx: Transaction, accountId: string): Promise<FreezableKeyword[]> {
  return keywordsOfAccount.rows(tx, [accountId])
}

/** Freezes those of the rows that are not frozen, and unfreezes the others. */
export async function toggleFrozen(
  tx: Transaction,
  { sites, keywords }: { sites: readonly string[]; keywords: readonly string[] },
): Promise<void> {
  await toggleSites.run(tx, [sites])
  await toggleKeywords.run(tx, [keywords])
}

/** The live sites that are frozen, or have a frozen keyword. */
export async function listFrozenSites(tx: Transaction, accountId: string): Promise<string[]> {
  return (await frozenSites.rows(tx, [accountId])).map(({ id }) => id)
}
