import type { Clock } from '@rts/shared/clock'
import { events } from '@rts/shared/contract/events'
import { AppError } from '@rts/shared/errors'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { PlanLimits } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Transaction } from '@rts/shared/service/transaction'
import { countKeywords, lockAccounts, noSuchAccount, requireRoom } from '../accounts/accounts.ts'
import { endReach, reachOf } from '../history/history.ts'
import { rhythmOf, track } from '../queue/queue.ts'
import { transact } from '../transact.ts'
import { closeAccount, countKeywordsOfSite, deleteSites, findMoved, moveSite } from './claims.sql.ts'
import { freeName } from './rules/site-twins.ts'
import { holdSite, listLiveSites } from './site-changes.sql.ts'
import type { SiteDeps } from './site-changes.ts'
import { writeSiteChanged, writeSiteDeleted } from './site-facts.ts'
import { toSiteRow } from './site-list.ts'

export function claimHandlers(deps: SiteDeps) {
  return {
    'sites.claim': async ({ body: { guestAccountId, accountId } }) => {
      const site = await claimSite(deps, guestAccountId, accountId)
      return { project: site && toSiteRow(site) }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** Moves the guest's oldest site; null without one, the moved site if repeated. Throws `plan_limit_reached` and moves nothing. */
function claimSite({ db, plans, clock }: SiteDeps, guestAccountId: string, accountId: string) {
  const now = clock.now()
  return transact(db, async (tx) => {
    const accounts = await lockAccounts(tx, [guestAccountId, accountId])
    const account = accounts.find(({ id }) => id === accountId)
    // Its first fact may still be on the way.
    if (!account) throw new AppError('unavailable', 'The account is still unknown here; try again')
    if (account.status !== 'active') throw noSuchAccount()
    const before = await findMoved(tx, guestAccountId, accountId)
    if (before !== null) return holdSite(tx, { id: before, accountId })
    const [site] = await listLiveSites(tx, guestAccountId)
    if (!site) return null
    const limits = plans[account.plan]
    const own = await listLiveSites(tx, accountId)
    requireRoom('sites', own.length, limits.sites)
    await requireKeywordRoom(tx, site.id, accountId, limits)
    const name = freeName(own, site)
    const guest = accounts.find(({ id }) => id === guestAccountId)
    if (guest) await endReach(tx, guest.id, { days: reachOf(rhythmOf(guest, plans)), at: now, siteId: site.id })
    const moved = await moveSite(tx, { id: site.id, accountId: guestAccountId }, { accountId, name })
    await writeSiteChanged(tx, moved)
    await track(tx, { siteIds: [site.id] }, { limits, now })
    return moved
  })
}

async function requireKeywordRoom(tx: Transaction, siteId: string, accountId: string, { keywords }: PlanLimits) {
  const wanted = await countKeywordsOfSite(tx, siteId)
  requireRoom('keywords', await countKeywords(tx, accountId), keywords, wanted)
}

/** Deletes an account's sites in the transaction that notes its end; their rows go afterwards. Nothing can be added. */
export async function endSites(tx: Transaction, accountId: string, now: Date): Promise<void> {
  await closeAccount(tx, accountId)
  for (const site of await deleteSites(tx, accountId, now)) await writeSiteDeleted(tx, site)
}

/** The effect of a guest's end or claim: its remaining sites are deleted. */
export function guestEnded(clock: Clock): FactEffect {
  return async (tx, fact) => {
    if (fact.type !== 'guest.ended' && fact.type !== 'guest.claimed') return
    const { accountId, claimedBy } = events[fact.type].state.parse(fact.state)
    // A guest that was upgraded in place keeps its account and its site.
    if (claimedBy !== accountId) await endSites(tx, accountId, clock.now())
  }
}
