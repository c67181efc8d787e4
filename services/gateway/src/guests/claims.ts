import { AppError, type ErrorCode } from '@rts/shared/errors'
import type { Logger } from '@rts/shared/logger'
import type { Claimed, Claimer, ClaimOrder, GuestClaimStore, OpenClaim } from './claiming.ts'

/** The part of a claim that projects does, because it owns sites. */
export type SiteMover = {
  /** Moves the guest's site within the account's plan limit. A repeat answers the same. Null: the guest has no site. */
  move(claim: OpenClaim): Promise<string | null>
  /** The site of a guest's account, or null. */
  siteOf(guestAccountId: string): Promise<string | null>
}
export type ClaimDeps = { claims: GuestClaimStore; sites: SiteMover; logger: Logger }
export type ClaimResult = Claimed & { siteId: string | null }

/** After these errors the site has not moved. */
const refusals: readonly ErrorCode[] = [
  'plan_limit_reached',
  'plan_required',
  'not_found',
  'conflict',
  'unavailable',
  'invalid_input',
]

/** Claims in steps: a step whose answer is lost is repeated later, and takes effect once. */
export function createGuestClaims({ claims, sites, logger }: ClaimDeps) {
  async function finish(claim: OpenClaim): Promise<ClaimResult> {
    const siteId = await sites.move(claim).catch(async (error: unknown) => {
      if (error instanceof AppError && isRefusal(claim, error.code)) await claims.release(claim)
      throw error
    })
    return { ...(await claims.settle(claim, siteId)), siteId }
  }

  async function upgrade(token: string, email: string, order: ClaimOrder): Promise<ClaimResult> {
    const claim = await claims.beginInPlace(token, order)
    try {
      const siteId = await sites.siteOf(claim.guestAccountId)
      return { ...(await claims.upgrade(claim, { email, siteId })), siteId }
    } catch (error) {
      await claims.release(claim)
      throw error
    }
  }

  /** The answer of this claimer's finished claim: its first answer may have been lost. */
  async function repeated(token: string, claimer: Claimer): Promise<ClaimResult | undefined> {
    const claim = await claims.finished(token, claimer)
    if (!claim) return undefined
    const { accountId, guestAccountId, keyId } = claim
    const siteId = await (accountId === guestAccountId ? sites.siteOf(guestAccountId) : sites.move(claim))
    return { accountId, keyId, siteId }
  }

  /** Does a claim unless this claimer has done it before; another try of theirs may be faster than this one. */
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
    /** Claims to a person's existing account. Throws `plan_limit_reached`; the link then still works. */
    toAccount: (token: string, accountId: string, order: ClaimOrder): Promise<ClaimResult> =>
      once(token, { accountId }, async () => finish(await claims.begin(token, accountId, order))),

    /** Claims for a person without an account: upgrades the guest's own account. */
    inPlace: (token: string, email: string, order: ClaimOrder): Promise<ClaimResult> =>
      once(token, { email, by: order.by }, () => upgrade(token, email, order)),

    /** Finishes or releases claims without an outcome. */
    async resume(): Promise<void> {
      for (const claim of await claims.unsettled()) {
        // In place nothing moves, and only the person's own call has the email address.
        const taken = claim.accountId === claim.guestAccountId ? claims.release(claim) : finish(claim)
        await taken.catch((error: unknown) =>
          logger.warn({ err: error, guest: claim.id }, 'a claim could not be finished yet'),
        )
      }
    },
  }
}
/** A repeat that failed with `unavailable` says nothing about the first try. */
function isRefusal({ isRepeat }: OpenClaim, code: ErrorCode): boolean {
  return refusals.includes(code) && !(isRepeat && code === 'unavailable')
}
export type GuestClaims = ReturnType<typeof createGuestClaims>
