import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const bin = (name) => path.resolve('node_modules/.bin', name)
const me = { name: 'probe', version: '1.0.0' }
/** The object of an answer, however a client hands it over. */
const objectOf = ({ structuredContent, content }) => structuredContent ?? JSON.parse(content[0].text)

async function ofSdk(Client, transport, options) {
  const client = new Client(me, options)
  await client.connect(transport)
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => objectOf(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  }
}

async function sdk1(_name, url, headers) {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  return ofSdk(Client, new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
}

async function sdk2(mode, name, url, headers) {
  const { Client, StreamableHTTPClientTransport } = await import(name)
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  return ofSdk(Client, transport, { versionNegotiation: { mode } })
}

async function mcpRemote(name, url, headers) {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js')
  const given = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}:${value}`])
  const args = [url, '--allow-http', '--transport', 'http-only', ...given]
  return ofSdk(Client, new StdioClientTransport({ command: bin(name), args, stderr: 'ignore' }))
}

async function aiSdk(name, url, headers) {
  const { createMCPClient } = await import(name)
  const client = await createMCPClient({ transport: { type: 'http', url, headers } })
  const tools = await client.tools()
  return {
    tools: async () => Object.keys(tools),
    call: async (tool, args) => objectOf(await tools[tool].execute(args, { toolCallId: '1', messages: [] })),
    close: () => client.close(),
  }
}

async function openAiAgents(name, url, headers) {
  const { MCPServerStreamableHttp } = await import(name)
  const server = new MCPServerStreamableHttp({ url, requestInit: { headers } })
  await server.connect()
  return {
    tools: async () => (await server.listTools()).map(({ name }) => name),
    call: async (tool, args) => objectOf({ content: await server.callTool(tool, args) }),
    close: () => server.close(),
  }
}

async function langChain(name, url, headers) {
  const { MultiServerMCPClient } = await import(name)
  const client = new MultiServerMCPClient({ mcpServers: { ranks: { transport: 'http', url, headers } } })
  const tools = await client.getTools()
  return {
    tools: async () => tools.map(({ name }) => name),
    call: async (asked, args) => {
      const answer = await tools.find((tool) => tool.name === asked).invoke(args)
      return typeof answer === 'string' ? JSON.parse(answer) : objectOf({ content: [answer].flat() })
    },
    close: () => client.close(),
  }
}

async function inspector(_name, url, headers) {
  const given = Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
  const run = async (...args) => {
    const all = ['--cli', url, '--transport', 'http', ...given, ...args]
    const { stdout } = await promisify(execFile)(bin('mcp-inspector'), all)
    return JSON.parse(stdout)
  }
  return {
    tools: async () => (await run('--method', 'tools/list')).tools.map(({ name }) => name),
    call: async (name, args) => {
      const fields = Object.entries(args).flatMap(([field, value]) => ['--tool-arg', `${field}=${value}`])
      return objectOf(await run('--method', 'tools/call', '--tool-name', name, ...fields))
    },
    close: async () => {},
  }
}

/** The clients by name: the package that is installed, and how it connects to an address with headers. Packages are imported by that name alone, for this project has none of them. */
export const clients = {
  'sdk of 2025': { package: '@modelcontextprotocol/sdk', connect: sdk1 },
  'sdk of 2026, first asking': { package: '@modelcontextprotocol/client', connect: (...on) => sdk2('auto', ...on) },
  'sdk of 2026, as of 2025': { package: '@modelcontextprotocol/client', connect: (...on) => sdk2('legacy', ...on) },
  'mcp-remote': { package: 'mcp-remote', connect: mcpRemote },
  'ai-sdk': { package: '@ai-sdk/mcp', connect: aiSdk },
  'OpenAI Agents': { package: '@openai/agents', connect: openAiAgents },
  LangChain: { package: '@langchain/mcp-adapters', connect: langChain },
  Inspector: { package: '@modelcontextprotocol/inspector', connect: inspector },
}
/** Packages that the clients need besides themselves. */
export const besides = ['zod', '@langchain/core', '@langchain/langgraph']
