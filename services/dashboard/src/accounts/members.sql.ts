import type { Role } from '@rts/shared/contract/operation'
import { AppError } from '@rts/shared/errors'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, int, type RowOf, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

const role = { role: text.of<Role>() }
const seat = { role: text.of<Role>().filled, seat: int.filled }
const owner = { email: text, isVerified: boolean, isActive: boolean }

const accountLock = statement(`SELECT pg_advisory_xact_lock(hashtextextended('account ' || $1, 0))`)
const roleOf = query(role, `SELECT role FROM member WHERE account_id = $1 AND person_id = $2 AND state = 'active'`)
const takenSeats = query(
  { taken: int },
  'SELECT coalesce(max(seat), 1) AS taken FROM member_seat WHERE account_id = $1',
)
const seatOf = query(seat, 'SELECT role, seat FROM member_seat WHERE account_id = $1 AND person_id = $2')
const ownerOf = query(
  owner,
  `SELECT p.email, p.email_verified AS "isVerified", m.state = 'active' AS "isActive"
   FROM member m JOIN person p ON p.id = m.person_id WHERE m.account_id = $1 AND m.role = 'owner'`,
)

/** Until the transaction ends, others who lock the account wait: its people and its money change one after the other. */
export async function lockAccount(tx: Transaction, accountId: string): Promise<void> {
  await accountLock.run(tx, [accountId])
}

/** The role of a person in an account. */
export async function findRole(tx: Transaction, accountId: string, personId: string): Promise<Role | undefined> {
  return (await roleOf.first(tx, [accountId, personId]))?.role
}

/** Throws `not_found`. */
export async function requireRole(tx: Transaction, accountId: string, personId: string): Promise<Role> {
  const role = await findRole(tx, accountId, personId)
  if (!role) throw new AppError('not_found', 'No such member')
  return role
}

/** How many seats are taken: the owner's, and those of the other members. */
export async function seatsTaken(tx: Transaction, accountId: string): Promise<number> {
  return (await takenSeats.first(tx, [accountId]))?.taken ?? 1
}

export function findSeat(db: Database, accountId: string, personId: string): Promise<RowOf<typeof seat> | undefined> {
  return seatOf.first(db, [accountId, personId])
}

/** The owner of an account; `isActive` is false while the account is being made. */
export function findOwner(db: Database | Transaction, accountId: string): Promise<RowOf<typeof owner> | undefined> {
  return ownerOf.first(db, [accountId])
}
