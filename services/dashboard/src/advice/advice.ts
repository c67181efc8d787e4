import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import { askProjects, type SiteChange, siteProjection } from '@rts/shared/facts/site-projection'
import type { RpcCaller } from '@rts/shared/service/rpc-client'
import { type AccountOf, findSeat, requireEntry } from '../accounts/accounts.ts'
import { startAdviceJob } from './acting.ts'
import { createActions } from './actions.ts'
import { createAdvisor } from './advisor.ts'
import { deleteAdvice } from './allowed-rules.sql.ts'
import { adviceHandlers } from './cards.ts'
import type { AdviceParts } from './decisions.ts'

/** Cards about a site: rules over the facts of other services, and decisions of people and of rules that may act. */
export function createAdvice({ accountOf, ...common }: Omit<AdviceParts, 'hold'> & { accountOf: AccountOf }) {
  const { database, call } = common
  const sites = siteProjection(database, askProjects(call), {
    async changed(client, { id, state }: SiteChange) {
      if (state === 'ended') await deleteAdvice(client, id)
    },
  })
  const parts: AdviceParts = { ...common, hold: sites.hold }
  const advise = createAdvisor(parts)
  const actions = createActions(parts)

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
    handlers: adviceHandlers({ ...parts, sites, advise, actions, wake: job.wake }),
    sitesChanged: sites.effect,
    background: job,
  }
}
