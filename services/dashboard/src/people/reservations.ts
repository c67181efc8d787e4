import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { listReceivedInvites } from '../team/team.ts'
import {
  findReservation,
  insertGuestReservation,
  insertReservation,
  listOwned,
  lockReservations,
  type Reservation,
} from './members.sql.ts'

/** A person who claims has an account of their own, one that is being made, or nothing, because somebody else has the guest's. */
export type Reserved = { state: 'pending'; reservation: Reservation } | { state: 'owner' | 'taken' }

/**
 * Reserves an account for a verified person without one; undefined where none is to be made. A person who is invited is expected in
 * the account that invites them, unless they want one of their own.
 */
export function reserveOwn(db: Database, personId: string, wantsOwn: boolean): Promise<Reservation | undefined> {
  return inTransaction(db, async (tx) => {
    await lockReservations(tx, personId)
    const isInvited = (await listReceivedInvites(tx, personId)).length > 0
    if (wantsOwn || !isInvited) await insertReservation(tx, personId)
    return findReservation(tx, personId)
  })
}

/** Reserves a guest's account for a person who owns none. */
export function reserveGuest(db: Database, personId: string, accountId: string, claim: string): Promise<Reserved> {
  return inTransaction(db, async (tx) => {
    await lockReservations(tx, personId)
    if ((await listOwned(tx, personId)).some(({ isActive }) => isActive)) return { state: 'owner' }
    const before = await findReservation(tx, personId)
    if (before) return { state: 'pending', reservation: before }
    await insertGuestReservation(tx, personId, accountId, claim)
    const reservation = await findReservation(tx, personId)
    return reservation ? { state: 'pending', reservation } : { state: 'taken' }
  })
}
