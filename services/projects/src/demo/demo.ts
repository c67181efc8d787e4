import { type Clock, dayMs } from '@rts/shared/clock'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { AppError } from '@rts/shared/errors'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { type Actor, countKeywords, lockOpenLimits, requireRoom } from '../accounts/accounts.ts'
import type { Records } from '../database.sql.ts'
import { makeMonths, recordDaily } from '../history/history.ts'
import { addKeywords, whereOf } from '../keywords/keywords.ts'
import { track } from '../queue/queue.ts'
import {
  addSite,
  demoDomain,
  holdSite,
  listLiveSites,
  newSettings,
  oldestOf,
  reviveTwin,
  type ShownSite,
  toSiteRow,
} from '../sites/sites.ts'
import { transact } from '../transact.ts'
import { insertRivals, pauseSites } from './demo.sql.ts'
import type { Demo, DemoPast } from './providers/sandbox.ts'

export { createDemo, type Demo, noDemo } from './providers/sandbox.ts'

type DemoDeps = { db: Database; plans: PlanTable; demo: Demo; clock: Clock }
type PauseDeps = Pick<DemoDeps, 'demo' | 'clock'> & { records: Records }
type Seeded = { site: ShownSite; created: boolean; keywords: number; positions: number }

export function demoHandlers(deps: DemoDeps) {
  return {
    'demo.seed': async ({ body: { accountId }, caller }) => {
      // With a real provider, the demo site's daily checks would cost money that no person agreed to.
      if (!deps.demo.past)
        throw new AppError('conflict', 'The demo site needs the sandbox as every results page provider')
      const answer = await deps.demo.past()
      if (!answer.ok) throw new AppError('provider_failed', 'The sandbox did not answer')
      await makeMonths(deps.db, 'rank', daysOf(answer.past))
      const { site, ...counts } = await seedDemo(deps, accountId, answer.past, caller)
      return { project: toSiteRow(site), ...counts }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function daysOf({ from, keywords }: DemoPast): Date[] {
  const max = Math.max(0, ...keywords.flatMap(({ ranks }) => ranks.map(({ positions }) => positions.length)))
  return Array.from({ length: max }, (_, day) => new Date(Date.parse(from) + day * dayMs))
}

/** Where checks of the demo site would cost money they are paused: no real results page can show it. */
export async function pauseDemo({ records, demo, clock }: PauseDeps): Promise<void> {
  if (demo.costs) await pauseSites(records, demoDomain, clock.now())
}

/**
 * Writes the site with its past, in one transaction, so that a killed run starts anew; or answers the account's site of that domain
 * unchanged, from the trash too. Throws `not_found`, `plan_limit_reached`.
 */
function seedDemo({ db, plans, clock }: DemoDeps, accountId: string, past: DemoPast, by: Actor): Promise<Seeded> {
  const now = clock.now()
  return transact(db, async (tx) => {
    const limits = await lockOpenLimits(tx, plans, accountId)
    const sites = await listLiveSites(tx, accountId)
    const known = oldestOf(sites, past)
    if (known) {
      const site = await holdSite(tx, { id: known.id, accountId })
      return { site, created: false, keywords: 0, positions: 0 }
    }
    const revived = await reviveTwin(tx, { accountId, limits, by, now }, (trashed) => oldestOf(trashed, past))
    if (revived) return { site: revived, created: true, keywords: 0, positions: 0 }
    requireRoom('sites', sites.length, limits.sites)
    requireRoom('competitors', 0, limits.competitorsPerSite, past.competitors.length)
    requireRoom('keywords', await countKeywords(tx, accountId), limits.keywords, past.keywords.length)
    const site = await addSite(tx, accountId, newSettings(past), now)
    const { id: siteId } = site
    await insertRivals(tx, siteId, past.competitors, now)
    const phrases = past.keywords.map(({ keyword: phrase }) => {
      return { phrase, identity: phraseIdentity(phrase), ...whereOf(site, {}) }
    })
    const { ids: keywordIds } = await addKeywords(tx, { site, by, now }, phrases)
    const ranks = keywordIds.flatMap((keywordId, i) =>
      (past.keywords[i]?.ranks ?? []).map((each) => ({ ...each, keywordId })),
    )
    const positions = await recordDaily(tx, siteId, { from: past.from, now }, ranks)
    await track(tx, { siteIds: [siteId] }, { limits, now })
    return { site, created: true, keywords: keywordIds.length, positions }
  })
}
