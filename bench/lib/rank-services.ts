import { freePort } from '@rts/local/ports'
import { busyNodeOptions } from '@rts/local/system/programs'
import { testKeys, testSecrets } from '@rts/shared/testing/secrets'
import pg from 'pg'
import { type Stack, untilOk } from './stack.ts'

export type Service = { pid: number; port: number }
/** A projects service with its own database. */
export type Setting = { pool: pg.Pool; service: Service }

let settings = 0

/** Starts a projects service with its own database; it calls the sandbox in DataForSEO's format. */
export async function startSetting(stack: Stack, sandbox: Service): Promise<Setting> {
  const [setting] = await startReplicas(stack, sandbox, 1)
  if (!setting) throw new Error('no service was started')
  return setting
}

/** Starts so many services on one database. */
export async function startReplicas(stack: Stack, sandbox: Service, count: number): Promise<Setting[]> {
  const url = await stack.database('projects', `projects_${++settings}`)
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  // The server stops before the last idle connection closes.
  pool.on('error', () => {})
  const services: Service[] = []
  for (let n = 0; n < count; n++) services.push(await startProjects(stack, url, sandbox))
  return services.map((service) => ({ pool, service }))
}

/** Starts the sandbox in its own process. */
export async function startSandbox(stack: Stack): Promise<Service> {
  const port = await freePort()
  const { pid } = await stack.node('packages/sandbox/src/main.ts', { PORT: String(port), NODE_ENV: 'production' })
  await untilOk(`http://127.0.0.1:${port}/healthz`)
  return { pid, port }
}

async function startProjects(stack: Stack, databaseUrl: string, sandbox: Service): Promise<Service> {
  const port = await freePort()
  const adminPort = await freePort()
  const sandboxUrl = `http://127.0.0.1:${sandbox.port}`
  const { pid } = await stack.node('services/projects/src/main.ts', {
    PORT: String(port),
    ADMIN_PORT: String(adminPort),
    NODE_ENV: 'development',
    DATABASE_URL: databaseUrl,
    NATS_URL: stack.natsUrl,
    ...testKeys('projects'),
    ...testSecrets,
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: busyNodeOptions,
    SANDBOX_URL: sandboxUrl,
    SERP_PROVIDERS: 'dataforseo',
    DATAFORSEO_MODE: 'live',
    DATAFORSEO_LOGIN: 'bench',
    DATAFORSEO_PASSWORD: 'bench',
    DATAFORSEO_BASE_URL: `${sandboxUrl}/dataforseo`,
  })
  await untilOk(`http://127.0.0.1:${adminPort}/readyz`)
  return { pid, port }
}
