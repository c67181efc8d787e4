import { randomUUID } from 'node:crypto'
import { AppError } from '@rts/shared/errors'
import type { Request, Response } from 'express'
import type { AgentMinutes } from '../../admission/admission.ts'
import { agentMinuteLimits } from '../../admission/admission.ts'
import { anyOrigin, withOrigins } from '../common/cross-origin.ts'
import { newExchange } from '../common/exchange.ts'
import { refuseOddFraming } from '../common/framing.ts'
import { formLimitBytes } from '../common/limits.ts'
import type { ReadNetwork } from '../common/network.ts'
import { type BodyBudget, declaresMore, readBody } from '../common/request-body.ts'
import { type RunOptions, runSteps } from '../common/run-steps.ts'
import { OAuthError, sendOAuthError } from './answers.ts'
import type { ConnectExchange, ConnectStep, Endpoint } from './exchange.ts'

export type ConnectPipelineOptions = RunOptions & {
  minutes: AgentMinutes
  budget: BodyBudget
  bodyDeadlineMs: number
  readNetwork: ReadNetwork
}

/** An address of OAuth. The order is the precedence of answers; each step says why it is at this point. */
export function createConnectPipeline(options: ConnectPipelineOptions, endpoint: Endpoint) {
  const steps: ConnectStep[] = [
    refuseOddFraming, // First: no step below may read a request that can be read in two ways.
    checkMethod(endpoint), // Before the count: it needs nothing.
    countAttempt(options, endpoint), // Before the body: a network that guesses codes has no more read.
    readForm(options, endpoint), // Before the answer: a code is tried only with a whole form.
    endpoint.answer,
  ]
  const { logger, observe } = options
  const pipeline = { steps, refuse: sendOAuthError, failure: 'OAuth request failed', logger, observe }
  const answer = (req: Request, res: Response) => runSteps(pipeline, newConnectExchange(options, req, res))
  return endpoint.isVisited ? answer : withOrigins(answer, anyOrigin, endpoint.method)
}

function newConnectExchange({ readNetwork }: ConnectPipelineOptions, req: Request, res: Response): ConnectExchange {
  // Behind the first mark a query may have more of them.
  const mark = `${req.url}?`.indexOf('?')
  const [path, query] = [req.url.slice(0, mark), req.url.slice(mark + 1)]
  const start = newExchange({ req, res, requestId: randomUUID(), door: 'connect', path, query })
  return { ...start, network: readNetwork(req), form: new URLSearchParams() }
}

function checkMethod({ method }: Endpoint): ConnectStep {
  return ({ req }) => {
    if (req.method !== method) throw new AppError('method_not_allowed', `Send a ${method}`, { allow: [method] })
  }
}

function countAttempt({ minutes }: ConnectPipelineOptions, { minute }: Endpoint): ConnectStep {
  return async ({ network }) => {
    if (!minute) return
    const verdict = await minutes.admit(network.hash, minute)
    if (verdict.granted) return
    const retryAfterSeconds = Math.max(1, Math.ceil(verdict.resetMs / 1_000))
    const message = `More than ${agentMinuteLimits[minute]} requests within a minute; try again in ${retryAfterSeconds} seconds`
    throw new AppError('rate_limited', message, { retryAfterSeconds })
  }
}

function readForm({ budget, bodyDeadlineMs }: ConnectPipelineOptions, { method }: Endpoint): ConnectStep {
  return async (exchange) => {
    const { req, res } = exchange
    if (method !== 'POST') return
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(req.headers['content-type'] ?? ''))
      throw new OAuthError('invalid_request', 'Content-Type must be application/x-www-form-urlencoded')
    if (req.headers.expect !== undefined && !declaresMore(req, formLimitBytes)) res.writeContinue()
    const body = await readBody(req, formLimitBytes, bodyDeadlineMs, budget)
    res.once('close', () => budget.release(body.length))
    const form = new URLSearchParams(body.toString('utf8'))
    if (new Set(form.keys()).size < form.size) throw new OAuthError('invalid_request', 'A parameter is given twice')
    // One without a value counts as left out (RFC 6749, section 3.2).
    exchange.form = new URLSearchParams([...form].filter(([, value]) => value !== ''))
  }
}
