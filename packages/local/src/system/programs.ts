import type { DataFolder } from './data-folder.ts'

export type ProgramName = 'sandbox' | 'projects' | 'mcp' | 'gateway'
export type Ports = Record<ProgramName, { port: number; adminPort: number }>
export type Program = { name: ProgramName; entry: string; readyUrl: string; env: Record<string, string> }

export type Surroundings = {
  data: DataFolder
  ports: Ports
  databaseUrl: (name: string) => string
  natsUrl: string
  callerKeys: string
  /** What the user set; it wins over the defaults here. */
  env: NodeJS.ProcessEnv
}

/** Young memory small, old memory cleaned before it has grown fourfold: what keeps a busy projects service below 300 MB. */
export const projectsNodeOptions = '--max-semi-space-size=8 --max-old-space-size=1000'
/** The services with a database of their own. */
export const databases = ['gateway', 'projects'] as const
/** Not built yet: facts for them are not kept. */
const disabledServices = 'research,content,dashboard'

/** The programs of a local system in the order of their start. */
export function programsOf(around: Surroundings): Program[] {
  return [sandboxProgram(around), projectsProgram(around), mcpProgram(around), gatewayProgram(around)]
}

function sandboxProgram({ data, ports }: Surroundings): Program {
  const { port } = ports.sandbox
  const env = { PORT: String(port), SANDBOX_DATA_DIR: data.at('sandbox') }
  return { name: 'sandbox', entry: 'packages/sandbox/src/main.ts', readyUrl: `http://127.0.0.1:${port}/healthz`, env }
}

function projectsProgram(around: Surroundings): Program {
  const own = {
    ...sandboxProviders(`http://127.0.0.1:${around.ports.sandbox.port}`, around.env),
    NODE_OPTIONS: around.env.NODE_OPTIONS || projectsNodeOptions,
  }
  return { name: 'projects', entry: 'services/projects/src/main.ts', ...serviceEnv('projects', around, own) }
}

function gatewayProgram(around: Surroundings): Program {
  const own = {
    PROJECTS_URL: `http://127.0.0.1:${around.ports.projects.port}`,
    MCP_URL: `http://127.0.0.1:${around.ports.mcp.port}`,
    ...publicUrl(around),
    SUPPORT_EMAIL: around.env.SUPPORT_EMAIL || 'support@localhost.test',
    DATA_DIR: around.data.path,
    HOST: '127.0.0.1',
  }
  return { name: 'gateway', entry: 'services/gateway/src/main.ts', ...serviceEnv('gateway', around, own) }
}

/** It keeps nothing, so it has no database. */
function mcpProgram(around: Surroundings): Program {
  return { name: 'mcp', entry: 'services/mcp/src/main.ts', ...serviceEnv('mcp', around, publicUrl(around)) }
}

/** The address that agents and people are told; the user's own where the system is behind another one. */
function publicUrl({ ports, env }: Surroundings): { PUBLIC_URL: string } {
  return { PUBLIC_URL: env.PUBLIC_URL || `http://127.0.0.1:${ports.gateway.port}` }
}

function serviceEnv(name: Exclude<ProgramName, 'sandbox'>, around: Surroundings, own: Record<string, string>) {
  const { port, adminPort } = around.ports[name]
  const env = {
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    ...(databases.some((known) => known === name) ? { DATABASE_URL: around.databaseUrl(name) } : {}),
    NATS_URL: around.natsUrl,
    CALLER_KEYS: around.callerKeys,
    DISABLED_SERVICES: disabledServices,
    ...own,
  }
  return { readyUrl: `http://127.0.0.1:${adminPort}/readyz`, env }
}

/** Where a provider's secret is not set, its adapter speaks to the sandbox: offline, and every row says so. */
function sandboxProviders(sandboxUrl: string, env: NodeJS.ProcessEnv): Record<string, string> {
  const stand = (secret: string, base: string, path: string, more: Record<string, string> = {}) =>
    env[secret] ? {} : { [secret]: 'sandbox', [base]: `${sandboxUrl}/${path}`, ...more }
  return {
    SERP_PROVIDERS: env.SERP_PROVIDERS ?? 'serpapi',
    SANDBOX_URL: sandboxUrl,
    ...stand('SERPAPI_KEY', 'SERPAPI_BASE_URL', 'serpapi'),
    ...stand('DATAFORSEO_LOGIN', 'DATAFORSEO_BASE_URL', 'dataforseo', { DATAFORSEO_PASSWORD: 'sandbox' }),
    ...stand('SERPER_KEY', 'SERPER_BASE_URL', 'serper'),
    ...stand('VALUESERP_KEY', 'VALUESERP_BASE_URL', 'valueserp'),
    ...(env.SEARXNG_BASE_URL ? {} : { SEARXNG_BASE_URL: `${sandboxUrl}/searxng` }),
  }
}
