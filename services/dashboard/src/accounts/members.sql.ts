import type { Role } from '@rts/shared/contract/operation'
import { AppError } from '@rts/shared/errors'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, int, selectList, text, texts, time } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

const seat = {
  role: text.of<Role>().filled,
  siteIds: texts.orNull,
  seat: int.filled,
  joinedAt: time.filled,
  rightsSince: time,
}
const rightsSince = 'greatest(m.joined_at, m.rights_changed_at)'
const owner = { email: text, isVerified: boolean, isActive: boolean }

const accountLock = statement(`SELECT pg_advisory_xact_lock(hashtextextended('account ' || $1, 0))`)
const takenSeats = query(
  { taken: int },
  'SELECT coalesce(max(seat), 1) AS taken FROM account_seat WHERE account_id = $1',
)
const seatOf = query(
  seat,
  `SELECT ${selectList(seat, 's', { rightsSince })}
   FROM account_seat s JOIN member m USING (account_id, person_id) WHERE account_id = $1 AND person_id = $2`,
)
// Where a site is deleted for good. Who saw no other sees none from then on.
const forgottenByMembers = statement(
  'UPDATE member SET site_ids = array_remove(site_ids, $2) WHERE account_id = $1 AND $2 = ANY (site_ids)',
)
const forgottenByInvites = statement(
  'UPDATE invite SET site_ids = array_remove(site_ids, $2) WHERE account_id = $1 AND $2 = ANY (site_ids)',
)
const ownerOf = query(
  owner,
  `SELECT p.email, p.email_verified AS "isVerified", m.state = 'active' AS "isActive"
   FROM member m JOIN person p ON p.id = m.person_id WHERE m.account_id = $1 AND m.role = 'owner'`,
)

/** Until the transaction ends, others who lock the account wait: its people and its money change one after the other. */
export async function lockAccount(tx: Transaction, accountId: string): Promise<void> {
  await accountLock.run(tx, [accountId])
}

/** The role, the limit and the seat of a member; undefined for others. */
export function findSeat(db: Database | Transaction, accountId: string, personId: string) {
  return seatOf.first(db, [accountId, personId])
}

export async function requireRole(tx: Transaction, accountId: string, personId: string): Promise<Role> {
  const found = await findSeat(tx, accountId, personId)
  if (!found) throw new AppError('not_found', 'No such member')
  return found.role
}

export async function seatsTaken(tx: Transaction, accountId: string): Promise<number> {
  return (await takenSeats.first(tx, [accountId]))?.taken ?? 1
}

/** Takes a site that is deleted for good out of the lists of those who are limited to it. */
export async function forgetSite(tx: Transaction, siteId: string, accountId: string): Promise<void> {
  await forgottenByMembers.run(tx, [accountId, siteId])
  await forgottenByInvites.run(tx, [accountId, siteId])
}

/** The owner of an account; `isActive` is false while the account is being made. */
export function findOwner(db: Database | Transaction, accountId: string) {
  return ownerOf.first(db, [accountId])
}
