import type { Clock } from '@rts/shared/clock'
import type { AppError } from '@rts/shared/errors'
import type { Logger } from '@rts/shared/logger'
import type { CallerSigner } from '@rts/shared/service/caller-signature'
import type { Config } from '../../config.ts'
import { networkKeyFrom } from '../../domain/network.ts'
import type { Exchange } from '../common/exchange.ts'
import { createBodyBudget } from '../common/request-body.ts'
import type { Upstream } from '../common/upstream.ts'
import { createVisitForward } from './forward.ts'
import { createVisitPipeline } from './pipeline.ts'

export type DashboardDoorParts = {
  /** The dashboard, with places and sockets for browsers alone. */
  upstream: Upstream
  sign: CallerSigner
  logger: Logger
  clock: Clock
  observe(exchange: Exchange, ms: number, refused?: AppError): void
}

/** The memory for all bodies of browsers in a replica; the other endpoints have their own. */
const budgetBytes = 16 * 1_024 * 1_024

/** The browsers' endpoint with the service behind it. */
export function createDashboardDoor(parts: DashboardDoorParts, config: Config) {
  const { upstream, sign, clock } = parts
  return createVisitPipeline({
    ...parts,
    budget: createBodyBudget(budgetBytes),
    bodyDeadlineMs: config.BODY_TIMEOUT_MS,
    trustedProxyHops: config.TRUSTED_PROXY_HOPS,
    networkKey: config.NETWORK_KEY ?? networkKeyFrom(config.CALLER_KEYS),
    forward: createVisitForward({ upstream, sign, clock, timeoutMs: config.UPSTREAM_TIMEOUT_MS }),
  })
}
