import { randomUUID } from 'node:crypto'
import { AppError, publicError } from '@rts/shared/errors'
import type { Logger } from '@rts/shared/logger'
import type { Request, Response } from 'express'
import { clientAddress, networkOf } from '../../domain/network.ts'
import { type Exchange, newExchange, timeUpstream } from '../common/exchange.ts'
import { refuseOddFraming } from '../common/framing.ts'
import { type BodyBudget, discardBody } from '../common/request-body.ts'
import type { Upstream } from '../common/upstream.ts'
import { sendRefusal } from './answers.ts'
import { checkMethod, enterNetwork, readVisit } from './checks.ts'
import type { Visit, VisitStep } from './exchange.ts'

export type VisitPipelineOptions = {
  upstream: Upstream
  forward(visit: Visit): Promise<void>
  budget: BodyBudget
  bodyDeadlineMs: number
  trustedProxyHops: number
  networkKey: string
  logger: Logger
  observe(exchange: Exchange, ms: number, refused?: AppError): void
}

/** The browsers' endpoint: no key, no minute, no allowance. The order is the precedence of answers; each step says why it is at this point. */
export function createVisitPipeline(options: VisitPipelineOptions) {
  const steps: VisitStep[] = [
    refuseOddFraming, // First: no step below may read a request that can be read in two ways.
    checkMethod, // Before a place: it needs nothing.
    enterNetwork(), // Before the body: one address never holds more than its share.
    readVisit(options), // Before a place at the dashboard: slow or oversized bodies take none.
    takePlace(options), // Last before the call: a full replica says so at once.
    (visit) => timeUpstream(visit, options.forward),
  ]
  return async (req: Request, res: Response): Promise<void> => {
    const visit = newVisit(options, req, res)
    let refused: AppError | undefined
    try {
      for (const step of steps) {
        // We stop working for a browser that left.
        if (res.closed) break
        await step(visit)
      }
    } catch (error) {
      if (!(error instanceof AppError)) options.logger.error({ err: error, requestId: visit.requestId }, 'visit failed')
      refused = publicError(error)
      await discardBody(req)
      sendRefusal(visit, refused)
    }
    options.observe(visit, performance.now() - visit.startedAt, refused)
  }
}

function newVisit({ trustedProxyHops, networkKey }: VisitPipelineOptions, req: Request, res: Response): Visit {
  const forwardedFor = req.headers['x-forwarded-for']
  const written = Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor
  const address = clientAddress(req.socket.remoteAddress, written, trustedProxyHops)
  const facts = { req, res, requestId: randomUUID(), door: 'dashboard', path: req.url, query: '' } as const
  return { ...newExchange(facts), network: networkOf(address, networkKey) }
}

function takePlace({ upstream }: VisitPipelineOptions): VisitStep {
  return ({ res }) => {
    upstream.enter()
    res.once('close', () => upstream.leave())
  }
}
