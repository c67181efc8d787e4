import type { Caller } from '@rts/shared/contract/caller'
import { AppError, type ErrorCode, invalidField } from '@rts/shared/errors'
import type { Logger } from '@rts/shared/logger'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { actorOf } from '../accounts/accounts.ts'
import { beginClaim, beginInPlace, type ClaimOrder, settleClaim, upgradeInPlace } from './claim-steps.ts'
import { type Claimed, type Claimer, findFinished, listUnfinished, type OpenClaim, releaseClaim } from './claims.sql.ts'
import { hashOfLink, tokenOfLink } from './rules/link.ts'

/** Done by projects, which owns sites. */
export type SiteMover = {
  /** Within the plan's limit; repeatable. Null: the guest has no site. */
  move(claim: OpenClaim): Promise<string | null>
  siteOf(guestAccountId: string): Promise<string | null>
}
export type ClaimDeps = { database: Database; sites: SiteMover; logger: Logger }
type ClaimResult = Claimed & { siteId: string | null }

/** After these errors the site has not moved. */
const refusals: readonly ErrorCode[] = [
  'plan_limit_reached',
  'plan_required',
  'not_found',
  'conflict',
  'unavailable',
  'invalid_input',
]

export function claimHandlers(claims: Claims): Pick<ServiceHandlers<'gateway'>, 'guests.claim'> {
  return {
    'guests.claim': async ({ body: { link, email, key, accountId: named }, caller }) => {
      const token = tokenOfLink(link)
      const target = targetOf(caller, named)
      if ((target === undefined) === (email === undefined))
        throw invalidField('accountId', 'or the email address of a new account is required, one of them')
      const order = { key, by: actorOf(caller) }
      const claimed = await (email === undefined
        ? claims.toAccount(token, target ?? '', order)
        : claims.inPlace(token, email, order))
      return { projectId: claimed.siteId, keyId: claimed.keyId, accountId: claimed.accountId }
    },
  }
}

/** A step with a lost answer is repeated later and takes effect once. */
export function createClaims({ database, sites, logger }: ClaimDeps) {
  async function finish(claim: OpenClaim): Promise<ClaimResult> {
    const siteId = await sites.move(claim).catch(async (error: unknown) => {
      if (error instanceof AppError && endsClaim(claim, error.code)) await releaseClaim(database, claim)
      throw error
    })
    return { ...(await settleClaim(database, claim, siteId)), siteId }
  }

  async function upgrade(token: string, email: string, order: ClaimOrder): Promise<ClaimResult> {
    const claim = await beginInPlace(database, token, order)
    try {
      const siteId = await sites.siteOf(claim.guestAccountId)
      return { ...(await upgradeInPlace(database, claim, { email, siteId })), siteId }
    } catch (error) {
      await releaseClaim(database, claim)
      throw error
    }
  }

  async function repeated(token: string, claimer: Claimer): Promise<ClaimResult | undefined> {
    const claim = await findFinished(database, hashOfLink(token), claimer)
    if (!claim) return undefined
    const { accountId, guestAccountId, keyId } = claim
    const siteId = await (accountId === guestAccountId ? sites.siteOf(guestAccountId) : sites.move(claim))
    return { accountId, keyId, siteId }
  }

  /** Skips a claim that this claimer finished; their other try may win the race. */
  async function once(token: string, claimer: Claimer, claim: () => Promise<ClaimResult>): Promise<ClaimResult> {
    const before = await repeated(token, claimer)
    if (before) return before
    return claim().catch(async (error: unknown) => {
      const after = error instanceof AppError && error.code === 'conflict' && (await repeated(token, claimer))
      if (after) return after
      throw error
    })
  }

  return {
    /** Throws `plan_limit_reached`; the link then still works. */
    toAccount: (token: string, accountId: string, order: ClaimOrder): Promise<ClaimResult> =>
      once(token, { accountId }, async () => finish(await beginClaim(database, token, accountId, order))),

    inPlace: (token: string, email: string, order: ClaimOrder): Promise<ClaimResult> =>
      once(token, { email, by: order.by }, () => upgrade(token, email, order)),

    async resume(): Promise<void> {
      for (const claim of await listUnfinished(database)) {
        // In place nothing moves, and only the person's own call has the email address.
        const isInPlace = claim.accountId === claim.guestAccountId
        const resumed = isInPlace ? releaseClaim(database, claim) : finish(claim)
        await resumed.catch((error: unknown) =>
          logger.warn({ err: error, guest: claim.id }, 'a claim could not be finished yet'),
        )
      }
    },
  }
}
export type Claims = ReturnType<typeof createClaims>

function targetOf(caller: Caller, accountId: string | undefined): string | undefined {
  if (caller.kind !== 'person') return accountId
  if (accountId !== undefined && accountId !== caller.accountId) throw new AppError('not_found', 'No such account')
  return caller.accountId
}

/** `unavailable` on a repeat proves nothing about the first try. */
function endsClaim({ isRepeat }: OpenClaim, code: ErrorCode): boolean {
  return refusals.includes(code) && !(isRepeat && code === 'unavailable')
}
