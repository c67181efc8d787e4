import { events } from '@rts/shared/contract/events'
import { AppError } from '@rts/shared/errors'
import type { FactEffect } from '@rts/shared/facts/inbox'
import { startLoop } from '@rts/shared/loops/loop'
import { systemCaller } from '@rts/shared/service/rpc-client'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { pages } from '../../web/routes.ts'
import { findOwner } from '../accounts/accounts.ts'
import { linkTo, type Post } from '../letters/letters.ts'
import type { Parts } from '../parts.ts'
import { listReceivedInvites } from '../team/team.ts'
import { claimNextContact, storeSent } from './addresses.sql.ts'
import { mailChangeHandlers } from './mail-changes.ts'
import {
  deleteMembers,
  findReservation,
  insertGuestReservation,
  insertReservation,
  listOwned,
  lockReservations,
  type Reservation,
} from './members.sql.ts'
import { personsHandlers } from './operator.ts'
import { personHandlers } from './person.ts'

export { deleteExpiredMailChanges, deleteMailChange, noteContact } from './addresses.sql.ts'
export {
  dropReservation,
  finishReservation,
  listMemberships,
  listOldReservations,
  type Reservation,
} from './members.sql.ts'
export { isTaken, keepLanguage, storeTimeZone, timeZoneOf } from './persons.sql.ts'

type PeopleParts = Pick<Parts, 'database' | 'records' | 'call' | 'mail' | 'publicUrl' | 'logger'> & {
  passwords: { hash(password: string): Promise<string>; issueReset(personId: string): Promise<string> }
}

/** People, for themselves and for the operator; the gateway gets their new addresses. */
export function createPeople({ database, records, call, passwords, mail, publicUrl, logger }: PeopleParts) {
  const contacts = startLoop({
    pollMs: 30_000,
    onError: (error) => logger.warn({ err: error }, 'the gateway has not heard of an owner’s address yet'),
    round: () =>
      sendNextContact(database, (accountId, email) =>
        call('accounts.contact', { params: { accountId }, body: { email } }, systemCaller()),
      ),
  })
  const isClosed = async (accountId: string) => {
    // One that is being made is not there yet.
    const found = await call('accounts.get', { params: { accountId } }, systemCaller()).catch(missing)
    return found?.account.status === 'closed'
  }
  const passwordLink = async (personId: string) => linkTo(publicUrl, 'reset', await passwords.issueReset(personId))
  return {
    handlers: {
      ...personHandlers({ database, records, isClosed }),
      ...mailChangeHandlers({ database, records, mail, sendContacts: contacts.wake }),
      ...personsHandlers({ database, hashPassword: passwords.hash, passwordLink }),
    },
    closed: deleteMembers,
    connectionBroken: mailOwnerOfBroken(mail, publicUrl),
    background: contacts,
    sendContacts: contacts.wake,
  }
}

function missing(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return undefined
  throw error
}

/** Sends an owner's address to the gateway. Throws `not_found` or `conflict` where the account is closed. */
type SendContact = (accountId: string, email: string) => Promise<unknown>

/** Sends the gateway one owner's address; false where none is due. A failure is due again half a minute later. */
export async function sendNextContact(db: Database, send: SendContact): Promise<boolean> {
  const due = await claimNextContact(db)
  if (!due) return false
  const owner = await findOwner(db, due.accountId)
  if (owner) await send(due.accountId, owner.email).catch(ignoreClosed)
  await storeSent(db, due)
  return true
}

function ignoreClosed(error: unknown): void {
  if (error instanceof AppError && (error.code === 'not_found' || error.code === 'conflict')) return
  throw error
}

/** A connection to the search console that ended by itself: its account's owner gets one letter, at a proved address. */
function mailOwnerOfBroken(mail: Pick<Post, 'compose'>, publicUrl: string): FactEffect {
  return async (tx, fact) => {
    if (fact.type !== 'searchConsole.broken') return
    const { accountId, email: google, at } = events[fact.type].state.parse(fact.state)
    const owner = await findOwner(tx, accountId)
    if (!owner?.isActive || !owner.isVerified) return
    const variables = { url: publicUrl + pages.googleConnection, google }
    const id = `google.${accountId}.${fact.version}`
    await mail.compose(tx, { id, kind: 'brokenConnection', to: owner.email, at, variables })
  }
}

/** A person who claims has an account of their own, one that is being made, or nothing, because somebody else has the guest's. */
type Reserved = { state: 'pending'; reservation: Reservation } | { state: 'owner' | 'taken' }

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
