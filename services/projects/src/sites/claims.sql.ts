import type { Transaction } from '@rts/shared/service/transaction'
import { type OwnedSite, only, siteColumns, type WrittenSite } from './site-changes.sql.ts'
import type { SiteFact } from './site-facts.ts'

/** The live site that the account has taken over from the guest before. */
export async function findMoved(tx: Transaction, guestAccountId: string, accountId: string): Promise<string | null> {
  const found = await tx.query<{ id: string }>(
    'SELECT id FROM site WHERE claimed_from = $1 AND account_id = $2 AND deleted_at IS NULL ORDER BY seq LIMIT 1',
    [guestAccountId, accountId],
  )
  return found.rows[0]?.id ?? null
}

export async function countKeywordsOfSite(tx: Transaction, siteId: string): Promise<number> {
  const found = await tx.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM keyword WHERE site_id = $1 AND deleted_at IS NULL',
    [siteId],
  )
  return found.rows[0]?.n ?? 0
}

/**
 * Moves a guest's site to another account, under a name that is free there, and unfreezes it with its keywords. The property in the
 * search console stays behind with what was read there: they belong to the connection of the account before.
 */
export async function moveSite(
  tx: Transaction,
  site: OwnedSite,
  to: { accountId: string; name: string },
): Promise<WrittenSite> {
  const moved = await tx.query<WrittenSite>(
    `UPDATE site SET account_id = $3, claimed_from = $2, name = $4, frozen = false, search_property = NULL, version = version + 1
     WHERE id = $1 AND account_id = $2 RETURNING ${siteColumns}`,
    [site.id, site.accountId, to.accountId, to.name],
  )
  await tx.query('DELETE FROM search_reading WHERE site_id = $1', [site.id])
  await tx.query('UPDATE keyword SET frozen = false WHERE site_id = $1', [site.id])
  return only(moved.rows)
}

export async function closeAccount(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(`UPDATE account SET status = 'closed' WHERE id = $1`, [accountId])
}

/** Deletes an account's sites with their history, and answers them. */
export async function deleteSites(tx: Transaction, accountId: string): Promise<(SiteFact & { wasLive: boolean })[]> {
  // Running checks lock the site; later ones find none.
  await tx.query('SELECT 1 FROM site WHERE account_id = $1 ORDER BY id FOR UPDATE', [accountId])
  await tx.query(
    `DELETE FROM ranks.position WHERE keyword_id IN
       (SELECT k.id FROM keyword k JOIN site s ON s.id = k.site_id WHERE s.account_id = $1)`,
    [accountId],
  )
  await tx.query(
    `DELETE FROM ranks.turn WHERE own_id IN
       (SELECT d.id FROM tracked_domain d JOIN site s ON s.id = d.site_id WHERE s.account_id = $1)`,
    [accountId],
  )
  const deleted = await tx.query<SiteFact & { wasLive: boolean }>(
    `DELETE FROM site WHERE account_id = $1
     RETURNING id, account_id AS "accountId", version + 1 AS version, name, domain, country, language,
       created_at AS "createdAt", deleted_at IS NULL AS "wasLive"`,
    [accountId],
  )
  return deleted.rows
}
