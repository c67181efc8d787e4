import { AppError } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { refusals } from '@rts/shared/texts/refusals'
import { personOf, signUpClosed } from '../accounts/accounts.ts'
import type { Parts } from '../parts.ts'
import {
  dropReservation,
  finishReservation,
  listMemberships,
  listOldReservations,
  type Reservation,
  reserveOwn,
} from '../people/people.ts'

type OwnAccountOptions = Pick<Parts, 'database' | 'records' | 'logger' | 'signUp'> & {
  /**
   * Makes an account under an id, or reads it. With `adopt`, an open account with this mail address, which the operator made, is
   * answered instead; with `only` none is made. Answers the account's id. Throws `not_found` for `only` without one.
   */
  createAccount(order: { id: string; email: string; adopt?: 'or_create' | 'only' }): Promise<string>
  finishClaim(reservation: Reservation): Promise<unknown>
}

/**
 * Makes the account of a verified person. It is reserved here, made at the gateway, and only then used: each step may be repeated,
 * and a process that ends between two steps is followed up by the next sign-in or by the job.
 */
export function createOwnAccounts({
  database,
  records,
  logger,
  signUp,
  createAccount,
  finishClaim,
}: OwnAccountOptions) {
  const join = async (reservation: Reservation): Promise<void> => {
    if (reservation.claim !== null) return void (await finishClaim(reservation))
    const { accountId: id, email } = reservation
    if (signUp !== 'open') return adopt(reservation)
    const found = await createAccount({ id, email, adopt: 'or_create' })
    if (await finishReservation(database, reservation, found)) return
    // Somebody here owns the account with this address already.
    await finishReservation(database, reservation, await createAccount({ id, email }))
  }
  /** Where people make no accounts, theirs is the one that the operator made for their address, or none. */
  const adopt = async (reservation: Reservation): Promise<void> => {
    const { accountId: id, email } = reservation
    const found = await createAccount({ id, email, adopt: 'only' }).catch(undefinedIfNotFound)
    if (found !== undefined && (await finishReservation(database, reservation, found))) return
    await dropReservation(records, reservation)
  }
  const tryJoin = (reservation: Reservation): Promise<void> =>
    join(reservation).catch((error: unknown) =>
      logger.warn({ err: error, personId: reservation.personId }, 'an account is not made yet'),
    )
  const joinOwn = async (personId: string, wantsOwn = false) => {
    const reservation = await reserveOwn(database, personId, wantsOwn)
    if (reservation) await tryJoin(reservation)
  }
  const handlers = {
    'ownAccount.create': async ({ caller }) => {
      const personId = personOf(caller)
      await joinOwn(personId, true)
      const [first] = await listMemberships(database, personId)
      if (first) return { accountId: first.accountId }
      if (signUp !== 'open') throw signUpClosed(signUp)
      throw new AppError('unavailable', refusals.accountInTheMaking, { retryAfterSeconds: 2 })
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
  return {
    handlers,
    /** Makes the account of a person who has none, and is not invited to one unless they want their own. A failure is left to the job. */
    joinOwn,
    /** Finishes reservations that are a minute old. */
    async resume(): Promise<void> {
      for (const reservation of await listOldReservations(database, 60)) await tryJoin(reservation)
    },
  }
}

function undefinedIfNotFound(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not_found') return
  throw error
}
