import { AppError } from '@rts/shared/errors'
import { parseObject } from '@rts/shared/service/http-input'
import { parseOwnBody } from '@rts/shared/service/invoke'
import { type RpcClient, systemCaller } from '@rts/shared/service/rpc-client'
import { z } from 'zod'
import { admitAttempt, lookBuckets, networkOf } from '../attempts/attempts.ts'
import { type Answer, jsonAnswer, type Route, type Visit } from '../http/visit.ts'
import type { Parts } from '../parts.ts'
import { type ClaimDeps, createClaims } from './claiming.ts'

type ClaimsOptions = ClaimDeps & Pick<Parts, 'quickCall' | 'logger'>

export function createClaimParts({ quickCall, logger, ...parts }: ClaimsOptions) {
  return {
    ...createClaims(parts),
    route: createClaimRoute({ database: parts.database, call: quickCall }),
    /** Holds the guest while somebody signs up by its link. A link that is over is no reason to refuse a sign-up. */
    async hold(token: string): Promise<void> {
      await quickCall('guestLinks.update', { params: { token } }, systemCaller()).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        logger.info({ code: error.code }, 'a guest was not held for a sign-up')
      })
    },
  }
}

/** An agent's link, as its page shows it. */
export type ClaimDocument = {
  /** `claiming`: somebody confirms right now. */
  status: 'open' | 'claiming' | 'claimed' | 'ended'
  /** `from` is a coarse network, null once the guest has ended. */
  agent: { name: string | null; registeredAt: string; from: string | null }
  /** Why the agent asks, in its words. */
  reason: string | null
  /** The sites that would be kept; null if they cannot be read right now. */
  keeps: { domain: string; name: string; keywords: number }[] | null
  /** The last moment to confirm. */
  until: string
}
type ClaimRouteOptions = Pick<Parts, 'database' | 'call'>

const schema = z.strictObject({ token: z.string().min(1).max(100) })

function createClaimRoute(options: ClaimRouteOptions): Route {
  return (visit) => (visit.path === '/api/claim/look' ? () => answer(options, visit) : undefined)
}

async function answer({ database, call }: ClaimRouteOptions, { body, caller }: Visit): Promise<Answer> {
  await admitAttempt(database, lookBuckets(networkOf(caller)))
  const { token } = parseOwnBody(schema, parseObject(body))
  const { guest, reason, until } = await call('guestLinks.get', { params: { token } }, systemCaller())
  const status = guest.status === 'active' ? 'open' : guest.status
  const document: ClaimDocument = {
    status,
    agent: { name: guest.agentName, registeredAt: guest.registeredAt, from: guest.from },
    reason,
    until,
    keeps: status === 'open' ? await sitesOf(call, guest.accountId).catch(() => null) : [],
  }
  return jsonAnswer(document)
}

async function sitesOf(call: RpcClient, guestAccountId: string): Promise<NonNullable<ClaimDocument['keeps']>> {
  const guest = systemCaller(guestAccountId, 'guest')
  const { projects } = await call('sites.list', { query: {} }, guest)
  return Promise.all(
    projects.map(async ({ id, domain, name }) => {
      const { total } = await call('keywords.list', { params: { id }, query: { limit: 1 } }, guest)
      return { domain, name, keywords: total }
    }),
  )
}
