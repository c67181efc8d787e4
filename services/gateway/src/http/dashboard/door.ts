import type { Clock } from '@rts/shared/clock'
import { signInPath } from '@rts/shared/contract/doors'
import { defaultBodyLimitBytes } from '@rts/shared/contract/operation'
import { personBodyBytes } from '@rts/shared/derive/body-limits'
import { AppError, problemOf } from '@rts/shared/errors'
import type { CallerSigner } from '@rts/shared/service/caller-signature'
import type { Config } from '../../config.ts'
import { commonHeaders, problemType, sendRefusal } from '../common/answers.ts'
import { type Answer, newExchange, timeUpstream } from '../common/exchange.ts'
import { refuseOddFraming } from '../common/framing.ts'
import { visitsAtOnce } from '../common/limits.ts'
import { createNetworkReader } from '../common/network.ts'
import { createPlaces } from '../common/places.ts'
import { type BodyBudget, createBodyBudget, declaresMore, hasBody, readBody } from '../common/request-body.ts'
import { type RunOptions, runSteps } from '../common/run-steps.ts'
import type { Upstream } from '../common/upstream.ts'
import { createVisitForward, type Visit } from './forward.ts'

type VisitStep = (visit: Visit) => void | Promise<void>
export type DashboardDoorParts = RunOptions & {
  /** Sign-in has its own places and sockets. */
  upstreams: { pages: Upstream; signIn: Upstream }
  sign: CallerSigner
  clock: Clock
}

const methods = ['GET', 'HEAD', 'POST']
/** Presence alone, only for the size of a body: the dashboard checks it. */
const sessionCookie = /(?:^|;\s*)(?:__Host-)?rts=/
/** For all bodies of browsers on a replica, apart from other endpoints. */
const budgetBytes = 16 * 1_024 * 1_024

/** No key, no minute, no allowance. The order is the precedence of answers; each step states its reason. */
export function createDashboardDoor(parts: DashboardDoorParts, config: Config): Answer {
  const { upstreams, sign, clock, logger, observe } = parts
  const laneTo = (upstream: Upstream) => ({
    upstream,
    forward: createVisitForward({ upstream, sign, clock, timeoutMs: config.UPSTREAM_TIMEOUT_MS }),
  })
  const pages = laneTo(upstreams.pages)
  const signIn = laneTo(upstreams.signIn)
  // A flood of sign-ins takes no place from pages and signed-in people.
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

const checkMethod: VisitStep = ({ req }) => {
  if (!methods.includes(req.method))
    throw new AppError('method_not_allowed', 'Send GET, HEAD or POST', { allow: methods })
  if (req.method !== 'POST' && hasBody(req)) throw new AppError('bad_request', 'Only a POST has a body')
}

/** An address never exceeds its share of places and memory. */
function enterNetwork(): VisitStep {
  const places = createPlaces(visitsAtOnce)
  return ({ network, res }) => {
    if (!places.enter(network.area ?? network.hash, res))
      throw new AppError('rate_limited', 'Too many requests at once', { retryAfterSeconds: 1 })
  }
}

/** 64 KB, or the table's limit with a session cookie. */
function readVisit({ budget, bodyDeadlineMs }: { budget: BodyBudget; bodyDeadlineMs: number }): VisitStep {
  return async (visit) => {
    const { req, res } = visit
    if (!hasBody(req)) return
    const limitBytes = sessionCookie.test(req.headers.cookie ?? '') ? personBodyBytes : defaultBodyLimitBytes
    if (req.headers.expect !== undefined && !declaresMore(req, limitBytes)) res.writeContinue()
    visit.body = await readBody(visit, limitBytes, bodyDeadlineMs, budget)
  }
}

function refuse({ res, requestId }: Visit, error: AppError): void {
  const headers = {
    ...commonHeaders({ requestId }),
    'Content-Type': problemType,
    'X-Content-Type-Options': 'nosniff',
  }
  sendRefusal(res, error, headers, Buffer.from(JSON.stringify(problemOf(error, requestId))))
}
