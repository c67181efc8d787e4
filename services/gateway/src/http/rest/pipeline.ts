import type { Clock } from '@rts/shared/clock'
import type { ServiceName } from '@rts/shared/contract/services'
import { operationOf } from '@rts/shared/contract/table'
import { AppError } from '@rts/shared/errors'
import type { CallerSigner } from '@rts/shared/service/caller-signature'
import type { Request, Response } from 'express'
import { type AdmissionStore, allowanceOf } from '../../admission/admission.ts'
import { bearerKey, hashOfKey } from '../../keys/keys.ts'
import { sendProblem } from '../common/answers.ts'
import { type Exchange, newExchange, type Step, timeUpstream } from '../common/exchange.ts'
import { refuseOddFraming } from '../common/framing.ts'
import { notBuilt } from '../common/refusals.ts'
import { type RunOptions, runSteps } from '../common/run-steps.ts'
import type { Upstream } from '../common/upstream.ts'
import { createDeprecation } from './deprecation.ts'
import { findOperation } from './find-operation.ts'
import { createForward } from './forward.ts'
import { type ReadBodyOptions, readWholeBody } from './read-body.ts'
import { askAdmission, checkKey, type VerdictOptions } from './verdict.ts'

type PipelineOptions = VerdictOptions &
  ReadBodyOptions &
  RunOptions & {
    store: Pick<AdmissionStore, 'giveBack'>
    upstreams: readonly Upstream[]
    sign: CallerSigner
    timeoutMs: number
    clock: Clock
    publicUrl: string
  }
type Behind = ReadonlyMap<ServiceName, { upstream: Upstream; forward: (exchange: Exchange) => Promise<void> }>

/** The order is the precedence of answers; each step states its reason. */
export function createRestPipeline(options: PipelineOptions) {
  const { clock, logger, observe, upstreams, sign, timeoutMs } = options
  const deprecation = createDeprecation(options.publicUrl)
  const giveBack = (exchange: Exchange) => giveBackCharge(options, exchange)
  const behind: Behind = new Map(
    upstreams.map((upstream) => [
      upstream.name,
      { upstream, forward: createForward({ upstream, sign, timeoutMs, giveBack, deprecation }) },
    ]),
  )
  const steps: Step[] = [
    refuseOddFraming, // First: no step below may read a request that can be read in two ways.
    refuseBrowser, // Before the key: a page must not learn whether a key that it found is valid.
    readKey(options), // Before the path: strangers learn nothing about the list, and garbage never reaches the database.
    findOperation(), // Refusals from here on are kept for later, not thrown: key and rate answer first.
    readWholeBody(options), // Before admission: slow or oversized bodies take no lock, no place and no call of the day.
    reserveUpstream(options, behind), // Before the charge: a full replica costs nothing.
    askAdmission(options), // One exact verdict by the database; throws the refusals kept by earlier steps.
    enterAccount(behind), // Before sockets: one account's slow calls never hold all of them. Only now is it known whose call it is.
    forward(behind), // Last: only an admitted request leaves the gateway.
  ]
  const pipeline = {
    steps,
    logger,
    observe,
    failure: 'request failed',
    // First, for a correct allowance in the refusal.
    undo: async (exchange: Exchange) => {
      // A written head or a lost client keeps the charge.
      if (!exchange.res.headersSent && !exchange.res.destroyed) await giveBack(exchange)
    },
    refuse: (exchange: Exchange, refusal: AppError) => sendProblem(exchange.res, refusal, exchange, clock.now()),
  }
  return (req: Request, res: Response, path: string, query: string) =>
    runSteps(pipeline, newExchange(req, res, 'rest', path, query))
}

/** Only browsers send these; a page's own reads lack Origin but have Sec-Fetch-Site. */
const browserMarks = ['origin', 'cookie', 'sec-fetch-site'] as const

const refuseBrowser: Step = ({ req }) => {
  // An empty Origin or Cookie is a browser's too.
  if (browserMarks.every((name) => req.headers[name] === undefined)) return
  throw new AppError('browser_not_allowed', 'Call this from a server: browsers are not allowed')
}

function readKey({ reference }: PipelineOptions): Step {
  const documents = reference ? `; ${reference} says how to call` : ''
  return (exchange) => {
    const key = bearerKey(exchange.req.rawHeaders)
    if (!key) throw new AppError('missing_key', `Send Authorization: Bearer with a server key${documents}`)
    exchange.keyHash = hashOfKey(key)
  }
}

function reserveUpstream({ admission }: PipelineOptions, behind: Behind): Step {
  return (exchange) => {
    if (exchange.refusal || !exchange.operation) return
    const upstream = serviceOf(behind, exchange)?.upstream
    if (!upstream) {
      exchange.effect = 'rate'
      exchange.refusal = notBuilt('This endpoint')
      return
    }
    try {
      upstream.enter(exchange.res)
    } catch (full) {
      return checkKey({ admission }, exchange).then(() => Promise.reject(full))
    }
  }
}

function enterAccount(behind: Behind): Step {
  return (exchange) => serviceOf(behind, exchange)?.upstream.enterAccount(exchange)
}

function forward(behind: Behind): Step {
  return async (exchange) => {
    const service = serviceOf(behind, exchange)
    if (!service) throw notBuilt('This endpoint')
    await timeUpstream(exchange, service.forward)
  }
}

function serviceOf(behind: Behind, { operation }: Exchange) {
  return operation && behind.get(operationOf(operation).owner)
}

/** To the day of the charge, once; a failure is not retried. */
async function giveBackCharge({ store, logger }: PipelineOptions, exchange: Exchange): Promise<void> {
  if (!exchange.charged || !exchange.keyState) return
  exchange.charged = false
  const { accountId, day, nowMs } = exchange.keyState
  try {
    const today = await store.giveBack(accountId, day)
    if (today) exchange.allowance = allowanceOf(today.used, today.dayLimit, new Date(nowMs))
  } catch (error) {
    logger.error({ err: error, requestId: exchange.requestId }, 'a charge could not be given back')
  }
}
