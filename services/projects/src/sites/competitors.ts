import type { PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { lockLimits, requireRoom } from '../accounts/accounts.ts'
import { fillNextPast } from '../history/history.ts'
import { transact } from '../transact.ts'
import { deleteCompetitor, insertCompetitor, listCompetitors } from './competitors.sql.ts'
import { requireRival } from './rules/site-settings.ts'
import { lockSite, type OwnedSite } from './site-changes.sql.ts'
import type { SiteDeps } from './site-changes.ts'
import { accountFor, scopeOf, siteOf } from './site-list.ts'
import { requireSite } from './sites.sql.ts'

type CompetitorDeps = { db: Database; plans: PlanTable }

/** How long a call waits for the past of its competitor; the rest is filled in the background. */
const fillPatienceMs = 2_000

export function competitorHandlers(deps: SiteDeps) {
  const { db, clock } = deps
  return {
    'competitors.list': async ({ params, caller }) => {
      const site = await siteOf(db, caller, params.id)
      return { competitors: await listCompetitors(db, site.id) }
    },

    'competitors.add': async ({ params, body, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const added = await addCompetitor(deps, site, body.domain, clock.now())
      if (added.created) await fillShortly(db, added.competitor.id)
      return added
    },

    'competitors.delete': async ({ params, body, caller }) => {
      const accountId = accountFor(caller, body.accountId)
      const site = await requireSite(db, { ...scopeOf(caller), accountId }, params.id)
      await removeCompetitor(deps, site, params.competitorId, clock.now())
      return { ok: true }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** Adds a competitor, or returns the one with this domain. Throws `invalid_input` for the site's own, `plan_limit_reached`. */
export function addCompetitor({ db, plans }: CompetitorDeps, site: OwnedSite, domain: string, now: Date) {
  return transact(db, async (tx) => {
    const limits = await lockLimits(tx, plans, site.accountId)
    requireRival(domain, (await lockSite(tx, site)).domain)
    const known = await listCompetitors(tx, site.id)
    const twin = known.find((competitor) => competitor.domain === domain)
    if (twin) return { competitor: twin, created: false }
    requireRoom('competitors', known.length, limits.competitorsPerSite)
    return { competitor: await insertCompetitor(tx, site.id, domain, now), created: true }
  })
}

/** Removes a competitor. If it is added again, it is a new one with a past from the site's checks. Throws `not_found`. */
export function removeCompetitor({ db, plans }: CompetitorDeps, site: OwnedSite, id: string, now: Date): Promise<void> {
  return transact(db, async (tx) => {
    await lockLimits(tx, plans, site.accountId)
    await lockSite(tx, site)
    await deleteCompetitor(tx, site.id, id, now)
  })
}

async function fillShortly(db: Database, domainId: string): Promise<void> {
  const deadline = performance.now() + fillPatienceMs
  while (performance.now() < deadline && (await fillNextPast(db, domainId))) {}
}
