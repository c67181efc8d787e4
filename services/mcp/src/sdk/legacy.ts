import type { ServerResponse } from 'node:http'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  isInitializeRequest,
  isJSONRPCRequest,
  JSONRPCMessageSchema,
  type JSONRPCRequest,
  ListToolsRequestSchema,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import { headerOf } from '@rts/shared/service/header'
import { printable } from '../domain/printable.ts'
import { sendError, sendJson } from '../http/answers.ts'
import type { Asker, Toolbox } from '../tools/toolbox.ts'
import { instructions, type Leg, type LegOptions, serverInfo } from './leg.ts'
import { OneMessage } from './one-message.ts'

/** One per process: otherwise the SDK compiles a new one for each request. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/** The revisions of 2025, stateless: a new server per request, so that two callers never share one. */
export function createLegacyLeg({ toolbox }: LegOptions): Leg {
  return async (req, res, message, asker) => {
    const version = headerOf(req, 'mcp-protocol-version')
    if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version) && !isInitializeRequest(message)) {
      const known = SUPPORTED_PROTOCOL_VERSIONS.join(', ')
      return sendError(res, 400, -32_000, `Bad protocol version; supported: ${known}`, Object(message).id)
    }
    if (!isJSONRPCRequest(message)) return acknowledge(res, message)
    const problem = badEnvelope(message)
    if (problem !== null) return sendError(res, 200, ErrorCode.InvalidParams, problem, message.id)
    const transport = new OneMessage()
    await createServer(toolbox, asker).connect(transport)
    sendJson(res, 200, await transport.exchange(withoutTask(message)))
  }
}

const envelopes = new Map<string, typeof InitializeRequestSchema | typeof CallToolRequestSchema>([
  ['initialize', InitializeRequestSchema],
  ['tools/call', CallToolRequestSchema],
])

/** The first field that breaks the protocol, for which the SDK would answer with its internals; null if there is none. */
function badEnvelope(request: JSONRPCRequest): string | null {
  const [issue] = envelopes.get(request.method)?.safeParse(request).error?.issues ?? []
  return issue ? `${printable(issue.path.join('.'))} is missing or has the wrong type` : null
}

/** The request without `task`: a server without tasks must ignore it, but the SDK would refuse it. */
function withoutTask(request: JSONRPCRequest): JSONRPCRequest {
  if (request.params?.task === undefined) return request
  const { task: _task, ...params } = request.params
  return { ...request, params }
}

/** Notifications and answers need no answer, and change nothing in a server without state. */
function acknowledge(res: ServerResponse, message: unknown): void {
  if (JSONRPCMessageSchema.safeParse(message).success) return void res.writeHead(202).end()
  sendError(res, 400, -32_600, 'The body must be a JSON-RPC message', Object(message).id)
}

function createServer(toolbox: Toolbox, asker: Asker) {
  // The low-level class on purpose: McpServer accepts no prebuilt list, and answers unknown tools with a result.
  const server = new Server(serverInfo, { capabilities: { tools: {} }, instructions, jsonSchemaValidator })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolbox.list(asker.caller) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const answer = await toolbox.call(params.name, params.arguments ?? {}, asker)
    // Not the SDK's own error, which puts its code into the text.
    if (!answer) throw Object.assign(new Error('Unknown tool'), { code: ErrorCode.InvalidParams })
    return answer
  })
  return server
}
