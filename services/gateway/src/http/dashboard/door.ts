import type { Clock } from '@rts/shared/clock'
import type { CallerSigner } from '@rts/shared/service/caller-signature'
import type { Config } from '../../config.ts'
import { createNetworkReader } from '../common/network.ts'
import { createBodyBudget } from '../common/request-body.ts'
import type { RunOptions } from '../common/run-steps.ts'
import type { Upstream } from '../common/upstream.ts'
import { createVisitForward } from './forward.ts'
import { createVisitPipeline } from './pipeline.ts'

export type DashboardDoorParts = RunOptions & {
  /** The dashboard, with places and sockets for pages alone, and others for signing in. */
  upstreams: { pages: Upstream; signIn: Upstream }
  sign: CallerSigner
  clock: Clock
}

/** The memory for all bodies of browsers in a replica; the other endpoints have their own. */
const budgetBytes = 16 * 1_024 * 1_024

/** The browsers' endpoint with the service behind it. */
export function createDashboardDoor(parts: DashboardDoorParts, config: Config) {
  const { upstreams, sign, clock } = parts
  const laneTo = (upstream: Upstream) => ({
    upstream,
    forward: createVisitForward({ upstream, sign, clock, timeoutMs: config.UPSTREAM_TIMEOUT_MS }),
  })
  return createVisitPipeline({
    ...parts,
    lanes: { pages: laneTo(upstreams.pages), signIn: laneTo(upstreams.signIn) },
    budget: createBodyBudget(budgetBytes),
    bodyDeadlineMs: config.BODY_TIMEOUT_MS,
    readNetwork: createNetworkReader(config),
  })
}
