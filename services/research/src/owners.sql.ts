import type { Database } from '@rts/shared/service/transaction'

/** The account that has a site; null once it is deleted. */
export async function ownerOf(db: Database, siteId: string): Promise<string | null> {
  const found = await db.query<{ accountId: string }>(
    'SELECT account_id AS "accountId" FROM known.site WHERE id = $1 AND deleted_at IS NULL',
    [siteId],
  )
  return found.rows[0]?.accountId ?? null
}
