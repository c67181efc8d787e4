import { AppError } from '@rts/shared/errors'
import { createSeal } from '@rts/shared/seal'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { systemCaller } from '@rts/shared/service/system-caller'
import type { Records } from '../database.sql.ts'
import { type ClaimDocument, createClaimRoute } from './claim-route.ts'
import { type ClaimDeps, createClaims } from './claiming.ts'

export type ClaimsOptions = ServiceParts & Pick<ClaimDeps, 'joinOwn'> & { records: Records; sealKeys: string }

/** How long a page, or a sign-up, waits for others. */
const patienceMs = 3_000

/** What people do with the links of agents. */
export function createClaimParts({ records, joinOwn, sealKeys, ...parts }: ClaimsOptions) {
  const call = createRpcClient(parts)
  const quickCall = createRpcClient({ ...parts, timeoutMs: patienceMs })
  const claims = createClaims({
    database: parts.pool,
    records,
    joinOwn,
    seal: createSeal(sealKeys),
    guestOf: async (token) => (await call('guestLinks.get', { params: { token } }, systemCaller())).guest,
    claimInto: (membership, personId, { token, key }) => {
      const { accountId } = membership
      const person = { ...systemCaller(accountId), ...membership, kind: 'person', personId } as const
      return call('guests.claim', { body: { link: token, accountId, key } }, person)
    },
    claimInPlace: ({ personId, email }, { token, key }) =>
      call('guests.claim', { body: { link: token, email, key } }, { ...systemCaller(), personId }),
  })
  const keptBy = async (guestAccountId: string): Promise<NonNullable<ClaimDocument['keeps']>> => {
    const guest = systemCaller(guestAccountId, 'guest')
    const { projects } = await quickCall('sites.list', { query: {} }, guest)
    return Promise.all(
      projects.map(async ({ id, domain, name }) => {
        const { total } = await quickCall('keywords.list', { params: { id }, query: { limit: 1 } }, guest)
        return { domain, name, keywords: total }
      }),
    )
  }
  return {
    ...claims,
    route: createClaimRoute({
      database: parts.pool,
      async look(token) {
        const found = await quickCall('guestLinks.get', { params: { token } }, systemCaller())
        const { guest, reason, until } = found
        const status = guest.status === 'active' ? 'open' : guest.status
        return {
          status,
          agent: { name: guest.agentName, registeredAt: guest.registeredAt, from: guest.from },
          reason,
          until,
          keeps: status === 'open' ? await keptBy(guest.accountId).catch(() => null) : [],
        }
      },
    }),
    /** Holds the guest while somebody signs up by its link. A link that is over is no reason to refuse a sign-up. */
    async hold(token: string): Promise<void> {
      await quickCall('guestLinks.update', { params: { token } }, systemCaller()).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        parts.logger.info({ code: error.code }, 'a guest was not held for a sign-up')
      })
    },
  }
}
