import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  type JSONRPCMessage,
  type JSONRPCRequest,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import { promptOf, promptsFor, unknownPrompt } from '../prompts/prompts.ts'
import { answerAboutSkill, skillCapabilities } from '../skills/skills.ts'
import type { Asker, Toolbox } from '../tools/tools.ts'
import { instructions, serverInfo } from './leg.ts'

type AnswerRequest = (request: JSONRPCRequest, asker: Asker) => Promise<JSONRPCMessage>

/** One per process: the SDK would compile one for each server. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/**
 * Answers requests with the SDK's servers. Each has one request at a time, so that two callers never share one. Idle servers are
 * used again: the SDK's `connect` assigns functions to properties, which keeps a server and its call in memory until the next full
 * collection. The client's name and abilities that `initialize` leaves in one are only for requests to clients; we send none.
 */
export function createServers(toolbox: Toolbox): AnswerRequest {
  const idle: AnswerRequest[] = []
  return async (request, asker) => {
    const answer = idle.pop() ?? (await connectedServer(toolbox))
    const message = await answer(request, asker)
    idle.push(answer)
    return message
  }
}

async function connectedServer(toolbox: Toolbox): Promise<AnswerRequest> {
  let present: Asker | undefined
  const asker = () => {
    if (!present) throw new Error('a request without its caller')
    return present
  }
  // McpServer accepts no prebuilt list and answers unknown tools with a result.
  const capabilities = { tools: {}, prompts: {}, ...skillCapabilities }
  const server = new Server(serverInfo, { capabilities, instructions, jsonSchemaValidator })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolbox.list(asker().caller) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const answer = await toolbox.call(params.name, params.arguments ?? {}, asker())
    if (!answer) throw unknown(toolbox.unknown(params.name, asker().caller))
    return answer
  })
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: promptsFor(asker().caller) }))
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    const answer = promptOf(params.name, params.arguments ?? {})
    if (!answer) throw unknown(unknownPrompt)
    return answer
  })
  server.fallbackRequestHandler = answerAboutSkill
  const transport = new OneMessage()
  await server.connect(transport)
  return async (request, by) => {
    present = by
    const message = await transport.exchange(request)
    present = undefined
    return message
  }
}

/** The SDK's transport converts every message twice, for sessions that are not used. */
class OneMessage implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>
  private settle: ((answer: JSONRPCMessage) => void) | undefined

  async start(): Promise<void> {}
  async close(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message) return
    this.settle?.(message)
    this.settle = undefined
  }

  exchange(request: JSONRPCRequest): Promise<JSONRPCMessage> {
    return new Promise((resolve) => {
      this.settle = resolve
      this.onmessage?.(request)
    })
  }
}

/** The SDK's error puts its code into the text. */
function unknown(message: string): Error {
  return Object.assign(new Error(message), { code: ErrorCode.InvalidParams })
}
