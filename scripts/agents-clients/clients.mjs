import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { aiSdkSignIn, langChainSignIn, mcpRemoteSignIn, mcpUseSignIn, sdk1SignIn, sdk2SignIn } from './sign-in.mjs'

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

/** The same, with the access that a person gave. */
const connected = (signIn, options) => async (name, url, consent) => {
  const { Client, transport } = await signIn(name, url, consent)
  return ofSdk(Client, transport, options)
}

const aiSdk = (name, url, headers) => aiSdkBy(name, { type: 'http', url, headers })

async function aiSdkBy(name, transport) {
  const { createMCPClient } = await import(name)
  const client = await createMCPClient({ transport })
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

const langChain = (name, url, headers) => langChainBy(name, { transport: 'http', url, headers })

async function langChainBy(name, ranks) {
  const { MultiServerMCPClient } = await import(name)
  const client = new MultiServerMCPClient({ mcpServers: { ranks } })
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

const mcpUse = (name, url, headers) => mcpUseBy(name, { url, headers })

async function mcpUseBy(name, ranks) {
  const { MCPClient } = await import(`${name}/client`)
  const client = new MCPClient({ mcpServers: { ranks } })
  const session = await client.createSession('ranks')
  return {
    tools: async () => (await session.listTools()).map(({ name }) => name),
    call: async (tool, args) => objectOf(await session.callTool(tool, args)),
    close: () => client.closeAllSessions(),
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

/**
 * The clients by name: the package that is installed, how it connects to an address with headers, and how it signs a person in.
 * Packages are imported by that name alone, for this project has none of them.
 */
export const clients = {
  'sdk of 2025': { package: '@modelcontextprotocol/sdk', connect: sdk1, signIn: connected(sdk1SignIn) },
  'sdk of 2026, first asking': {
    package: '@modelcontextprotocol/client',
    connect: (...on) => sdk2('auto', ...on),
    signIn: connected(sdk2SignIn, { versionNegotiation: { mode: 'auto' } }),
  },
  'sdk of 2026, as of 2025': {
    package: '@modelcontextprotocol/client',
    connect: (...on) => sdk2('legacy', ...on),
    signIn: connected(sdk2SignIn, { versionNegotiation: { mode: 'legacy' } }),
  },
  'mcp-remote': {
    package: 'mcp-remote',
    connect: mcpRemote,
    signIn: connected((name, ...on) => mcpRemoteSignIn(bin(name), ...on)),
  },
  'ai-sdk': {
    package: '@ai-sdk/mcp',
    connect: aiSdk,
    signIn: async (name, url, consent) =>
      aiSdkBy(name, { type: 'http', url, authProvider: await aiSdkSignIn(name, url, consent) }),
  },
  'OpenAI Agents': { package: '@openai/agents', connect: openAiAgents },
  LangChain: {
    package: '@langchain/mcp-adapters',
    connect: langChain,
    signIn: async (name, url, consent) =>
      langChainBy(name, { transport: 'http', url, authProvider: await langChainSignIn(name, url, consent) }),
  },
  'mcp-use': {
    package: 'mcp-use',
    // The last one with a client: later ones are servers, and have it in a package of its own.
    version: '1',
    connect: mcpUse,
    signIn: async (name, url, consent) => mcpUseBy(name, { url, authProvider: await mcpUseSignIn(name, url, consent) }),
  },
  Inspector: { package: '@modelcontextprotocol/inspector', connect: inspector },
}
/** Packages that the clients need besides themselves. */
export const besides = ['zod', '@langchain/core', '@langchain/langgraph']
