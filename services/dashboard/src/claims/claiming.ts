import { AppError } from '@rts/shared/errors'
import type { Seal } from '@rts/shared/seal'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { systemCaller } from '@rts/shared/service/rpc-client'
import { refusals } from '@rts/shared/texts/refusals'
import { type Membership, memberCaller, personOf, signUpClosed } from '../accounts/accounts.ts'
import type { Parts } from '../parts.ts'
import {
  dropReservation,
  finishReservation,
  listMemberships,
  type Reservation,
  reserveGuest,
} from '../people/people.ts'

export type ClaimOrder = { token: string; key: 'site' | 'account' | 'none' }
export type Claimed = { accountId: string; projectId: string | null; keyId: string | null }
export type ClaimDeps = Pick<Parts, 'database' | 'records' | 'call' | 'seal' | 'signUp'> & {
  /** Makes the ordinary account of a person who has none. */
  joinOwn(personId: string): Promise<void>
}

/**
 * Claims of people. The account of a guest is reserved here, upgraded at the gateway, and only then used: each step may be repeated.
 * A person who comes too late gets an ordinary account.
 */
export function createClaims({ database, records, call, seal, signUp, joinOwn }: ClaimDeps) {
  const guestOf = async (token: string) => (await call('guestLinks.get', { params: { token } }, systemCaller())).guest

  /** Moves the site into an account of the person's. */
  const claimInto = (membership: Membership, personId: string, { token, key }: ClaimOrder): Promise<Claimed> => {
    const { accountId } = membership
    const person = { ...systemCaller(accountId), ...memberCaller(membership, 'free'), personId } as const
    return call('guests.claim', { body: { link: token, accountId, key } }, person)
  }

  /** Makes the guest's account a Free one with the person's address. */
  const claimInPlace = ({ personId, email }: Reservation, { token, key }: ClaimOrder): Promise<Claimed> =>
    call('guests.claim', { body: { link: token, email, key } }, { ...systemCaller(), personId })

  const intoOwn = async (personId: string, order: ClaimOrder): Promise<Claimed> => {
    const own = (await listMemberships(database, personId)).find(({ role }) => role === 'owner')
    if (!own) throw new AppError('unavailable', refusals.accountInTheMaking, { retryAfterSeconds: 2 })
    return claimInto(own, personId, order)
  }

  /** Where people make no accounts, a guest's site goes into one that the operator made. */
  const intoOperators = async (personId: string, order: ClaimOrder, signUp: 'invite' | 'closed'): Promise<Claimed> => {
    await joinOwn(personId)
    const own = (await listMemberships(database, personId)).find(({ role }) => role === 'owner')
    if (!own) throw signUpClosed(signUp)
    return claimInto(own, personId, order)
  }

  /** Finishes a reservation. Throws, leaving it to the job, unless its outcome is known. */
  const finish = async (reservation: Reservation): Promise<Claimed> => {
    const order = openOrder(seal, reservation)
    try {
      if (!order) throw new AppError('conflict', 'This claim was forgotten; open the link again')
      const claimed = await claimInPlace(reservation, order)
      await finishReservation(database, reservation, claimed.accountId)
      return claimed
    } catch (error) {
      if (!isOver(error)) throw error
      const status = order && (await guestOf(order.token).catch(asEnded)).status
      // Somebody's claim is open: its outcome decides.
      if (status === 'claiming') throw error
      await dropReservation(records, reservation)
      await joinOwn(reservation.personId)
      // It is still free: the refusal was about the person's address, which an open account has.
      if (order && status === 'active') return intoOwn(reservation.personId, order)
      throw error
    }
  }

  const accept = async (personId: string, order: ClaimOrder): Promise<Claimed> => {
    const { accountId } = await guestOf(order.token)
    if (signUp !== 'open') return intoOperators(personId, order, signUp)
    const reserved = await reserveGuest(database, personId, accountId, seal.seal(JSON.stringify(order), accountId))
    switch (reserved.state) {
      case 'owner':
        return intoOwn(personId, order)
      case 'taken':
        await joinOwn(personId)
        throw new AppError('conflict', 'Somebody else is keeping this website')
      case 'pending':
        if (reserved.reservation.accountId === accountId) return finish(reserved.reservation)
        // The reservation of an earlier visit is finished first.
        await joinOwn(personId)
        return intoOwn(personId, order)
      default: {
        const missing: never = reserved
        return missing
      }
    }
  }

  const handlers = {
    'claim.accept': async ({ body: { accountId, ...order }, caller }) => {
      const personId = personOf(caller)
      if (accountId === undefined) return accept(personId, order)
      const named = (await listMemberships(database, personId)).find((membership) => membership.accountId === accountId)
      if (!named) throw new AppError('not_found', 'No such account')
      return claimInto(named, personId, order)
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
  return { handlers, finish }
}

/** Null without the key that sealed it: a person must not wait for ever. */
function openOrder(seal: Seal, { claim, accountId }: Reservation): ClaimOrder | null {
  try {
    return JSON.parse(seal.open(claim ?? '', accountId))
  } catch {
    return null
  }
}

/** The gateway has refused for good. */
function isOver(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found')
}

function asEnded(error: unknown): { status: 'ended' } {
  if (error instanceof AppError && error.code === 'not_found') return { status: 'ended' }
  throw error
}
