import type { Clock } from '@rts/shared/clock'
import { signInPath } from '@rts/shared/contract/doors'
import { type AppError, problemOf } from '@rts/shared/errors'
import type { CallerSigner } from '@rts/shared/service/caller-signature'
import type { Config } from '../../config.ts'
import { commonHeaders, problemType, sendRefusal } from '../common/answers.ts'
import { type Answer, newExchange, timeUpstream } from '../common/exchange.ts'
import { refuseOddFraming } from '../common/framing.ts'
import { createNetworkReader } from '../common/network.ts'
import { createBodyBudget } from '../common/request-body.ts'
import { type RunOptions, runSteps } from '../common/run-steps.ts'
import type { Upstream } from '../common/upstream.ts'
import { checkMethod, enterNetwork, readVisit, type Visit, type VisitStep } from './checks.ts'
import { createVisitForward } from './forward.ts'

export type DashboardDoorParts = RunOptions & {
  /** The dashboard, with places and sockets for pages alone, and others for signing in. */
  upstreams: { pages: Upstream; signIn: Upstream }
  sign: CallerSigner
  clock: Clock
}

/** The memory for all bodies of browsers in a replica; the other endpoints have their own. */
const budgetBytes = 16 * 1_024 * 1_024

/** The browsers' endpoint: no key, no minute, no allowance. The order is the precedence of answers; each step says why it is at this point. */
export function createDashboardDoor(parts: DashboardDoorParts, config: Config): Answer {
  const { upstreams, sign, clock, logger, observe } = parts
  const laneTo = (upstream: Upstream) => ({
    upstream,
    forward: createVisitForward({ upstream, sign, clock, timeoutMs: config.UPSTREAM_TIMEOUT_MS }),
  })
  const pages = laneTo(upstreams.pages)
  const signIn = laneTo(upstreams.signIn)
  // Signing in has places of its own: a flood of it takes none from pages and from people who are signed in.
  const laneOf = ({ path }: Visit) => (path.startsWith(`${signInPath}/`) ? signIn : pages)
  const body = { budget: createBodyBudget(budgetBytes), bodyDeadlineMs: config.BODY_TIMEOUT_MS }
  const readNetwork = createNetworkReader(config)
  const steps: VisitStep[] = [
    refuseOddFraming, // First: no step below may read a request that can be read in two ways.
    checkMethod, // Before a place: it needs nothing.
    enterNetwork(), // Before the body: one address never holds more than its share.
    readVisit(body), // Before a place at the dashboard: slow or oversized bodies take none.
    (visit) => laneOf(visit).upstream.enter(visit.res), // Last before the call: a full replica says so at once.
    (visit) => timeUpstream(visit, laneOf(visit).forward),
  ]
  const pipeline = { steps, refuse, failure: 'visit failed', logger, observe }
  return (req, res) => runSteps(pipeline, { ...newExchange(req, res, 'dashboard', req.url), network: readNetwork(req) })
}

/** A browser has no allowance, so a refusal has none. */
function refuse({ res, requestId }: Visit, error: AppError): void {
  const headers = {
    ...commonHeaders({ requestId }),
    'Content-Type': problemType,
    'X-Content-Type-Options': 'nosniff',
  }
  sendRefusal(res, error, headers, Buffer.from(JSON.stringify(problemOf(error, requestId))))
}
