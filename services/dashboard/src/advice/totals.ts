import { hourMs } from '@rts/shared/clock'
import type { AdviceTotalRow } from '@rts/shared/contract/rows/advice'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { RpcCaller } from '@rts/shared/service/rpc-client'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Advisor } from './advisor.ts'
import { listTotals, type Site, type StoredTotal, storeTotal } from './cards.sql.ts'
import type { AdviceParts } from './decisions.ts'
import { type Advice, rules } from './rules/rules.ts'

/** The sites that one call looks at, the oldest of the account. */
const maxSites = 100
/** A count that failed is tried again sooner. */
const againMs = 600_000

export type Totals = ReturnType<typeof createTotals>

/** How many cards each site has, as they were counted last: facts of many sites are too many to be read for one page. */
export function createTotals(deps: AdviceParts & { advise: Advisor }) {
  const { database, call, clock, logger, advise, sites } = deps
  const counting = new Set<string>()

  /** Advice on a site by all rules; its count is stored, unless a rule could not read its facts. */
  async function adviseAll(site: Site, caller: RpcCaller): Promise<Advice> {
    const at = clock.now()
    const advice = await advise(site, rules, caller)
    if (advice.missing.length === 0) await store(site, countOf(advice), at)
    return advice
  }

  async function store(site: Site, total: number | null, at: Date): Promise<void> {
    await inTransaction(database, async (tx) => {
      if (await sites.hold(tx, site.id)) await storeTotal(tx, site, total, at)
    })
  }

  async function countAll(siteIds: readonly string[], caller: RpcCaller): Promise<void> {
    for (const id of siteIds) {
      const site = { id, accountId: caller.accountId }
      const at = clock.now()
      try {
        // A site that is not known here yet is asked for.
        const { missing } = await adviseAll(await sites.require(site.accountId, id), caller)
        if (missing.length > 0) await store(site, null, at)
      } catch (error) {
        logger.warn({ err: error, siteId: id }, 'the cards of a site were not counted')
        await store(site, null, at).catch((again: unknown) =>
          logger.warn({ err: again, siteId: id }, 'nor is that stored'),
        )
      } finally {
        counting.delete(id)
      }
    }
  }

  const handlers = {
    'adviceTotals.list': async ({ caller }) => {
      const { accountId } = caller
      const [{ projects }, stored] = await Promise.all([
        call('sites.list', { query: { limit: maxSites } }, caller),
        listTotals(database, accountId),
      ])
      const known = new Map(stored.map((total) => [total.siteId, total]))
      const now = clock.now().getTime()
      const due = projects.filter(({ id }) => !counting.has(id) && isDue(known.get(id), now)).map(({ id }) => id)
      for (const id of due) counting.add(id)
      void countAll(due, caller)
      const listed = projects.flatMap(({ id }) => known.get(id) ?? [])
      return { sites: listed.map(totalOf), counting: projects.filter(({ id }) => counting.has(id)).length }
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
  return { handlers, adviseAll }
}

export function countOf({ open }: Advice): number {
  return [...open.values()].reduce((sum, { length }) => sum + length, 0)
}

function isDue(known: StoredTotal | undefined, now: number): boolean {
  return known === undefined || now - known.at.getTime() > (known.total === null ? againMs : hourMs)
}

function totalOf({ siteId, total, at }: StoredTotal): AdviceTotalRow {
  return { projectId: siteId, total, at: at.toISOString() }
}
