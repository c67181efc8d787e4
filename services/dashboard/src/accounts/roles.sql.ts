import type { Role } from '@rts/shared/contract/operation'
import { AppError } from '@rts/shared/errors'
import type { PoolClient } from 'pg'

/** Whoever changes who belongs to an account waits here until the transaction before has ended. */
export async function lockAccount(client: PoolClient, accountId: string): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('account ' || $1, 0))`, [accountId])
}

/** What a person is in the account. */
export async function findRole(client: PoolClient, accountId: string, personId: string): Promise<Role | undefined> {
  const found = await client.query<{ role: Role }>(
    `SELECT role FROM member WHERE account_id = $1 AND person_id = $2 AND state = 'active'`,
    [accountId, personId],
  )
  return found.rows[0]?.role
}

/** Throws `not_found`. */
export async function requireRole(client: PoolClient, accountId: string, personId: string): Promise<Role> {
  const role = await findRole(client, accountId, personId)
  if (!role) throw new AppError('not_found', 'No such member')
  return role
}

/** The owner's seat, and those of the other members. */
export async function seatsTaken(client: PoolClient, accountId: string): Promise<number> {
  const found = await client.query<{ taken: number }>(
    'SELECT coalesce(max(seat), 1) AS taken FROM member_seat WHERE account_id = $1',
    [accountId],
  )
  return found.rows[0]?.taken ?? 1
}
