const name = 'rank-tracker'

/** Configurations with which common clients send the token, ready to paste. */
export function clientConfig(url: string, token: string) {
  const headers = { Authorization: `Bearer ${token}` }
  return {
    claudeCode: `claude mcp add --transport http ${name} ${url} --header "Authorization: Bearer ${token}"`,
    cursor: { mcpServers: { [name]: { url, headers } } },
    vscode: { servers: { [name]: { type: 'http' as const, url, headers } } },
    codex: `[mcp_servers.${name}]\nurl = "${url}"\nhttp_headers = { "Authorization" = "Bearer ${token}" }\n`,
  }
}
