import type { Transaction } from '@rts/shared/service/transaction'
import { boolean, int, type RowOf, selectList, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import { type OwnedSite, only } from './site-changes.sql.ts'
import { site, siteColumns } from './sites.sql.ts'

const deleted = { ...site, wasLive: boolean }

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
const deletePositions = statement(
  `DELETE FROM ranks.position WHERE keyword_id IN
     (SELECT k.id FROM keyword k JOIN site s ON s.id = k.site_id WHERE s.account_id = $1)`,
)
const deleteTurns = statement(
  `DELETE FROM ranks.turn WHERE own_id IN
     (SELECT d.id FROM tracked_domain d JOIN site s ON s.id = d.site_id WHERE s.account_id = $1)`,
)
const deleteAll = query(
  deleted,
  `DELETE FROM site s WHERE account_id = $1
   RETURNING ${selectList(deleted, 's', { version: 'version + 1', wasLive: 'deleted_at IS NULL' })}`,
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

/** Deletes an account's sites with their history, and answers them. */
export async function deleteSites(tx: Transaction, accountId: string): Promise<RowOf<typeof deleted>[]> {
  // Running checks lock the site; later ones find none.
  await lockSites.run(tx, [accountId])
  await deletePositions.run(tx, [accountId])
  await deleteTurns.run(tx, [accountId])
  return deleteAll.rows(tx, [accountId])
}
