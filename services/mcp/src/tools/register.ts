import { agentServer } from '@rts/shared/contract/agent-server'
import { connectPath } from '@rts/shared/contract/doors'
import { name, timestamp } from '@rts/shared/contract/fields'
import { AppError } from '@rts/shared/errors'
import { z } from 'zod'
import { defineTool } from './tool.ts'

/** Replaces the token in texts: an answer has it once. */
const placeholder = '<token>'

export const limitsRow = z.object({
  sites: z.int(),
  keywords: z.int(),
  checkEveryDays: z.int(),
  collectsPerDay: z.int(),
  competitorsPerSite: z.int(),
})

export const registerTool = defineTool('guests.register', {
  title: 'Register as a guest',
  description:
    'Get a bearer token without a human account: one website, two keywords, 48 hours, one guest a network.\nCall it once, on a connection without a token; then reconnect with Authorization: Bearer <token>, and the other tools appear.',
  input: z.strictObject({
    agent_name: name(100).optional().describe('Shown to the person who is asked to keep the site'),
  }),
  output: z.object({
    token: z.string(),
    tokenType: z.literal('Bearer'),
    expiresAt: timestamp,
    limits: limitsRow,
    clientConfig: z.record(z.string(), z.string()),
    nextSteps: z.array(z.string()),
  }),
  hints: { reads: false, idempotent: false, openWorld: false },
  run: async ({ agent_name: agentName }, { caller, call, mcpUrl, appUrl }) => {
    if (!caller.network) throw new AppError('unavailable', 'Registration is not possible here')
    const body = agentName === undefined ? { network: caller.network } : { network: caller.network, agentName }
    const registered = call('guests.register', { body }, 'system')
    const { guest, secret, limits } = await registered.catch((error) => refuse(error, appUrl))
    return {
      token: secret,
      tokenType: 'Bearer' as const,
      expiresAt: guest.expiresAt,
      limits,
      clientConfig: clientConfig(mcpUrl, appUrl + connectPath),
      nextSteps: [
        'Save the token now: it is shown only once.',
        'This connection does not use it. Offer to add it to the client’s configuration: put it in place of <token> in the line of clientConfig for this client, then reconnect.',
        'Then call add_project with the website, add_keyword with a phrase, and keyword_positions for its position.',
        `Before ${guest.expiresAt}, when the token ends, call request_link and show the link to a person who wants to keep the site.`,
      ],
    }
  },
})

/** Behind a shared address it may be another person's guest and token. */
function refuse(error: unknown, appUrl: string): never {
  if (!(error instanceof AppError) || error.code !== 'conflict') throw error
  const steps = [
    'If you registered before, send the token that you saved: it was shown only once.',
    `If somebody else at your address did, a person with an account at ${appUrl} can connect you: with a key for assistants, or by OAuth at ${appUrl}${connectPath}.`,
    'Or register again once a guest has ended.',
  ]
  throw new AppError('conflict', [`${error.message}.`, ...steps].join(' '))
}

/** How common clients send the token or connect without one; `<token>` is to be replaced. */
function clientConfig(url: string, connectUrl: string): Record<string, string> {
  const bearer = `Bearer ${placeholder}`
  const headers = { Authorization: bearer }
  const throughRemote = { command: 'npx', args: ['-y', 'mcp-remote', url, '--header', `Authorization:\${AUTH_HEADER}`] }
  return {
    claudeCode: `claude mcp add --transport http ${agentServer.name} ${url} --header "Authorization: ${bearer}"`,
    claudeAi: `Settings > Connectors > Add custom connector: ${url}, no sign-in, request header Authorization = ${bearer}. Without request headers there: ${connectUrl}, where a person with an account signs in.`,
    cursor: file('~/.cursor/mcp.json', { mcpServers: { [agentServer.name]: { url, headers } } }),
    vscode: file('.vscode/mcp.json', { servers: { [agentServer.name]: { type: 'http', url, headers } } }),
    codex: `~/.codex/config.toml: [mcp_servers.${agentServer.name}]\nurl = "${url}"\nhttp_headers = { "Authorization" = "${bearer}" }`,
    geminiCli: file('~/.gemini/settings.json', { mcpServers: { [agentServer.name]: { httpUrl: url, headers } } }),
    chatgpt: `Its connectors send no token: a person with an account adds ${connectUrl} (OAuth). The OpenAI API can: an mcp tool with server_url and headers as in http.`,
    mcpRemote: file('claude_desktop_config.json and others of its form', {
      mcpServers: { [agentServer.name]: { ...throughRemote, env: { AUTH_HEADER: bearer } } },
    }),
    http: `POST ${url} with Authorization: ${bearer}, Content-Type: application/json, Accept: application/json, text/event-stream`,
  }
}

function file(path: string, content: object): string {
  return `${path}: ${JSON.stringify(content)}`
}
