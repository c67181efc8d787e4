import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import { askProjects, type SiteChange, siteProjection } from '@rts/shared/facts/site-projection'
import type { RpcCaller } from '@rts/shared/service/rpc-client'
import { type AccountOf, findSeat, forgetSite, memberCaller, requireEntry } from '../accounts/accounts.ts'
import { startAdviceJob } from './acting.ts'
import { createActions } from './actions.ts'
import { createAdvisor } from './advisor.ts'
import { deleteAdvice } from './allowed-rules.sql.ts'
import { adviceHandlers } from './cards.ts'
import type { AdviceParts } from './decisions.ts'
import { createTotals } from './totals.ts'

/** Cards about a site: rules over the facts of other services, and decisions of people and of rules that may act. */
export function createAdvice({ accountOf, ...common }: Omit<AdviceParts, 'hold'> & { accountOf: AccountOf }) {
  const { database, call } = common
  const sites = siteProjection(database, askProjects(call), {
    async changed(client, { id, accountId, state }: SiteChange) {
      if (state !== 'ended') return
      await deleteAdvice(client, id)
      await forgetSite(client, accountId, id)
    },
  })
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
    return { ...memberCaller({ accountId, ...seat }, plan), personId, requestId: randomUUID() }
  }

  const job = startAdviceJob({ ...parts, advise, actions, inNameOf })
  return {
    handlers: {
      ...adviceHandlers({ ...parts, sites, adviseAll: totals.adviseAll, actions, wake: job.wake }),
      ...totals.handlers,
    },
    sitesChanged: sites.effect,
    background: job,
  }
}
