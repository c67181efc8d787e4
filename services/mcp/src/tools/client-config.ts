import { agentServer } from '@rts/shared/contract/agent-server'

const { name } = agentServer
/** Stands for the token, so that it is in an answer once. */
const placeholder = '<token>'

/** How common clients send the token, or connect without one: commands and files to paste once `<token>` is replaced, and the steps where there is no file. */
export function clientConfig(url: string, connectUrl: string): Record<string, string> {
  const bearer = `Bearer ${placeholder}`
  const headers = { Authorization: bearer }
  const throughRemote = { command: 'npx', args: ['-y', 'mcp-remote', url, '--header', `Authorization:\${AUTH_HEADER}`] }
  return {
    claudeCode: `claude mcp add --transport http ${name} ${url} --header "Authorization: ${bearer}"`,
    claudeAi: `Settings > Connectors > Add custom connector: ${url}, no sign-in, request header Authorization = ${bearer}. Without request headers there: ${connectUrl}, where a person with an account signs in.`,
    cursor: file('~/.cursor/mcp.json', { mcpServers: { [name]: { url, headers } } }),
    vscode: file('.vscode/mcp.json', { servers: { [name]: { type: 'http', url, headers } } }),
    codex: `~/.codex/config.toml: [mcp_servers.${name}]\nurl = "${url}"\nhttp_headers = { "Authorization" = "${bearer}" }`,
    geminiCli: file('~/.gemini/settings.json', { mcpServers: { [name]: { httpUrl: url, headers } } }),
    chatgpt: `Its connectors send no token: a person with an account adds ${connectUrl} (OAuth). The OpenAI API can: an mcp tool with server_url and headers as in http.`,
    mcpRemote: file('claude_desktop_config.json and others of its form', {
      mcpServers: { [name]: { ...throughRemote, env: { AUTH_HEADER: bearer } } },
    }),
    http: `POST ${url} with Authorization: ${bearer}, Content-Type: application/json, Accept: application/json, text/event-stream`,
  }
}

function file(path: string, content: object): string {
  return `${path}: ${JSON.stringify(content)}`
}
