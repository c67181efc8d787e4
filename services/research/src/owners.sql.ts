import type { Database } from '@rts/shared/service/transaction'
import { text } from '@rts/shared/sql/column'
import { query } from '@rts/shared/sql/statement'

const owner = query(
  { accountId: text },
  'SELECT account_id AS "accountId" FROM known.site WHERE id = $1 AND deleted_at IS NULL',
)

/** Null once the site is deleted. */
export async function ownerOf(db: Database, siteId: string): Promise<string | null> {
  return (await owner.first(db, [siteId]))?.accountId ?? null
}
