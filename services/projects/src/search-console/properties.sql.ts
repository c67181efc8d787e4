import type { Database } from '@rts/shared/service/transaction'
import { statement } from '@rts/shared/sql/statement'
import type { Records } from '../database.sql.ts'

type OwnedSite = { id: string; accountId: string }

const store = statement(
  `UPDATE site SET search_property = $3 WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL
   AND EXISTS (SELECT 1 FROM google_grant g WHERE g.account_id = $2 AND g.version = $4 AND g.status = 'active')`,
)

/** Stores a property that was listed for `version` of the connection; false if that is not the connection any more. */
export async function storeProperty(
  db: Database,
  { id, accountId }: OwnedSite,
  siteUrl: string,
  version: string,
): Promise<boolean> {
  return (await store.run(db, [id, accountId, siteUrl, version])) === 1
}

/** Forgets a property that the connection may not read, unless another one was chosen meanwhile. */
export async function forgetProperty(records: Records, site: OwnedSite, searchProperty: string): Promise<void> {
  await records.site.updateMany({ where: { ...site, searchProperty }, data: { searchProperty: null } })
}
