import type { Pool } from 'pg'

type OwnedSite = { id: string; accountId: string }
export type PropertyStore = ReturnType<typeof createPropertyStore>

/** Which property a site has in the search console. */
export function createPropertyStore(pool: Pool) {
  return {
    /** Chooses a property that was listed for `version` of the connection; false if that is not the connection any more. */
    async choose({ id, accountId }: OwnedSite, siteUrl: string, version: string): Promise<boolean> {
      const chosen = await pool.query(
        `UPDATE site SET search_property = $3 WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL
         AND EXISTS (SELECT 1 FROM google_grant g WHERE g.account_id = $2 AND g.version = $4 AND g.status = 'active')`,
        [id, accountId, siteUrl, version],
      )
      return chosen.rowCount === 1
    },

    /** Forgets a property that the connection may not read, unless another one was chosen meanwhile. */
    async forget({ id, accountId }: OwnedSite, siteUrl: string): Promise<void> {
      await pool.query(
        'UPDATE site SET search_property = NULL WHERE id = $1 AND account_id = $2 AND search_property = $3',
        [id, accountId, siteUrl],
      )
    },
  }
}
