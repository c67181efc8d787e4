import { AppError } from '@rts/shared/errors'
import type { Logger } from '@rts/shared/logger'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { personOf } from '../accounts/accounts.ts'
import type { Joining, MemberStore } from '../people/people.ts'

export type OwnAccountOptions = {
  members: MemberStore
  logger: Logger
  /**
   * Makes an account under an id, or reads it. With `adopt`, an open account with this mail address, which the operator made, is
   * answered instead. Answers the account's id.
   */
  createAccount(order: { id: string; email: string; adopt: boolean }): Promise<string>
  /** Finishes the claim of a guest's account. */
  finishClaim(joining: Joining): Promise<unknown>
}

/**
 * Makes the account of a verified person. It is reserved here, made at the gateway, and only then used: each step may be repeated,
 * and whatever ends between two steps is repeated by the next sign-in or by the job.
 */
export function createOwnAccounts({ members, logger, createAccount, finishClaim }: OwnAccountOptions) {
  const join = async (joining: Joining): Promise<void> => {
    if (joining.claim !== null) return void (await finishClaim(joining))
    const { accountId: id, email } = joining
    const found = await createAccount({ id, email, adopt: true })
    if (await members.finish(joining, found)) return
    // Somebody here owns the account with this address already.
    await members.finish(joining, await createAccount({ id, email, adopt: false }))
  }
  const tryJoin = (joining: Joining): Promise<void> =>
    join(joining).catch((error: unknown) =>
      logger.warn({ err: error, personId: joining.personId }, 'an account is not made yet'),
    )
  const joinOwn = async (personId: string, wantsOwn = false) => {
    const joining = await members.begin(personId, wantsOwn)
    if (joining) await tryJoin(joining)
  }
  const handlers: Pick<ServiceHandlers<'dashboard'>, 'ownAccount.create'> = {
    'ownAccount.create': async ({ caller }) => {
      const personId = personOf(caller)
      await joinOwn(personId, true)
      const [first] = await members.listOf(personId)
      if (first) return { accountId: first.accountId }
      throw new AppError('unavailable', 'Your account is being made; try again', { retryAfterSeconds: 2 })
    },
  }
  return {
    handlers,
    /** Makes the account of a person who has none, and is not invited to one unless they want their own. A failure is left to the job. */
    joinOwn,
    /** Finishes what was left for a minute. */
    async resume(): Promise<void> {
      for (const joining of await members.left(60)) await tryJoin(joining)
    },
  }
}
