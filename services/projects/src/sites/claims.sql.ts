import type { Transaction } from '@rts/shared/service/transaction'
import { int, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import { type OwnedSite, only } from './site-changes.sql.ts'
import { type SiteRecord, site, siteColumns } from './sites.sql.ts'

const takenOver = query(
  { id: text },
  'SELECT id FROM site WHERE claimed_from = $1 AND account_id = $2 AND deleted_at IS NULL ORDER BY seq LIMIT 1',
)
const keywordsOfSite = query(
  { n: int },
  'SELECT count(*)::int AS n FROM keyword WHERE site_id = $1 AND deleted_at IS NULL',
)
const move = query(
  site,
  `UPDATE site s SET account_id = $3, claimed_from = $2, name = $4, frozen = false, search_property = NULL, version = version + 1
   WHERE id = $1 AND account_id = $2 RETURNING ${siteColumns}`,
)
const deleteReadings = statement('DELETE FROM search_reading WHERE site_id = $1')
const unfreezeKeywords = statement('UPDATE keyword SET frozen = false WHERE site_id = $1')
const markClosed = statement(`UPDATE account SET status = 'closed' WHERE id = $1`)
const lockSites = statement('SELECT FROM site WHERE account_id = $1 ORDER BY id FOR UPDATE')
const deleteAll = query(
  site,
  `UPDATE site s SET deleted_at = $2, in_trash = false, version = version + 1
   WHERE account_id = $1 AND (deleted_at IS NULL OR in_trash) RETURNING ${siteColumns}`,
)

export async function findMoved(tx: Transaction, guestAccountId: string, accountId: string): Promise<string | null> {
  return (await takenOver.first(tx, [guestAccountId, accountId]))?.id ?? null
}

export async function countKeywordsOfSite(tx: Transaction, siteId: string): Promise<number> {
  return (await keywordsOfSite.first(tx, [siteId]))?.n ?? 0
}

/**
 * Moves a guest's site to another account, under a name that is free there, and unfreezes it with its keywords. The property in the
 * search console stays behind with what was read there: they belong to the connection of the account before.
 */
export async function moveSite(tx: Transaction, { id, accountId }: OwnedSite, to: { accountId: string; name: string }) {
  const moved = await move.first(tx, [id, accountId, to.accountId, to.name])
  await deleteReadings.run(tx, [id])
  await unfreezeKeywords.run(tx, [id])
  return only(moved)
}

export async function closeAccount(tx: Transaction, accountId: string): Promise<void> {
  await markClosed.run(tx, [accountId])
}

/** Marks an account's sites as deleted for good, those in the trash too, and answers them. Their rows go in steps, as its end is known. */
export async function deleteSites(tx: Transaction, accountId: string, now: Date): Promise<SiteRecord[]> {
  // Running checks lock the site; later ones find none.
  await lockSites.run(tx, [accountId])
  return deleteAll.rows(tx, [accountId, now])
}
