import { randomUUID } from 'node:crypto'
import type { Clock } from '@rts/shared/clock'
import type { ServiceName } from '@rts/shared/contract/services'
import { operationOf } from '@rts/shared/contract/table'
import { AppError } from '@rts/shared/errors'
import type { Request, Response } from 'express'
import type { AdmissionStore } from '../../admission/admission.ts'
import { allowanceOf } from '../../admission/admission.ts'
import { bearerKey, hashOfKey } from '../../keys/keys.ts'
import { sendProblem } from '../common/answers.ts'
import { type Exchange, newExchange, type Step, timeUpstream } from '../common/exchange.ts'
import { refuseOddFraming } from '../common/framing.ts'
import { type RunOptions, runSteps } from '../common/run-steps.ts'
import { notBuilt } from '../common/unavailable.ts'
import type { Upstream } from '../common/upstream.ts'
import { type AdmitOptions, admit, checkKey } from './admit.ts'
import { findOperation } from './find-operation.ts'
import { type ReadBodyOptions, readWholeBody } from './read-body.ts'

export type PipelineOptions = AdmitOptions &
  ReadBodyOptions &
  RunOptions & {
    store: Pick<AdmissionStore, 'giveBack'>
    upstreams: Partial<Record<ServiceName, Upstream>>
    forward: Partial<Record<ServiceName, (exchange: Exchange) => Promise<void>>>
    clock: Clock
  }

/** The REST endpoint. The order is the precedence of answers; each step says why it is at this point. */
export function createRestPipeline(options: PipelineOptions) {
  const steps: Step[] = [
    refuseOddFraming, // First: no step below may read a request that can be read in two ways.
    refuseBrowser, // Before the key: a page must not learn whether a key that it found is valid.
    readKey, // Before the path: strangers learn nothing about the list, and garbage never reaches the database.
    findOperation(), // Refusals from here on are kept for later, not thrown: key and rate answer first.
    readWholeBody(options), // Before admission: slow or oversized bodies take no lock, no place and no call of the day.
    reserveUpstream(options), // Before the charge: a full replica costs nothing.
    admit(options), // One exact verdict by the database; throws the refusals kept by earlier steps.
    enterAccount(options), // Before sockets: one account's slow calls never hold all of them. Only now is it known whose call it is.
    forward(options), // Last: only an admitted request leaves the gateway.
  ]
  const { clock, logger, observe } = options
  const pipeline = {
    steps,
    logger,
    observe,
    failure: 'request failed',
    // Before the refusal is sent, so that the allowance in it is correct.
    undo: (exchange: Exchange) => giveBackUnanswered(options, exchange),
    refuse: (exchange: Exchange, refusal: AppError) => sendProblem(exchange.res, refusal, exchange, clock.now()),
  }
  return (req: Request, res: Response, path: string, query: string) =>
    runSteps(pipeline, newExchange({ req, res, requestId: randomUUID(), door: 'rest', path, query }))
}

/** Headers that only browsers send: a page's own reads have no Origin, but they have Sec-Fetch-Site. */
const browserMarks = ['origin', 'cookie', 'sec-fetch-site'] as const

const refuseBrowser: Step = ({ req }) => {
  // Presence counts, not content: an empty Origin or Cookie is a browser's too.
  if (browserMarks.every((name) => req.headers[name] === undefined)) return
  throw new AppError('browser_not_allowed', 'Call this from a server: browsers are not allowed')
}

const readKey: Step = (exchange) => {
  const key = bearerKey(exchange.req.rawHeaders)
  if (!key) throw new AppError('missing_key', 'Send Authorization: Bearer with a server key')
  exchange.keyHash = hashOfKey(key)
}

function reserveUpstream({ upstreams, admission }: PipelineOptions): Step {
  return (exchange) => {
    if (exchange.refusal || !exchange.operation) return
    const upstream = upstreams[operationOf(exchange.operation).owner]
    if (!upstream) return refuseLater(exchange, notBuilt('This endpoint'))
    try {
      upstream.enter()
    } catch (full) {
      return checkKey({ admission }, exchange).then(() => Promise.reject(full))
    }
    exchange.res.once('close', () => upstream.leave())
  }
}

function enterAccount({ upstreams }: PipelineOptions): Step {
  return (exchange) => {
    const owner = exchange.operation && operationOf(exchange.operation).owner
    if (owner) upstreams[owner]?.enterAccount(exchange)
  }
}

/** Keeps a refusal for later: key and rate answer first. */
function refuseLater(exchange: Exchange, refusal: AppError): void {
  exchange.effect = 'rate'
  exchange.refusal = refusal
}

function forward({ forward: forwards }: PipelineOptions): Step {
  return async (exchange) => {
    const owner = exchange.operation && operationOf(exchange.operation).owner
    const send = owner && forwards[owner]
    if (!send) throw notBuilt('This endpoint')
    await timeUpstream(exchange, send)
  }
}

/** Once a head is written, or the client has left, the call stays charged. */
async function giveBackUnanswered(options: PipelineOptions, exchange: Exchange): Promise<void> {
  if (exchange.charged && !exchange.res.headersSent && !exchange.res.destroyed) await giveBack(options, exchange)
}

/** Gives the call back to the day that it was charged to, once; a failure is not retried. */
export async function giveBack(
  { store, logger }: Pick<PipelineOptions, 'store' | 'logger'>,
  exchange: Exchange,
): Promise<void> {
  if (!exchange.charged || !exchange.standing) return
  exchange.charged = false
  const { accountId, day, nowMs } = exchange.standing
  try {
    const today = await store.giveBack(accountId, day)
    if (today) exchange.allowance = allowanceOf(today.used, today.dayLimit, new Date(nowMs))
  } catch (error) {
    logger.error({ err: error, requestId: exchange.requestId }, 'a charge could not be given back')
  }
}
