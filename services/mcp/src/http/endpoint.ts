import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Clock } from '@rts/shared/clock'
import { type Caller, callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import { mcpPath } from '@rts/shared/contract/doors'
import { publicError } from '@rts/shared/errors'
import type { Logger } from '@rts/shared/logger'
import type { CallerVerifier } from '@rts/shared/service/caller-signature'
import { parseObject } from '@rts/shared/service/http-input'
import { closeSignal, headerOf, readBody } from '@rts/shared/service/http-server'
import { refusals } from '@rts/shared/texts/refusals'
import { continueTrace, inSpan, traceHeader } from '@rts/shared/traces/spans'
import type { Leg } from '../sdk/leg.ts'
import { sendError } from './answers.ts'

export type EndpointOptions = {
  leg: Leg
  verify: CallerVerifier
  clock: Clock
  logger: Logger
}

/** No tool takes more than hundreds; 90,000 empty objects would block the process. */
const maxValues = 10_000
const maxBytes = 1_024 * 1_024
const lists = new Set(['tools/list', 'prompts/list', 'skills/list', 'resources/list', 'resources/templates/list'])

/** Only for requests that the gateway signed. */
export function createEndpoint(options: EndpointOptions): RequestListener {
  return (req, res) => {
    if (req.method === 'POST' && req.url === mcpPath) return void serve(options, req, res)
    req.resume()
    sendError(res, 404, -32_601, 'Nothing is here')
  }
}

async function serve(options: EndpointOptions, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const left = closeSignal(res)
  try {
    const body = await readBody(req, maxBytes)
    const caller = verified(options, req, body)
    const message = parseObject(body, maxValues)
    const problem = badParams(message)
    if (problem) return sendError(res, 200, -32_602, problem, Object(message).id)
    const answer = () => options.leg(req, res, message, { caller, left })
    await continueTrace(headerOf(req, traceHeader), () => inSpan('agent', { kind: 'server' }, answer))
  } catch (error) {
    const { status, message } = publicError(error)
    if (status === 500) options.logger.error({ err: error }, 'agent request failed')
    if (status === 400) sendError(res, 400, -32_600, message)
    else sendError(res, status, -32_603, refusals.internal.text)
  }
}

function verified({ verify, clock }: EndpointOptions, req: IncomingMessage, body: Uint8Array): Caller {
  const signed = { caller: headerOf(req, callerHeader) ?? '', signature: headerOf(req, signatureHeader) ?? '' }
  return verify(signed, { method: 'POST', target: mcpPath, body }, clock.now().getTime())
}

/** Bad parameters that an SDK would answer with its internals; null if there are none. */
function badParams(message: unknown): string | null {
  const { method, params } = Object(message)
  if (method === 'tools/call') return badCall(Object(params))
  if (method === 'prompts/get') return badPrompt(Object(params))
  if (lists.has(method)) return badList(Object(params))
  if (method === 'skills/get' || method === 'resources/read') return badResource(Object(params))
  return null
}

function badCall({ name, arguments: args, task }: { name?: unknown; arguments?: unknown; task?: unknown }) {
  if (typeof name !== 'string' || name === '') return 'params.name must be the name of a tool'
  if (task !== undefined && (typeof task !== 'object' || task === null)) return 'params.task must be an object'
  if (args === undefined || (typeof args === 'object' && args !== null && !Array.isArray(args))) return null
  return 'params.arguments must be an object'
}

function badPrompt({ name, arguments: args }: { name?: unknown; arguments?: unknown }): string | null {
  if (typeof name !== 'string' || name === '') return 'params.name must be the name of a prompt'
  if (args === undefined) return null
  const isObject = typeof args === 'object' && args !== null && !Array.isArray(args)
  if (isObject && Object.values(args).every((value) => typeof value === 'string')) return null
  return 'params.arguments must be an object of texts'
}

function badResource({ uri }: { uri?: unknown }): string | null {
  return typeof uri === 'string' ? null : 'params.uri must be the address of a resource'
}

function badList({ cursor }: { cursor?: unknown }): string | null {
  return cursor === undefined || typeof cursor === 'string' ? null : 'params.cursor must be a string'
}
