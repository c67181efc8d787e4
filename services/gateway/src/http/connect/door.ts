import { connectPath } from '@rts/shared/contract/doors'
import { AppError } from '@rts/shared/errors'
import type { Request, Response } from 'express'
import { type AgentMinuteKind, type AgentMinutes, agentMinuteLimits } from '../../admission/admission.ts'
import type { Config } from '../../config.ts'
import type { Grants } from '../../grants/grants.ts'
import { anyOrigin, withOrigins } from '../common/cross-origin.ts'
import { type Answer, newExchange } from '../common/exchange.ts'
import { refuseOddFraming } from '../common/framing.ts'
import { formLimitBytes } from '../common/limits.ts'
import { createNetworkReader, type ReadNetwork } from '../common/network.ts'
import { minuteFull } from '../common/refusals.ts'
import { type BodyBudget, createBodyBudget, declaresMore, readBody } from '../common/request-body.ts'
import { type RunOptions, runSteps } from '../common/run-steps.ts'
import { type ConnectExchange, type ConnectStep, OAuthError, sendDocument, sendOAuthError } from './answers.ts'
import { authorizePath, metadataOf, registerPath, resourcePath, revokePath, serverPath, tokenPath } from './metadata.ts'
import { createRegisterAnswer } from './registration.ts'
import { createRevokeAnswer, createTokenAnswer } from './tokens.ts'

/** Without `minute` it is free; people are sent to an `isVisited` one. */
type Endpoint = {
  method: 'GET' | 'POST'
  minute?: AgentMinuteKind
  isVisited?: true
  takes?: 'form' | 'json'
  answer: ConnectStep
}
type ConnectParts = RunOptions & { minutes: AgentMinutes }
type ConnectOptions = ConnectParts & { budget: BodyBudget; bodyDeadlineMs: number; readNetwork: ReadNetwork }
export type ConnectDoorParts = ConnectParts & {
  agents: Answer
  grants: Grants
}

/** For all forms of a replica; the forms of one network in a minute fill at most a sixteenth. */
const budgetBytes = 16 * 1_024 * 1_024

export function createConnectDoor({ agents, grants, ...parts }: ConnectDoorParts, config: Config): Map<string, Answer> {
  const { issuer, resource, server } = metadataOf(config.PUBLIC_URL)
  const authorizeUrl = server.authorization_endpoint
  const posted = { method: 'POST', minute: 'token', takes: 'form' } as const
  const endpoints: Record<string, Endpoint> = {
    [resourcePath]: { method: 'GET', answer: (exchange) => sendDocument(exchange, resource) },
    [serverPath]: { method: 'GET', answer: (exchange) => sendDocument(exchange, server) },
    [authorizePath]: { method: 'GET', minute: 'authorize', isVisited: true, answer: sendToConsent(config.PUBLIC_URL) },
    [registerPath]: { method: 'POST', minute: 'register', takes: 'json', answer: createRegisterAnswer(grants) },
    [tokenPath]: { ...posted, answer: createTokenAnswer({ grants, resource: issuer, authorizeUrl }) },
    [revokePath]: { ...posted, answer: createRevokeAnswer({ grants }) },
  }
  const options = {
    ...parts,
    budget: createBodyBudget(budgetBytes),
    bodyDeadlineMs: config.BODY_TIMEOUT_MS,
    readNetwork: createNetworkReader(config),
  }
  const answers = new Map([connectPath, `${connectPath}/`].map((path) => [path, agents]))
  for (const [path, endpoint] of Object.entries(endpoints)) answers.set(path, createConnectPipeline(options, endpoint))
  return answers
}

/** The order is the precedence of answers; each step states its reason. */
function createConnectPipeline(options: ConnectOptions, endpoint: Endpoint): Answer {
  const steps: ConnectStep[] = [
    refuseOddFraming, // First: no step below may read a request that can be read in two ways.
    checkMethod(endpoint), // Before the count: it needs nothing.
    countAttempt(options, endpoint), // Before the body: a network that guesses codes has no more read.
    readFields(options, endpoint), // Before the answer: a code is tried only with a whole form.
    endpoint.answer,
  ]
  const { logger, observe } = options
  const pipeline = { steps, refuse: sendOAuthError, failure: 'OAuth request failed', logger, observe }
  const answer: Answer = (req, res) => runSteps(pipeline, newConnectExchange(options, req, res))
  return endpoint.isVisited ? answer : withOrigins(answer, anyOrigin, endpoint.method)
}

function newConnectExchange({ readNetwork }: ConnectOptions, req: Request, res: Response): ConnectExchange {
  // A query may contain further question marks.
  const mark = `${req.url}?`.indexOf('?')
  const start = newExchange(req, res, 'connect', req.url.slice(0, mark), req.url.slice(mark + 1))
  return { ...start, network: readNetwork(req), form: new URLSearchParams(), json: undefined }
}

function checkMethod({ method }: Endpoint): ConnectStep {
  return ({ req }) => {
    if (req.method !== method) throw new AppError('method_not_allowed', `Send a ${method}`, { allow: [method] })
  }
}

function countAttempt({ minutes }: ConnectOptions, { minute }: Endpoint): ConnectStep {
  return async ({ network }) => {
    if (!minute) return
    const verdict = await minutes.ask(network.hash, minute)
    if (!verdict.granted) throw minuteFull(agentMinuteLimits[minute], verdict.resetMs)
  }
}

function readFields({ budget, bodyDeadlineMs }: ConnectOptions, { takes }: Endpoint): ConnectStep {
  return async (exchange) => {
    if (!takes) return
    const { req, res } = exchange
    const type = takes === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'
    const [given = ''] = (req.headers['content-type'] ?? '').split(';')
    if (given.trim().toLowerCase() !== type) throw new OAuthError('invalid_request', `Content-Type must be ${type}`)
    if (req.headers.expect !== undefined && !declaresMore(req, formLimitBytes)) res.writeContinue()
    const text = (await readBody(exchange, formLimitBytes, bodyDeadlineMs, budget)).toString()
    if (takes === 'json') exchange.json = parseJson(text)
    else exchange.form = parseForm(text)
  }
}

function parseForm(text: string): URLSearchParams {
  const form = new URLSearchParams(text)
  if (new Set(form.keys()).size < form.size) throw new OAuthError('invalid_request', 'A parameter is given twice')
  // An empty value counts as left out (RFC 6749, section 3.2).
  return new URLSearchParams([...form].filter(([, value]) => value !== ''))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new OAuthError('invalid_client_metadata', 'The body is no JSON')
  }
}

/** The dashboard's page reads and checks it. Behind the `#` no log has it, nothing changes it. */
function sendToConsent(publicUrl: string): ConnectStep {
  const page = `${new URL(publicUrl).origin}/connect`
  return ({ res, query }) => {
    res.writeHead(303, { Location: `${page}#${query}`, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    res.end()
  }
}
