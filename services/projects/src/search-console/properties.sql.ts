import type { Database } from '@rts/shared/service/transaction'

type OwnedSite = { id: string; accountId: string }

/** Stores a property that was listed for `version` of the connection; false if that is not the connection any more. */
export async function storeProperty(
  db: Database,
  { id, accountId }: OwnedSite,
  siteUrl: string,
  version: string,
): Promise<boolean> {
  const chosen = await db.query(
    `UPDATE site SET search_property = $3 WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL
     AND EXISTS (SELECT 1 FROM google_grant g WHERE g.account_id = $2 AND g.version = $4 AND g.status = 'active')`,
    [id, accountId, siteUrl, version],
  )
  return chosen.rowCount === 1
}

/** Forgets a property that the connection may not read, unless another one was chosen meanwhile. */
export async function forgetProperty(db: Database, { id, accountId }: OwnedSite, siteUrl: string): Promise<void> {
  await db.query('UPDATE site SET search_property = NULL WHERE id = $1 AND account_id = $2 AND search_property = $3', [
    id,
    accountId,
    siteUrl,
  ])
}
