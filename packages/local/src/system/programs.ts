import path from 'node:path'
import { demoRivals } from '@rts/sandbox/world/demo'
import {
  type BuiltService,
  builtServices,
  services,
  type UpstreamName,
  upstreamNames,
  urlVariable,
} from '@rts/shared/contract/services'
import type { DataFolder } from './data-folder.ts'

const root = path.resolve(import.meta.dirname, '../../../..')

export type ProgramName = 'sandbox' | BuiltService
export type Ports = Record<ProgramName, { port: number; adminPort: number }>
export type Program = { name: ProgramName; entry: string; readyUrl: string; env: NodeJS.ProcessEnv }

export type Surroundings = {
  data: DataFolder
  ports: Ports
  databaseUrl: (name: string) => string
  natsUrl: string
  callerKeys: string
  /** The user's variables; they win over the defaults here. */
  env: NodeJS.ProcessEnv
}

/** A small young generation, and an old one collected before it grows fourfold, keep a busy service below 300 MB. */
export const busyNodeOptions = '--max-semi-space-size=8 --max-old-space-size=1000'
/** The variables of a service beyond those of all services. */
const ownVariables: Partial<Record<BuiltService, (around: Surroundings) => Record<string, string>>> = {
  gateway: (around) => ({
    ...upstreamUrls(around),
    SUPPORT_EMAIL: supportEmail(around),
    DATA_DIR: around.data.path,
    HOST: '127.0.0.1',
  }),
  dashboard: (around) => ({
    SUPPORT_EMAIL: supportEmail(around),
    DATA_DIR: around.data.path,
    ...payments(`http://127.0.0.1:${around.ports.sandbox.port}`, around.env),
  }),
  content: ({ ports, env }) => ({
    ...writer(`http://127.0.0.1:${ports.sandbox.port}`, env),
    NODE_OPTIONS: env.NODE_OPTIONS || busyNodeOptions,
  }),
  projects: ({ ports, env }) => ({
    ...serpProviders(`http://127.0.0.1:${ports.sandbox.port}`, env),
    ...playedGoogle(`http://127.0.0.1:${ports.sandbox.port}`, env),
    NODE_OPTIONS: env.NODE_OPTIONS || busyNodeOptions,
  }),
  research: ({ ports, env }) => {
    const sandbox = `http://127.0.0.1:${ports.sandbox.port}`
    const providers = { ...keywordProviders(sandbox, env), ...linkProviders(sandbox, env), ...engines(sandbox, env) }
    return { ...providers, NODE_OPTIONS: env.NODE_OPTIONS || busyNodeOptions }
  },
}

function supportEmail({ env }: Surroundings): string {
  return env.SUPPORT_EMAIL || 'support@localhost.test'
}

/** The programs of a local system; they start together. */
export function programsOf(around: Surroundings): Program[] {
  return [sandboxProgram(around), ...builtServices.map((name) => serviceProgram(name, around))]
}

function sandboxProgram({ data, ports }: Surroundings): Program {
  const { port } = ports.sandbox
  const env = { PORT: String(port), SANDBOX_DATA_DIR: data.at('sandbox') }
  return { name: 'sandbox', entry: 'packages/sandbox/src/main.ts', readyUrl: `http://127.0.0.1:${port}/healthz`, env }
}

function serviceProgram(name: BuiltService, around: Surroundings): Program {
  const { port, adminPort } = around.ports[name]
  const env = {
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    ...(services[name].hasDatabase ? { DATABASE_URL: around.databaseUrl(name) } : {}),
    NATS_URL: around.natsUrl,
    CALLER_KEYS: around.callerKeys,
    // The public address in answers and links; the user sets it if the system is behind another one.
    PUBLIC_URL: around.env.PUBLIC_URL || `http://127.0.0.1:${around.ports.gateway.port}`,
    ...fetchSettings(around),
    ...ownVariables[name]?.(around),
  }
  return { name, entry: `services/${name}/src/main.ts`, readyUrl: `http://127.0.0.1:${adminPort}/readyz`, env }
}

/** Where fetches of addresses that callers name lead: to the sandbox for its sites, and where the user says. Not in production. */
function fetchSettings({ ports, env }: Surroundings): Record<string, string> {
  const { NODE_ENV, HOST_OVERRIDES, FETCH_PORTS } = env
  if (NODE_ENV === 'production') return {}
  const played = ['*.sandbox.example', ...demoRivals].map((host) => `${host}=127.0.0.1:${ports.sandbox.port}`)
  const overrides = [...played, ...(HOST_OVERRIDES ? [HOST_OVERRIDES] : [])].join()
  return { HOST_OVERRIDES: overrides, ...(FETCH_PORTS ? { FETCH_PORTS } : {}) }
}

function upstreamUrls({ ports }: Surroundings): Record<string, string> {
  const running = upstreamNames.filter((name): name is UpstreamName & BuiltService => services[name].isBuilt)
  return Object.fromEntries(running.map((name) => [urlVariable(name), `http://127.0.0.1:${ports[name].port}`]))
}

const playedSecret = 'sandbox'
type Stand = (secret: string, base: string, path: string, more?: Record<string, string>) => Record<string, string>

/** A provider without a secret is replaced by the sandbox: it works offline, and every row is marked. */
function standIn(sandboxUrl: string, env: NodeJS.ProcessEnv): Stand {
  return (secret, base, path, more = {}) =>
    env[secret] ? {} : { [secret]: playedSecret, [base]: `${sandboxUrl}/${path}`, ...more }
}

/** Whether the sandbox stands in for every provider, so that no call costs money. */
export function isPlayed(around: Surroundings): boolean {
  const standIns = (env: NodeJS.ProcessEnv) =>
    programsOf({ ...around, env })
      .flatMap((program) => Object.values(program.env))
      .filter((value) => value === playedSecret)
  return standIns(around.env).length === standIns({}).length
}

function serpProviders(sandboxUrl: string, env: NodeJS.ProcessEnv): Record<string, string> {
  const stand = standIn(sandboxUrl, env)
  return {
    SERP_PROVIDERS: env.SERP_PROVIDERS ?? 'serpapi',
    SANDBOX_URL: sandboxUrl,
    ...stand('SERPAPI_KEY', 'SERPAPI_BASE_URL', 'serpapi'),
    ...stand('DATAFORSEO_LOGIN', 'DATAFORSEO_BASE_URL', 'dataforseo', { DATAFORSEO_PASSWORD: playedSecret }),
    ...stand('SERPER_KEY', 'SERPER_BASE_URL', 'serper'),
    ...stand('VALUESERP_KEY', 'VALUESERP_BASE_URL', 'valueserp'),
    ...(env.SEARXNG_BASE_URL ? {} : { SEARXNG_BASE_URL: `${sandboxUrl}/searxng` }),
  }
}

/** Without a client of the operator's own the sandbox plays the Google that people connect to. It costs nothing either way. */
function playedGoogle(sandboxUrl: string, env: NodeJS.ProcessEnv): Record<string, string> {
  if (env.GOOGLE_CLIENT_ID) return {}
  return {
    GOOGLE_CLIENT_ID: 'played-client',
    GOOGLE_CLIENT_SECRET: 'played-client-secret',
    GOOGLE_AUTHORIZE_URL: `${sandboxUrl}/google_consent/auth`,
    GOOGLE_TOKEN_URL: `${sandboxUrl}/google_oauth/token`,
    GOOGLE_REVOKE_URL: `${sandboxUrl}/google_oauth/revoke`,
    SEARCH_CONSOLE_BASE_URL: `${sandboxUrl}/search_console/webmasters/v3`,
  }
}

function keywordProviders(sandboxUrl: string, env: NodeJS.ProcessEnv): Record<string, string> {
  const stand = standIn(sandboxUrl, env)
  const googleSecrets = ['CLIENT_ID', 'CLIENT_SECRET', 'REFRESH_TOKEN'].map((name) => [
    `GOOGLE_ADS_${name}`,
    playedSecret,
  ])
  return {
    KEYWORD_PROVIDERS: env.KEYWORD_PROVIDERS ?? 'dataforseo,autocomplete',
    SANDBOX_URL: sandboxUrl,
    ...stand('DATAFORSEO_LOGIN', 'DATAFORSEO_BASE_URL', 'dataforseo', { DATAFORSEO_PASSWORD: playedSecret }),
    ...stand('GOOGLE_ADS_DEVELOPER_TOKEN', 'GOOGLE_ADS_BASE_URL', 'google_ads', {
      ...Object.fromEntries(googleSecrets),
      GOOGLE_ADS_CUSTOMER_ID: '1234567890',
      GOOGLE_TOKEN_URL: `${sandboxUrl}/google_ads/token`,
    }),
    // It needs no secret, so the sandbox answers unless the user sets its address.
    AUTOCOMPLETE_BASE_URL: env.AUTOCOMPLETE_BASE_URL ?? `${sandboxUrl}/autocomplete`,
  }
}

function linkProviders(sandboxUrl: string, env: NodeJS.ProcessEnv): Record<string, string> {
  const stand = standIn(sandboxUrl, env)
  return {
    BACKLINK_PROVIDERS: env.BACKLINK_PROVIDERS ?? 'dataforseo,bing',
    ...stand('BING_API_KEY', 'BING_BASE_URL', 'bing'),
    ...stand('OPENPAGERANK_KEY', 'OPENPAGERANK_BASE_URL', 'openpagerank'),
    GRAPH_BASE_URL: env.GRAPH_BASE_URL ?? `${sandboxUrl}/commoncrawl/projects/hyperlinkgraph`,
  }
}

function engines(sandboxUrl: string, env: NodeJS.ProcessEnv): Record<string, string> {
  const stand = standIn(sandboxUrl, env)
  const named = ['openai', 'anthropic', 'gemini', 'perplexity']
  const variables = named.map((name) => {
    const of = name.toUpperCase()
    return stand(`${of}_API_KEY`, `${of}_BASE_URL`, name, { [`${of}_MODEL`]: 'played' })
  })
  return {
    AI_ENGINES: env.AI_ENGINES ?? named.join(),
    ...Object.assign({}, ...variables),
    ...(env.COMPATIBLE_BASE_URL
      ? {}
      : {
          COMPATIBLE_API_KEY: 'sandbox',
          COMPATIBLE_BASE_URL: `${sandboxUrl}/compatible/v1`,
          COMPATIBLE_MODEL: 'played',
        }),
  }
}

/** A writer may need no key: its address says that there is one. */
function writer(sandboxUrl: string, env: NodeJS.ProcessEnv): Record<string, string> {
  if (env.WRITER_BASE_URL) return { SANDBOX_URL: sandboxUrl }
  return {
    SANDBOX_URL: sandboxUrl,
    WRITER_API_KEY: playedSecret,
    WRITER_BASE_URL: `${sandboxUrl}/writer/v1`,
    WRITER_MODEL: env.WRITER_MODEL || 'played',
  }
}

/** Checkout, without real money: Midtrans, unless the user has chosen somebody; with the sample of prices. */
function payments(sandboxUrl: string, env: NodeJS.ProcessEnv): Record<string, string> {
  const stand = standIn(sandboxUrl, env)
  const address = `${sandboxUrl}/midtrans`
  return {
    PAYMENT_PROVIDER: env.PAYMENT_PROVIDER ?? 'midtrans',
    PRICES_FILE: env.PRICES_FILE || path.join(root, 'deploy', 'prices.json'),
    ...stand('MIDTRANS_SERVER_KEY', 'MIDTRANS_SNAP_URL', 'midtrans', { MIDTRANS_API_URL: address }),
    ...stand('XENDIT_SECRET_KEY', 'XENDIT_BASE_URL', 'xendit', { XENDIT_CALLBACK_TOKEN: playedSecret }),
  }
}
