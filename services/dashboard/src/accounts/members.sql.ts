import type { Role } from '@rts/shared/contract/operation'
import { AppError } from '@rts/shared/errors'
import type { Database, Transaction } from '@rts/shared/service/transaction'

/** Until the transaction ends, others who lock the account wait: its people and its money change one after the other. */
export async function lockAccount(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('account ' || $1, 0))`, [accountId])
}

/** The role of a person in an account. */
export async function findRole(tx: Transaction, accountId: string, personId: string): Promise<Role | undefined> {
  const found = await tx.query<{ role: Role }>(
    `SELECT role FROM member WHERE account_id = $1 AND person_id = $2 AND state = 'active'`,
    [accountId, personId],
  )
  return found.rows[0]?.role
}

/** Throws `not_found`. */
export async function requireRole(tx: Transaction, accountId: string, personId: string): Promise<Role> {
  const role = await findRole(tx, accountId, personId)
  if (!role) throw new AppError('not_found', 'No such member')
  return role
}

/** How many seats are taken: the owner's, and those of the other members. */
export async function seatsTaken(tx: Transaction, accountId: string): Promise<number> {
  const found = await tx.query<{ taken: number }>(
    'SELECT coalesce(max(seat), 1) AS taken FROM member_seat WHERE account_id = $1',
    [accountId],
  )
  return found.rows[0]?.taken ?? 1
}

export async function findSeat(
  db: Database,
  accountId: string,
  personId: string,
): Promise<{ role: Role; seat: number } | undefined> {
  const found = await db.query<{ role: Role; seat: number }>(
    'SELECT role, seat FROM member_seat WHERE account_id = $1 AND person_id = $2',
    [accountId, personId],
  )
  return found.rows[0]
}
