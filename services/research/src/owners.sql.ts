import type { Pool } from 'pg'

/** The account that has a site; null once it is deleted. */
export async function ownerOf(pool: Pool, siteId: string): Promise<string | null> {
  const found = await pool.query<{ accountId: string }>(
    'SELECT account_id AS "accountId" FROM known.site WHERE id = $1 AND deleted_at IS NULL',
    [siteId],
  )
  return found.rows[0]?.accountId ?? null
}
