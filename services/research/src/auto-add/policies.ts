import type { Clock } from '@rts/shared/clock'
import type { AutoAddPolicyRow } from '@rts/shared/contract/rows/auto-add'
import { AppError } from '@rts/shared/errors'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { type Policy, policyOf, storePolicy } from './policies.sql.ts'
import type { Proposing } from './proposing.ts'
import { nextMonday } from './rules/week.ts'

type PolicyDeps = { database: Database; sites: Sites; propose: Proposing; clock: Clock }

/** How a site wants keywords to be proposed, and a run at any time. */
export function policyHandlers({ database, sites, propose, clock }: PolicyDeps) {
  return {
    'autoAdd.get': async ({ params, ...call }) => {
      const { id } = await siteOf(sites, call, params.id)
      return { policy: toRow(await policyOf(database, id, clock.now())) }
    },

    'autoAdd.update': async ({ params, body: { mode, perWeek }, ...call }) => {
      const { id } = await siteOf(sites, call, params.id)
      const now = clock.now()
      await storePolicy(database, id, { mode, perWeek, nextRunAt: mode === 'off' ? null : nextMonday(now) })
      return { policy: toRow(await policyOf(database, id, now)) }
    },

    'autoAdd.run': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { mode } = await policyOf(database, site.id, clock.now())
      if (mode === 'off')
        throw new AppError('conflict', 'Auto-add is off for this site: choose to propose or to add first')
      return propose(site, clock.now())
    },
  } satisfies Partial<ServiceHandlers<'research'>>
}

function toRow(policy: Policy): AutoAddPolicyRow {
  const { mode, perWeek, addedThisWeek, nextRunAt, lastRunAt, lastProposed, lastAdded, lastOverLimit } = policy
  const lastRun = lastRunAt && {
    at: lastRunAt.toISOString(),
    proposed: lastProposed ?? 0,
    added: lastAdded ?? 0,
    overLimit: lastOverLimit,
  }
  return { mode, perWeek, addedThisWeek, nextRunAt: nextRunAt?.toISOString() ?? null, lastRun }
}
