import { agentProtocolVersions, agentServer, skillUri } from '../contract/agent-server.ts'
import { mcpPath, restBasePath } from '../contract/doors.ts'
import { operationEntries } from '../contract/table.ts'

export type PublicDocument = { type: string; text: string }
const cardPath = `${mcpPath}/server-card`
const cardType = 'application/mcp-server-card+json'

/** The documents by which programs find the agent endpoint, by path: MCP Server Card (SEP-2127), AI Catalog, llms.txt. */
export function discoveryDocuments(publicUrl: string): Record<string, PublicDocument> {
  return {
    [cardPath]: json(cardType, serverCard(publicUrl)),
    '/.well-known/ai-catalog.json': json('application/ai-catalog+json', aiCatalog(publicUrl)),
    '/llms.txt': { type: 'text/plain; charset=utf-8', text: llmsText(publicUrl) },
  }
}

/** `server.json` of MCP registries: the card under their schema. */
export function registryEntry(publicUrl: string): object {
  const { remotes, ...card } = serverCard(publicUrl)
  const [{ supportedProtocolVersions: _versions, ...remote }] = remotes
  return { ...card, $schema: registrySchema, remotes: [remote] }
}

const registrySchema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
const cardSchema = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'

function serverCard(publicUrl: string) {
  const { name, ...rest } = agentServer
  const token = {
    name: 'Authorization',
    description: 'Bearer <token>; without it, register',
    isRequired: false,
    isSecret: true,
  }
  const remote = {
    type: 'streamable-http',
    url: publicUrl + mcpPath,
    headers: [token],
    supportedProtocolVersions: agentProtocolVersions,
  }
  const host = new URL(publicUrl).hostname.split('.').reverse().join('.')
  return { $schema: cardSchema, name: `${host}/${name}`, ...rest, websiteUrl: publicUrl, remotes: [remote] as const }
}

function aiCatalog(publicUrl: string) {
  const { name, title } = agentServer
  const identifier = `urn:air:${new URL(publicUrl).hostname}:${name}`
  return {
    specVersion: '1.0',
    entries: [{ identifier, displayName: title, type: cardType, url: publicUrl + cardPath }],
  }
}

function llmsText(publicUrl: string): string {
  const { title, description } = agentServer
  const tools = operationEntries().flatMap(([, { mcp, summary }]) => (mcp ? [`- ${mcp.tool}: ${summary}`] : []))
  return [
    `# ${title}`,
    `> ${description}`,
    'Agents: MCP over Streamable HTTP, no account needed. Servers: a JSON REST API with a key that a person creates.',
    '## Endpoints',
    `- [Agent endpoint](${publicUrl}${mcpPath}): POST only; without a token it lists one tool, which registers a guest`,
    `- [Skill](${skillUri}): how to use the tools; a resource of the agent endpoint, which serves Agent Skills (SEP-2640)`,
    `- [Server card](${publicUrl}${cardPath}): the endpoint for programs`,
    `- [Server API](${publicUrl}${restBasePath}): base address; Authorization: Bearer <API_KEY>`,
    '## Tools',
    ...tools,
    '',
  ]
    .join('\n\n')
    .replaceAll(/\n\n- /g, '\n- ')
}

function json(type: string, document: object): PublicDocument {
  return { type, text: JSON.stringify(document) }
}
