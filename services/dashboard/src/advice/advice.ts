import { randomUUID } from 'node:crypto'
import type { EventState } from '@rts/shared/contract/events'
import { AppError } from '@rts/shared/errors'
import { askProjects, siteProjection } from '@rts/shared/facts/site-projection'
import type { RpcCaller, RpcClient } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { systemCaller } from '@rts/shared/service/system-caller'
import { type AccountOf, findSeat, requireEntry } from '../accounts/accounts.ts'
import type { Records } from '../database.sql.ts'
import { startAdviceJob } from './acting.ts'
import { createActions } from './actions.ts'
import { createAdvisor } from './advisor.ts'
import { deleteAdvice } from './allowed-rules.sql.ts'
import { adviceHandlers } from './cards.ts'

type AdviceParts = Pick<ServiceParts, 'pool' | 'clock' | 'logger'> & {
  records: Records
  call: RpcClient
  accountOf: AccountOf
}

/** What needs a decision about a site: rules over what the other services know, and what people let them do. */
export function createAdvice({ pool: database, records, clock, logger, call, accountOf }: AdviceParts) {
  const sites = siteProjection(database, askProjects(call), {
    async changed(client, { id, deletedAt }: EventState<'site.changed'>) {
      if (deletedAt !== null) await deleteAdvice(client, id)
    },
  })
  const stores = { database, records, hold: sites.hold }
  const advise = createAdvisor({ call, asSystem, database, clock, logger })
  const actions = createActions({ call, database, records })

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

  const job = startAdviceJob({ ...stores, advise, actions, inNameOf, logger })
  return {
    handlers: adviceHandlers({ ...stores, sites, advise, actions, wake: job.wake }),
    sitesChanged: sites.effect,
    background: job,
  }
}

function asSystem({ accountId, plan, requestId }: RpcCaller): RpcCaller {
  return systemCaller(accountId, plan, requestId)
}
