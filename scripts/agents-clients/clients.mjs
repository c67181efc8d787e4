import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { mcpUseProvider, sdk } from './sign-in.mjs'

const bin = (name) => path.resolve('node_modules/.bin', name)
/** The object of an answer, however a client hands it over. */
const objectOf = ({ structuredContent, content }) => structuredContent ?? JSON.parse(content[0].text)

async function ofSdk(Client, transport, options) {
  const client = new Client({ name: 'probe', version: '1.0.0' }, options)
  await client.connect(transport)
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => objectOf(await client.callTool({ name, arguments: args })),
    close: () => client.close(),
  }
}

async function sdk1(name, url, { headers, authProvider }) {
  const { Client } = await import(`${name}/client/index.js`)
  const { StreamableHTTPClientTransport } = await import(`${name}/client/streamableHttp.js`)
  return ofSdk(Client, new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers }, authProvider }))
}

const sdk2 =
  (mode) =>
  async (name, url, { headers, authProvider }) => {
    const { Client, StreamableHTTPClientTransport } = await import(name)
    const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers }, authProvider })
    return ofSdk(Client, transport, { versionNegotiation: { mode } })
  }

/** With `consent` it runs with its defaults: it prints the link, and waits for the person on a port of its own. */
async function mcpRemote(name, url, { headers = {}, consent }) {
  const { Client } = await import(`${sdk}/client/index.js`)
  const { StdioClientTransport } = await import(`${sdk}/client/stdio.js`)
  const given = Object.entries(headers).flatMap(([header, value]) => ['--header', `${header}:${value}`])
  const args = [url, '--allow-http', ...(consent ? [] : ['--transport', 'http-only', ...given])]
  const env = { ...process.env, MCP_REMOTE_CONFIG_DIR: path.resolve('mcp-remote') }
  const transport = new StdioClientTransport({ command: bin(name), args, env, stderr: 'pipe' })
  let said = ''
  let isAsked = false
  transport.stderr.on('data', (part) => {
    said += part
    const [, link] = /visiting:\s+(\S+)\s/.exec(said) ?? []
    if (!link || !consent || isAsked) return
    isAsked = true
    consent(new URL(link))
      .then(fetch)
      .catch((error) => process.stderr.write(`${error}\n`))
  })
  return ofSdk(Client, transport)
}

async function aiSdk(name, url, access) {
  const { createMCPClient } = await import(name)
  const client = await createMCPClient({ transport: { type: 'http', url, ...access } })
  const tools = await client.tools()
  return {
    tools: async () => Object.keys(tools),
    call: async (tool, args) => objectOf(await tools[tool].execute(args, { toolCallId: '1', messages: [] })),
    close: () => client.close(),
  }
}

async function openAiAgents(name, url, { headers }) {
  const { MCPServerStreamableHttp } = await import(name)
  const server = new MCPServerStreamableHttp({ url, requestInit: { headers } })
  await server.connect()
  return {
    tools: async () => (await server.listTools()).map(({ name }) => name),
    call: async (tool, args) => objectOf({ content: await server.callTool(tool, args) }),
    close: () => server.close(),
  }
}

async function langChain(name, url, access) {
  const { MultiServerMCPClient } = await import(name)
  const client = new MultiServerMCPClient({ mcpServers: { ranks: { transport: 'http', url, ...access } } })
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

async function mcpUse(name, url, access) {
  const { MCPClient } = await import(`${name}/client`)
  const client = new MCPClient({ mcpServers: { ranks: { url, ...access } } })
  const session = await client.createSession('ranks')
  return {
    tools: async () => (await session.listTools()).map(({ name }) => name),
    call: async (tool, args) => objectOf(await session.callTool(tool, args)),
    close: () => client.closeAllSessions(),
  }
}

async function inspector(_name, url, { headers }) {
  const given = Object.entries(headers).flatMap(([header, value]) => ['--header', `${header}: ${value}`])
  const run = async (...args) => {
    const all = ['--cli', url, '--transport', 'http', ...given, ...args]
    return JSON.parse((await promisify(execFile)(bin('mcp-inspector'), all)).stdout)
  }
  return {
    tools: async () => (await run('--method', 'tools/list')).tools.map(({ name }) => name),
    call: async (tool, args) => {
      const fields = Object.entries(args).flatMap(([field, value]) => ['--tool-arg', `${field}=${value}`])
      return objectOf(await run('--method', 'tools/call', '--tool-name', tool, ...fields))
    },
    close: async () => {},
  }
}

/**
 * The clients by name: the package that is installed, how it connects to an address with `headers` or with the access that a person gave
 * (`authProvider`), and for those that sign people in the module that asks for it, or their own way (`access`). Packages are imported by
 * their names alone, for this project has none of them.
 */
export const clients = {
  'sdk of 2025': { package: sdk, connect: sdk1, asks: `${sdk}/client/auth.js` },
  'sdk of 2026, first asking': {
    package: '@modelcontextprotocol/client',
    connect: sdk2('auto'),
    asks: '@modelcontextprotocol/client',
  },
  'sdk of 2026, as of 2025': {
    package: '@modelcontextprotocol/client',
    connect: sdk2('legacy'),
    asks: '@modelcontextprotocol/client',
  },
  'mcp-remote': { package: 'mcp-remote', connect: mcpRemote, access: async (_name, _url, consent) => ({ consent }) },
  'ai-sdk': { package: '@ai-sdk/mcp', connect: aiSdk, asks: '@ai-sdk/mcp' },
  'OpenAI Agents': { package: '@openai/agents', connect: openAiAgents },
  LangChain: { package: '@langchain/mcp-adapters', connect: langChain, asks: `${sdk}/client/auth.js` },
  // The last one with a client: later ones are servers, and have it in a package of its own.
  'mcp-use': { package: 'mcp-use', version: '1', connect: mcpUse, access: mcpUseProvider },
  Inspector: { package: '@modelcontextprotocol/inspector', connect: inspector },
}
/** Packages that the clients need besides themselves. */
export const besides = ['zod', '@langchain/core', '@langchain/langgraph']
