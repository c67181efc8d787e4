import { agentProtocolVersions, agentServer, skillUri } from '../contract/agent-server.ts'
import { connectPath, mcpPath, restBasePath } from '../contract/doors.ts'
import { operationEntries } from '../contract/table.ts'

export type PublicDocument = { type: string; text: string }
const cardPath = `${mcpPath}/server-card`
const cardType = 'application/mcp-server-card+json'

export type Installation = { publicUrl: string; connects: boolean }
/** With its release. */
export type Released = Installation & { version: string }

/** MCP Server Card (SEP-2127), AI Catalog, llms.txt, by path. */
export function discoveryDocuments(at: Released): Record<string, PublicDocument> {
  return {
    [cardPath]: json(cardType, serverCard(at)),
    '/.well-known/ai-catalog.json': json('application/ai-catalog+json', aiCatalog(at.publicUrl)),
    '/llms.txt': { type: 'text/plain; charset=utf-8', text: llmsText(at) },
  }
}

const registrySchema = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'
const cardSchema = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'

export function registryEntry(publicUrl: string, version: string): object {
  return {
    $schema: registrySchema,
    ...identityOf({ publicUrl, version }),
    remotes: remotesOf({ publicUrl, connects: true }),
  }
}

/** For every installation; users name their host. */
export function registryTemplate(name: string, version: string): object {
  const host = { description: 'Host of the installation, such as ranks.example', isRequired: true }
  const remotes = remotesOf({ publicUrl: 'https://{host}', connects: true })
  return {
    $schema: registrySchema,
    ...agentServer,
    name,
    version,
    remotes: remotes.map((one) => ({ ...one, variables: { host } })),
  }
}

function serverCard(at: Released): object {
  const remotes = remotesOf(at).map((one) => ({ ...one, supportedProtocolVersions: agentProtocolVersions }))
  return { $schema: cardSchema, ...identityOf(at), remotes }
}

function identityOf({ publicUrl, version }: Pick<Released, 'publicUrl' | 'version'>) {
  const host = new URL(publicUrl).hostname.split('.').reverse().join('.')
  return { ...agentServer, name: `${host}/${agentServer.name}`, version, websiteUrl: publicUrl }
}

function remotesOf({ publicUrl, connects }: Installation): object[] {
  const type = 'streamable-http'
  const token = {
    name: 'Authorization',
    description: 'Bearer <token>; without it, register',
    isRequired: false,
    isSecret: true,
  }
  const open = { type, url: publicUrl + mcpPath, headers: [token] }
  // Without a header, which clients would ask for: the endpoint tells where to sign in.
  return connects ? [open, { type, url: publicUrl + connectPath }] : [open]
}

function aiCatalog(publicUrl: string) {
  const { name, title } = agentServer
  const identifier = `urn:air:${new URL(publicUrl).hostname}:${name}`
  return {
    specVersion: '1.0',
    entries: [{ identifier, displayName: title, type: cardType, url: publicUrl + cardPath }],
  }
}

function llmsText({ publicUrl, connects }: Installation): string {
  const { title, description } = agentServer
  const byOAuth = `- [Agent endpoint by OAuth](${publicUrl}${connectPath}): the same tools for clients without a token; a person signs in`
  const tools = operationEntries().flatMap(([, { mcp, summary }]) => {
    const plan = mcp?.gate ? ` (from the plan ${mcp.gate} up)` : ''
    return mcp ? [`- ${mcp.tool}: ${summary}${plan}`] : []
  })
  return [
    `# ${title}`,
    `> ${description}`,
    'Agents: MCP over Streamable HTTP, no account needed. Servers: a JSON REST API with a key that a person creates.',
    '## Endpoints',
    `- [Agent endpoint](${publicUrl}${mcpPath}): POST only; without a token it lists one tool, which registers a guest`,
    ...(connects ? [byOAuth] : []),
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
