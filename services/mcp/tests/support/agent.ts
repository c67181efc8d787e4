import { randomInt } from 'node:crypto'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import { expect } from 'vitest'
import { catalog } from '../../src/tools/catalog.ts'
import { publish } from '../../src/tools/published.ts'

/** The answer of a tool. */
export type Answer = { isError: boolean; text: string; data: Record<string, never> }
export type Agent = {
  client: Client
  tools(): Promise<string[]>
  call(name: string, args?: Record<string, unknown>): Promise<Answer>
  close(): Promise<void>
}

// Test files that share a system begin at different places.
let hosts = randomInt(2 ** 24)

/** An IPv4 address that no test has used. */
export function freshAddress(): string {
  hosts = (hosts + 1) % 2 ** 24
  return `10.${hosts >> 16}.${(hosts >> 8) & 255}.${hosts & 255}`
}

/** The SDK's own client of the 2025 revisions, over HTTP, from an address. */
export async function connectAgent(
  url: string,
  { token, from = freshAddress() }: { token?: string; from?: string } = {},
): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const headers = { 'x-forwarded-for': from, ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  // safe because the SDK's own class declares its callbacks without exactOptionalPropertyTypes in mind
  await client.connect(transport as Transport)
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args = {}) => checked(name, answerOf(await client.callTool({ name, arguments: args }))),
    close: () => client.close(),
  }
}

function answerOf(result: unknown): Answer {
  const { isError = false, content, structuredContent = {} } = Object(result)
  return { isError, text: String(content?.[0]?.text), data: structuredContent }
}

const ajv = new AjvJsonSchemaValidator()
const outputs = catalog.map((tool) => {
  const { outputSchema } = publish(tool)
  return [tool.name, { output: tool.output, validate: ajv.getValidator(outputSchema) }] as const
})
const outputOf = new Map(outputs)

/** Checks that an answer matches its tool's published schema and has nothing else; the service itself does not check it again. */
function checked(name: string, answer: Answer): Answer {
  const tool = outputOf.get(name)
  if (answer.isError || !tool) return answer
  expect(JSON.parse(answer.text), `${name} says one thing twice`).toEqual(answer.data)
  expect(tool.validate(answer.data), name).toMatchObject({ valid: true })
  expect(tool.output.parse(answer.data), `only what ${name} promises`).toEqual(answer.data)
  return answer
}

/** A new guest with its token, from a new address unless one is given. */
export async function newGuest(
  url: string,
  from = freshAddress(),
): Promise<{ token: string; from: string; agent: Agent }> {
  const lobby = await connectAgent(url, { from })
  const { data, text, isError } = await lobby.call('register', { agent_name: 'Test agent' })
  if (isError) throw new Error(text)
  const token = String(data.token)
  return { token, from, agent: await connectAgent(url, { token, from }) }
}
