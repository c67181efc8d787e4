import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import type { RpcCaller } from '@rts/shared/service/rpc-client'
import { type AccountOf, findSeat, requireEntry } from '../accounts/accounts.ts'
import type { KnownSites } from '../sites/sites.ts'
import { startAdviceJob } from './acting.ts'
import { createActions } from './actions.ts'
import { createAdvisor } from './advisor.ts'
import { adviceHandlers } from './cards.ts'
import type { AdviceParts } from './decisions.ts'
import { createTotals } from './totals.ts'

export { deleteAdvice } from './allowed-rules.sql.ts'

type AdviceOptions = Omit<AdviceParts, 'hold'> & { accountOf: AccountOf; sites: KnownSites }

/** Cards about a site: rules over the facts of other services, and decisions of people and of rules that may act. */
export function createAdvice({ accountOf, sites, ...common }: AdviceOptions) {
  const { database } = common
  const parts: AdviceParts = { ...common, hold: sites.hold }
  const advise = createAdvisor(parts)
  const actions = createActions(parts)
  const totals = createTotals({ ...parts, advise, sites })

  async function inNameOf(accountId: string, personId: string): Promise<RpcCaller> {
    const seat = await findSeat(database, accountId, personId)
    const { plan, people } = await accountOf(accountId)
    if (!seat)
      throw new AppError('role_required', 'The person who decided this does not belong to the account any more')
    requireEntry(seat.seat, people)
    const { role } = seat
    const common = { kind: 'person', keyId: null, siteId: null, collect: 'allow' } as const
    return { ...common, accountId, personId, role, plan, requestId: randomUUID() }
  }

  const job = startAdviceJob({ ...parts, advise, actions, inNameOf })
  return {
    handlers: {
      ...adviceHandlers({ ...parts, sites, adviseAll: totals.adviseAll, actions, wake: job.wake }),
      ...totals.handlers,
    },
    background: job,
  }
}
