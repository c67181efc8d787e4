import { randomUUID } from 'node:crypto'
import { signInPath } from '@rts/shared/contract/doors'
import type { Request, Response } from 'express'
import { newExchange, timeUpstream } from '../common/exchange.ts'
import { refuseOddFraming } from '../common/framing.ts'
import type { ReadNetwork } from '../common/network.ts'
import type { BodyBudget } from '../common/request-body.ts'
import { type RunOptions, runSteps } from '../common/run-steps.ts'
import type { Upstream } from '../common/upstream.ts'
import { sendRefusal } from './answers.ts'
import { checkMethod, enterNetwork, readVisit } from './checks.ts'
import type { Visit, VisitStep } from './exchange.ts'

/** A way to the dashboard, with places of its own. */
type Lane = { upstream: Upstream; forward(visit: Visit): Promise<void> }
export type VisitPipelineOptions = RunOptions & {
  lanes: { pages: Lane; signIn: Lane }
  budget: BodyBudget
  bodyDeadlineMs: number
  readNetwork: ReadNetwork
}

/** The browsers' endpoint: no key, no minute, no allowance. The order is the precedence of answers; each step says why it is at this point. */
export function createVisitPipeline(options: VisitPipelineOptions) {
  const steps: VisitStep[] = [
    refuseOddFraming, // First: no step below may read a request that can be read in two ways.
    checkMethod, // Before a place: it needs nothing.
    enterNetwork(), // Before the body: one address never holds more than its share.
    readVisit(options), // Before a place at the dashboard: slow or oversized bodies take none.
    takePlace(options), // Last before the call: a full replica says so at once.
    (visit) => timeUpstream(visit, laneOf(options, visit).forward),
  ]
  const { logger, observe } = options
  const pipeline = { steps, refuse: sendRefusal, failure: 'visit failed', logger, observe }
  return (req: Request, res: Response) => runSteps(pipeline, newVisit(options, req, res))
}

function newVisit({ readNetwork }: VisitPipelineOptions, req: Request, res: Response): Visit {
  const facts = { req, res, requestId: randomUUID(), door: 'dashboard', path: req.url, query: '' } as const
  return { ...newExchange(facts), network: readNetwork(req) }
}

/** Signing in has places of its own: a flood of it takes none from pages and from people who are signed in. */
function laneOf({ lanes }: VisitPipelineOptions, { path }: Visit): Lane {
  return path.startsWith(`${signInPath}/`) ? lanes.signIn : lanes.pages
}

function takePlace(options: VisitPipelineOptions): VisitStep {
  return (visit) => {
    const { upstream } = laneOf(options, visit)
    upstream.enter()
    visit.res.once('close', () => upstream.leave())
  }
}
