import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import type { Caller } from '@rts/shared/contract/caller'
import type { ObjectJsonSchema } from '../tools/published.ts'
import type { Toolbox } from '../tools/toolbox.ts'
import { instructions, type Leg, type LegOptions, serverInfo } from './leg.ts'

/** One for the process: the SDK would otherwise compile a new one for each request. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/** Whether a value keeps a JSON Schema; null, or what is wrong. */
export function validatorOf(schema: ObjectJsonSchema): (value: unknown) => string | null {
  const validate = jsonSchemaValidator.getValidator(schema)
  return (value) => {
    const { valid, errorMessage } = validate(value)
    return valid ? null : (errorMessage ?? 'unknown')
  }
}

/** The revisions of 2025, stateless: a fresh server and transport a request, so that no two callers ever share one. */
export function createLegacyLeg({ toolbox }: LegOptions): Leg {
  return async (req, res, message, caller) => {
    // A message, not a session: nothing is kept between requests.
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    const server = createServer(toolbox, caller)
    res.once('close', () => void server.close().catch(() => {}))
    // safe because the SDK's own class declares its callbacks without exactOptionalPropertyTypes in mind
    await server.connect(transport as Parameters<typeof server.connect>[0])
    await transport.handleRequest(req, res, message)
  }
}

function createServer(toolbox: Toolbox, caller: Caller) {
  // The low-level class on purpose: McpServer takes no prebuilt list, and answers unknown tools with a result.
  const server = new Server(serverInfo, { capabilities: { tools: {} }, instructions, jsonSchemaValidator })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolbox.list(caller) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const answer = await toolbox.call(params.name, params.arguments ?? {}, caller)
    if (!answer) throw new McpError(ErrorCode.InvalidParams, 'Unknown tool')
    return answer
  })
  return server
}
