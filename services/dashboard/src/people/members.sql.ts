import type { Role } from '@rts/shared/contract/operation'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, type RowOf, selectList, text, texts } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import { DatabaseError } from 'pg'
import type { ListedMembership } from '../accounts/accounts.ts'
import type { Records } from '../database.sql.ts'

/** A person whose own account is being made; with `claim` it is a guest's, and that is the sealed order of the claim. */
const reservation = { personId: text, email: text, accountId: text, claim: text.orNull }
export type Reservation = RowOf<typeof reservation>
const membership = { accountId: text, role: text.of<Role>(), siteIds: texts.orNull, owner: text.orNull }
const owned = { accountId: text, isActive: boolean }

const selectReservations = `SELECT ${selectList(reservation, 'm', { email: 'p.email' })}
  FROM member m JOIN person p ON p.id = m.person_id WHERE m.state = 'pending'`
const reservationOf = query(reservation, `${selectReservations} AND m.person_id = $1`)
const oldReservations = query(
  reservation,
  `${selectReservations} AND m.joined_at < statement_timestamp() - make_interval(secs => $1) ORDER BY m.joined_at LIMIT 100`,
)
const lock = query({ id: text }, 'SELECT id FROM person WHERE id = $1 FOR NO KEY UPDATE')
const ownReservation = statement(
  `INSERT INTO member (person_id, account_id, role, state)
   SELECT id, gen_random_uuid()::text, 'owner', 'pending' FROM person
   WHERE id = $1 AND email_verified AND NOT EXISTS (SELECT 1 FROM member WHERE person_id = $1)`,
)
const guestReservation = statement(
  `INSERT INTO member (person_id, account_id, role, state, claim) VALUES ($1, $2, 'owner', 'pending', $3) ON CONFLICT DO NOTHING`,
)
const activation = statement(
  `UPDATE member SET state = 'active', account_id = $2, claim = NULL, joined_at = clock_timestamp()
   WHERE person_id = $1 AND state = 'pending'`,
)
const ownedAccounts = query(
  owned,
  `SELECT ${selectList(owned, 'm', { isActive: `m.state = 'active'` })} FROM member m
   WHERE m.person_id = $1 AND m.role = 'owner' ORDER BY m.account_id`,
)
const membershipsOf = query(
  membership,
  `SELECT m.account_id AS "accountId", m.role, m.site_ids AS "siteIds", (
     SELECT p.email FROM member o JOIN person p ON p.id = o.person_id WHERE o.account_id = m.account_id AND o.role = 'owner'
   ) AS owner
   FROM member m WHERE m.person_id = $1 AND m.state = 'active' ORDER BY m.role = 'owner' DESC, m.joined_at, m.account_id`,
)
const departures = query(
  { accountId: text },
  `DELETE FROM member WHERE person_id = $1 AND role <> 'owner' RETURNING account_id AS "accountId"`,
)
const membersOfAccount = statement('DELETE FROM member WHERE account_id = $1')
const invitesOfAccount = statement('DELETE FROM invite WHERE account_id = $1')

/** Two reservations of one person come one after the other, and the second sees what the first made. */
export async function lockReservations(tx: Transaction, personId: string): Promise<void> {
  await lock.run(tx, [personId])
}

export function findReservation(tx: Transaction, personId: string): Promise<Reservation | undefined> {
  return reservationOf.first(tx, [personId])
}

/** Reserves an account for a verified person who belongs to none. */
export async function insertReservation(tx: Transaction, personId: string): Promise<void> {
  await ownReservation.run(tx, [personId])
}

/** Reserves a guest's account, unless somebody has; `claim` is what the job needs to finish it. */
export async function insertGuestReservation(tx: Transaction, personId: string, accountId: string, claim: string) {
  await guestReservation.run(tx, [personId, accountId, claim])
}

/** The account is there: from now on the person may use it. False if somebody else owns `accountId`. */
export async function finishReservation(db: Database, { personId }: Reservation, accountId: string): Promise<boolean> {
  try {
    await activation.run(db, [personId, accountId])
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'member_owner') return false
    throw error
  }
}

export async function dropReservation(records: Records, { personId, accountId }: Reservation): Promise<void> {
  await records.member.deleteMany({ where: { personId, accountId, state: 'pending' } })
}

export function listOldReservations(db: Database, seconds: number): Promise<Reservation[]> {
  return oldReservations.rows(db, [seconds])
}

/** The accounts that a person owns; `isActive` is false while one is being made. */
export function listOwned(db: Database | Transaction, personId: string): Promise<RowOf<typeof owned>[]> {
  return ownedAccounts.rows(db, [personId])
}

/** The accounts of a person, their own first. */
export function listMemberships(db: Database, personId: string): Promise<ListedMembership[]> {
  return membershipsOf.rows(db, [personId])
}

/** Ends the memberships of a person in accounts of others; answers the accounts. */
export async function leaveAccounts(tx: Transaction, personId: string): Promise<string[]> {
  return (await departures.rows(tx, [personId])).map(({ accountId }) => accountId)
}

/** Deletes all memberships and invites of an account: its people may get another one when they sign in. */
export async function deleteMembers(tx: Transaction, accountId: string): Promise<void> {
  await membersOfAccount.run(tx, [accountId])
  await invitesOfAccount.run(tx, [accountId])
}
