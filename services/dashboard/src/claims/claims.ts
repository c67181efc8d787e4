import { AppError } from '@rts/shared/errors'
import { createSeal } from '@rts/shared/seal'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { systemCaller } from '@rts/shared/service/system-caller'
import { createClaimRoute } from './claim-route.ts'
import { type ClaimDeps, createClaims } from './claiming.ts'

export type ClaimsOptions = ServiceParts & Omit<ClaimDeps, 'seal'> & { sealKeys: string }

/** How long a page, or a sign-up, waits for others. */
const patienceMs = 3_000

/** People and the links of agents. */
export function createClaimParts({ sealKeys, ...parts }: ClaimsOptions) {
  const quickCall = createRpcClient({ ...parts, timeoutMs: patienceMs })
  return {
    ...createClaims({ ...parts, seal: createSeal(sealKeys) }),
    route: createClaimRoute({ database: parts.database, call: quickCall }),
    /** Holds the guest while somebody signs up by its link. A link that is over is no reason to refuse a sign-up. */
    async hold(token: string): Promise<void> {
      await quickCall('guestLinks.update', { params: { token } }, systemCaller()).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        parts.logger.info({ code: error.code }, 'a guest was not held for a sign-up')
      })
    },
  }
}
