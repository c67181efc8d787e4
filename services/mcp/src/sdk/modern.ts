import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  classifyInboundRequest,
  createMcpHandler,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import { mcpPath } from '@rts/shared/contract/doors'
import type { Logger } from '@rts/shared/logger'
import { headerOf } from '@rts/shared/service/http-server'
import { sendError } from '../http/answers.ts'
import { promptOf, promptsFor, unknownPrompt } from '../prompts/prompts.ts'
import { answerAboutSkill, isAboutSkill, skillCapabilities } from '../skills/skills.ts'
import { type Asker, given } from '../tools/tools.ts'
import { instructions, type Leg, type LegOptions, serverInfo } from './leg.ts'

/** One per process: the SDK would compile one for each request. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()
/** Depends on the key: no shared cache; changes only with a release. */
const listCache = { ttlMs: 60_000, cacheScope: 'private' } as const
const cacheHints = { 'tools/list': listCache, 'prompts/list': listCache, 'server/discover': listCache }

/** Revision 2026-07-28, and 2025's by `legacy`: each message names its revision. */
export function createBothLegs({ toolbox, logger, legacy }: LegOptions & { logger: Logger; legacy: Leg }): Leg {
  const askers = new WeakMap<object, Asker>()
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const asker = requestInfo && askers.get(requestInfo)
      if (!asker) throw new Error('a request without its caller')
      const server = createServer({ toolbox }, asker)
      // Only for these: the SDK answers 404 where a method has no handler.
      if (isAboutSkill(requestInfo.headers.get('mcp-method'))) server.fallbackRequestHandler = answerToAll
      return server
    },
    {
      legacy: 'reject',
      // Lists depend on the key alone: nothing changes for a listener.
      maxSubscriptions: 0,
      onerror: (error) => logger.debug({ err: error }, 'a message was refused'),
    },
  )
  return async (req, res, message, asker) => {
    if (isLegacy(req, message)) return legacy(req, res, message, asker)
    const request = headOf(req)
    askers.set(request, asker)
    const answer = await handler.fetch(request, { parsedBody: message })
    if (await isFullOfListeners(message, answer)) {
      return sendError(res, 404, ProtocolErrorCode.MethodNotFound, 'Method not found', Object(message).id)
    }
    await relay(answer, res)
  }
}

/** The SDK accepts every `subscriptions/listen`, then finds no slot; here the method is unknown. */
async function isFullOfListeners(message: unknown, answer: globalThis.Response): Promise<boolean> {
  if (Object(message).method !== 'subscriptions/listen') return false
  return Object(await answer.clone().json()).error?.code === ProtocolErrorCode.InternalError
}

/** As the handler decides, without building a web request. */
function isLegacy(req: IncomingMessage, body: unknown): boolean {
  const version = headerOf(req, 'mcp-protocol-version')
  // Classifying it would parse it three times.
  if (SUPPORTED_PROTOCOL_VERSIONS.includes(version ?? '') && Object(Object(body).params)._meta === undefined)
    return true
  const claims = given({
    protocolVersionHeader: version,
    mcpMethodHeader: headerOf(req, 'mcp-method'),
    mcpNameHeader: headerOf(req, 'mcp-name'),
  })
  return classifyInboundRequest({ httpMethod: 'POST', ...claims, body }).kind === 'legacy'
}

function createServer({ toolbox }: LegOptions, asker: Asker): Server {
  const capabilities = { tools: {}, prompts: {}, ...skillCapabilities }
  const server = new Server(serverInfo, { capabilities, instructions, jsonSchemaValidator, cacheHints })
  server.setRequestHandler('tools/list', () => ({ tools: toolbox.list(asker.caller) }))
  server.setRequestHandler('tools/call', async ({ params }) => {
    const answer = await toolbox.call(params.name, params.arguments ?? {}, asker)
    if (!answer) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, toolbox.unknown(params.name, asker.caller))
    }
    return answer
  })
  server.setRequestHandler('prompts/list', () => ({ prompts: promptsFor(asker.caller) }))
  server.setRequestHandler('prompts/get', ({ params }) => {
    const answer = promptOf(params.name, params.arguments ?? {})
    if (!answer) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownPrompt)
    return answer
  })
  return server
}

async function answerToAll(request: JSONRPCRequest) {
  return { ...(await answerAboutSkill(request)), ttlMs: 3_600_000, cacheScope: 'public' }
}

/** The parsed body is passed separately, not written and read again. */
function headOf({ headers }: IncomingMessage): globalThis.Request {
  const named = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return new globalThis.Request(`http://mcp${mcpPath}`, { method: 'POST', headers: named })
}

async function relay(answer: globalThis.Response, res: ServerResponse): Promise<void> {
  const type = answer.headers.get('content-type')
  const body = Buffer.from(await answer.arrayBuffer())
  res.writeHead(answer.status, { 'Content-Length': body.length, ...(type ? { 'Content-Type': type } : {}) })
  res.end(body)
}
