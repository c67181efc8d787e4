import type { ServerResponse } from 'node:http'
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  isInitializeRequest,
  isJSONRPCRequest,
  JSONRPCMessageSchema,
  type JSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import { headerOf } from '@rts/shared/service/http-server'
import { sendError, sendJson } from '../http/answers.ts'
import { printable } from '../tools/tools.ts'
import type { Leg, LegOptions } from './leg.ts'
import { createServers } from './servers.ts'

export function createLegacyLeg({ toolbox }: LegOptions): Leg {
  const answer = createServers(toolbox)
  return async (req, res, message, asker) => {
    const version = headerOf(req, 'mcp-protocol-version')
    if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version) && !isInitializeRequest(message)) {
      const known = SUPPORTED_PROTOCOL_VERSIONS.join(', ')
      return sendError(res, 400, -32_000, `Bad protocol version; supported: ${known}`, Object(message).id)
    }
    if (!isJSONRPCRequest(message)) return acknowledge(res, message)
    const reply = await answer(withoutTask(message), asker)
    const problem = 'error' in reply ? badEnvelope(message) : null
    if (problem !== null) return sendError(res, 200, ErrorCode.InvalidParams, problem, message.id)
    sendJson(res, 200, reply)
  }
}

const envelopes = new Map<
  string,
  typeof InitializeRequestSchema | typeof CallToolRequestSchema | typeof GetPromptRequestSchema
>([
  ['initialize', InitializeRequestSchema],
  ['tools/call', CallToolRequestSchema],
  ['prompts/get', GetPromptRequestSchema],
])

/** Null if valid; the SDK would answer with its internals. */
function badEnvelope(request: JSONRPCRequest): string | null {
  const [issue] = envelopes.get(request.method)?.safeParse(request).error?.issues ?? []
  return issue ? `${printable(issue.path.join('.'))} is missing or has the wrong type` : null
}

/** A server without tasks must ignore `task`; the SDK would refuse it. */
function withoutTask(request: JSONRPCRequest): JSONRPCRequest {
  if (request.params?.task === undefined) return request
  const { task: _task, ...params } = request.params
  return { ...request, params }
}

/** A stateless server ignores notifications and answers. */
function acknowledge(res: ServerResponse, message: unknown): void {
  if (JSONRPCMessageSchema.safeParse(message).success) return void res.writeHead(202).end()
  sendError(res, 400, -32_600, 'The body must be a JSON-RPC message', Object(message).id)
}
