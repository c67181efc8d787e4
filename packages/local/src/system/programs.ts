import path from 'node:path'
import { demoRivals } from '@rts/sandbox/world/demo'
import { switchVariable } from '@rts/shared/config'
import {
  type BuiltService,
  builtServices,
  services,
  type UpstreamName,
  upstreamNames,
  urlVariable,
} from '@rts/shared/contract/services'
import type { ProgramName, Variables } from '../together/programs.ts'
import type { DataFolder, Secrets } from './data-folder.ts'
import { localVariables } from './local-variables.ts'
import { providersWithKeys } from './provider-keys.ts'

const root = path.resolve(import.meta.dirname, '../../../..')

export type Ports = Record<ProgramName, { port: number; adminPort: number }>
/** It gets `message`, and is ready when each of `readyUrls` says so. */
export type Program = Launch & { readyUrls: readonly string[]; message?: Variables }
export type Launch = { name: string; entry: string; env: NodeJS.ProcessEnv }

export type Surroundings = {
  data: DataFolder
  ports: Ports
  databaseUrls: Readonly<Record<string, string>>
  natsUrl: string
  secrets: Secrets
  env: NodeJS.ProcessEnv
}

/** A small young generation, and an old one collected before it grows fourfold, keep a busy service below 300 MB. */
export const busyNodeOptions = '--max-semi-space-size=8 --max-old-space-size=1000'
/** Threads share two arenas of malloc, and free memory goes back at once: 60 MB of 500. The Dockerfile has the same. */
export const thriftyMalloc = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_TOP_PAD_: '65536',
}

/** Whether the sandbox simulates providers without a key: in production only where the user says so. */
export function isSandboxed({ SANDBOX, NODE_ENV }: NodeJS.ProcessEnv): boolean {
  return SANDBOX ? switchVariable.parse(SANDBOX) : NODE_ENV !== 'production'
}

export function programsOf(around: Surroundings): Program[] {
  return [
    ...(isSandboxed(around.env) ? [sandboxProgram(around)] : []),
    ...builtServices.map((name) => serviceProgram(name, around)),
  ]
}

/** The process of all programs: a third of the memory, one event loop, and they end together. */
export function oneProcess(env: NodeJS.ProcessEnv): Launch {
  return {
    name: 'services',
    entry: 'packages/local/src/together/process.ts',
    env: { ...env, NODE_OPTIONS: `--expose-gc ${env.NODE_OPTIONS || busyNodeOptions}`, ...thriftyMalloc },
  }
}

export function inOneProcess(programs: readonly Program[], env: NodeJS.ProcessEnv): Program {
  const message: Variables = Object.fromEntries(programs.map((program) => [program.name, program.env]))
  return { ...oneProcess(env), readyUrls: programs.flatMap(({ readyUrls }) => readyUrls), message }
}

function sandboxProgram({ data, ports }: Surroundings): Program {
  const { port } = ports.sandbox
  const env = { PORT: String(port), SANDBOX_DATA_DIR: data.at('sandbox') }
  const readyUrls = [`http://127.0.0.1:${port}/healthz`]
  return { name: 'sandbox', entry: 'packages/sandbox/src/main.ts', readyUrls, env }
}

function serviceProgram(name: BuiltService, around: Surroundings): Program {
  const { port, adminPort } = around.ports[name]
  const env = {
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    ...(name in around.databaseUrls ? { DATABASE_URL: around.databaseUrls[name] } : {}),
    NATS_URL: around.natsUrl,
    ...around.data.callerKeys(name),
    ...standingSecrets(around),
    PUBLIC_URL: around.env.PUBLIC_URL || `http://127.0.0.1:${around.ports.gateway.port}`,
    ...(isSandboxed(around.env) ? { SANDBOX: 'on', SANDBOX_URL: sandboxUrl(around) } : {}),
    DATA_DIR: around.data.path,
    ...(name === 'gateway' ? { ...upstreamUrls(around), HOST: around.env.LISTEN || '127.0.0.1' } : {}),
    NODE_OPTIONS: around.env.NODE_OPTIONS || busyNodeOptions,
    ...thriftyMalloc,
    ...fetchSettings(around),
    ...standIns(name, around),
  }
  return { name, entry: `services/${name}/src/main.ts`, readyUrls: [`http://127.0.0.1:${adminPort}/readyz`], env }
}

function standingSecrets({ secrets, env }: Surroundings): Record<string, string> {
  return {
    SEAL_KEYS: env.SEAL_KEYS || secrets.sealKeys,
    AUTH_SECRET: env.AUTH_SECRET || secrets.authSecret,
    NETWORK_KEY: env.NETWORK_KEY || secrets.networkKey,
  }
}

/** Fetches of addresses that callers name lead to the sandbox for its sites, and where the user says. Not in production. */
function fetchSettings({ ports, env }: Surroundings): Record<string, string> {
  const { NODE_ENV, HOST_OVERRIDES, FETCH_PORTS } = env
  if (NODE_ENV === 'production') return {}
  const hosts = isSandboxed(env) ? ['*.sandbox.example', ...demoRivals] : []
  const simulated = hosts.map((host) => `${host}=127.0.0.1:${ports.sandbox.port}`)
  const overrides = [...simulated, ...(HOST_OVERRIDES ? [HOST_OVERRIDES] : [])].join()
  return { HOST_OVERRIDES: overrides, ...(FETCH_PORTS ? { FETCH_PORTS } : {}) }
}

function upstreamUrls({ ports }: Surroundings): Record<string, string> {
  const running = upstreamNames.filter((name): name is UpstreamName & BuiltService => services[name].isBuilt)
  return Object.fromEntries(running.map((name) => [urlVariable(name), `http://127.0.0.1:${ports[name].port}`]))
}

function sandboxUrl({ ports }: Surroundings): string {
  return `http://127.0.0.1:${ports.sandbox.port}`
}

/** For variables that the user has not set: the providers that have a key, and the sandbox's. */
function standIns(service: BuiltService, around: Surroundings): Record<string, string> {
  const { env } = around
  const given = localVariables[service].filter(({ name, unless }) =>
    unless === undefined ? env[name] === undefined : !env[unless],
  )
  const filled = (value: string) => value.replace('{sandbox}', sandboxUrl(around)).replace('{root}', root)
  const values = given.flatMap(({ name, value }): [string, string][] => {
    const keyed = providersWithKeys(name, env)
    if (keyed !== undefined) return [[name, keyed]]
    // Only the sandbox's money has no limit.
    if (name.endsWith('_BUDGET_USD') && !isSimulated(around)) return []
    return isSandboxed(env) ? [[name, filled(value)]] : []
  })
  return Object.fromEntries(values)
}

/** Whether the sandbox simulates every provider, so that no call costs money. */
export function isSimulated(around: Surroundings): boolean {
  if (!isSandboxed(around.env)) return false
  const secrets = builtServices.flatMap((service) =>
    localVariables[service].flatMap(({ value, unless }) => (value === 'sandbox' && unless ? [unless] : [])),
  )
  return secrets.every((name) => !around.env[name])
}
