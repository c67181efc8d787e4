import type { Pool } from 'pg'

/** Moves a guest's times and the ends of its tokens back, as if this much more time had passed. */
export async function age(pool: Pool, token: string, interval: string): Promise<void> {
  const account = `(SELECT account_id FROM api_key WHERE hash = sha256($1::bytea))`
  await pool.query(
    `UPDATE guest g SET issued_at = g.issued_at - $2::interval, created_at = g.created_at - $2::interval,
       ends_at = g.ends_at - $2::interval, held_until = g.held_until - $2::interval WHERE g.account_id = ${account}`,
    [token, interval],
  )
  await pool.query(`UPDATE api_key SET expires_at = expires_at - $2::interval WHERE account_id = ${account}`, [
    token,
    interval,
  ])
}
