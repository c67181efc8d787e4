import type { Clock } from '@rts/shared/clock'
import { type Caller, callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import { publicError } from '@rts/shared/errors'
import type { Logger } from '@rts/shared/logger'
import type { CallerVerifier } from '@rts/shared/service/caller-signature'
import express, { type Express, type Request, type Response } from 'express'
import type { Leg } from '../sdk/leg.ts'
import { sendError } from './answers.ts'
import { badParams } from './message.ts'

export type EndpointOptions = {
  leg: Leg
  verify: CallerVerifier
  clock: Clock
  logger: Logger
  isDraining: () => boolean
}

const bodyLimitBytes = 1_024 * 1_024

/** The address behind the gateway's /mcp; only what the gateway signed is answered. */
export function createEndpoint(options: EndpointOptions): Express {
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.use(express.raw({ type: () => true, limit: bodyLimitBytes, inflate: false }))
  app.post('/mcp', (req, res) => void serve(options, req, res))
  app.use((_req, res) => void sendError(res, 404, -32_601, 'Nothing is here'))
  app.use((error: unknown, _req: Request, res: Response, _next: unknown) => {
    options.logger.warn({ err: error }, 'unreadable request')
    sendError(res, 400, -32_700, 'The request could not be read')
  })
  return app
}

async function serve(options: EndpointOptions, req: Request, res: Response): Promise<void> {
  try {
    const body: Uint8Array = Buffer.isBuffer(req.body) ? req.body : new Uint8Array()
    if (options.isDraining()) res.set('connection', 'close')
    const caller = verified(options, req, body)
    const message: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
    const problem = badParams(message)
    if (problem) return sendError(res, 200, -32_602, problem, Object(message).id ?? null)
    await options.leg(req, res, message, caller)
  } catch (error) {
    const { status } = publicError(error)
    if (status === 500) options.logger.error({ err: error }, 'agent request failed')
    sendError(res, status, -32_603, 'Something went wrong on our side')
  }
}

function verified({ verify, clock }: EndpointOptions, req: Request, body: Uint8Array): Caller {
  const signed = { caller: req.get(callerHeader) ?? '', signature: req.get(signatureHeader) ?? '' }
  return verify(signed, { method: 'POST', target: '/mcp', body }, clock.now().getTime())
}
