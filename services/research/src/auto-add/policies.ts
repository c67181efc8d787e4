import type { Clock } from '@rts/shared/clock'
import type { AutoAddPolicyRow } from '@rts/shared/contract/rows/auto-add'
import { AppError } from '@rts/shared/errors'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Policy, PolicyStore } from './policies.sql.ts'
import type { Proposing } from './proposing.ts'

type AutoAddOperations = 'autoAdd.get' | 'autoAdd.update' | 'autoAdd.run'
export type AutoAddHandlerDeps = { sites: Sites; policies: PolicyStore; propose: Proposing; clock: Clock }

/** What a site wants of Auto-add, and a run at any time. */
export function autoAddHandlers({
  sites,
  policies,
  propose,
  clock,
}: AutoAddHandlerDeps): Pick<ServiceHandlers<'research'>, AutoAddOperations> {
  const policyOf = async (siteId: string) => policyRow(await policies.get(siteId, clock.now()))
  return {
    'autoAdd.get': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      return { policy: await policyOf(site.id) }
    },

    'autoAdd.update': async ({ params, body, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      await policies.set(site.id, body, clock.now())
      return { policy: await policyOf(site.id) }
    },

    'autoAdd.run': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { mode } = await policies.get(site.id, clock.now())
      if (mode === 'off')
        throw new AppError('conflict', 'Auto-add is off for this site: choose to propose or to add first')
      return propose(site, clock.now())
    },
  }
}

function policyRow(policy: Policy): AutoAddPolicyRow {
  const { mode, perWeek, addedThisWeek, nextRunAt, lastRunAt, lastProposed, lastAdded, lastOverLimit } = policy
  const lastRun = lastRunAt && {
    at: lastRunAt.toISOString(),
    proposed: lastProposed ?? 0,
    added: lastAdded ?? 0,
    overLimit: lastOverLimit,
  }
  return { mode, perWeek, addedThisWeek, nextRunAt: nextRunAt?.toISOString() ?? null, lastRun }
}
