import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startNats } from '@rts/local/nats'
import { connectOperator, type Operator } from '@rts/local/system/operator'
import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { readConfig } from '@rts/shared/config'
import type { DatabaseService } from '@rts/shared/contract/services'
import { failed } from '@rts/shared/failure'
import type { Plan } from '@rts/shared/plans'
import { type RunningService, runService } from '@rts/shared/service/run-service'
import { testKeys, testSecrets } from '@rts/shared/testing/secrets'
import { inject } from 'vitest'
import { createApp as createGateway } from '../../../gateway/src/app.ts'
import { configSchema as gatewayConfig } from '../../../gateway/src/config.ts'
import { createApp as createProjects } from '../../../projects/src/app.ts'
import type { SerpSource } from '../../../projects/src/checks/providers/serp.ts'
import { configSchema as projectsConfig } from '../../../projects/src/config.ts'
import { createApp as createMcp } from '../../src/app.ts'
import { configSchema as mcpConfig } from '../../src/config.ts'

const publicUrl = 'https://ranks.example'
type Env = Record<string, string>

export type World = Awaited<ReturnType<typeof startWorld>>
export type Key = { accountId: string; keyId: string; secret: string }

/** The agent endpoint as in production: gateway, mcp and projects with their own databases and broker. */
export async function startWorld(env: Env = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'mcp-test-'))
  const nats = await startNats({ dataDir: folder, production: false })
  const [database, projectsDatabase] = [await newDatabase('gateway'), await newDatabase('projects')]
  const common = { NATS_URL: nats.url, ...testSecrets, PUBLIC_URL: publicUrl, LOG_LEVEL: 'silent', ...env }
  const stops: (() => Promise<unknown>)[] = []
  const running = async (service: Promise<RunningService>) => {
    const started = await service
    stops.push(started.stop)
    return started
  }
  const startProjects = () =>
    running(startProjectsService({ ...common, ...testKeys('projects'), DATABASE_URL: projectsDatabase.url }))
  const startMcp = (ownerTimeoutMs?: number) =>
    running(startMcpService({ ...common, ...testKeys('mcp') }, ownerTimeoutMs))
  const projects = await startProjects()
  const startGateway = async (mcpPort: number) => {
    const own = {
      ...testKeys('gateway'),
      PROJECTS_URL: `http://127.0.0.1:${projects.port}`,
      DATABASE_URL: database.url,
      MCP_URL: `http://127.0.0.1:${mcpPort}`,
      DATA_DIR: folder,
      TRUSTED_PROXY_HOPS: '1',
      // Calls must not be refused because the machine is loaded.
      ADMISSION_TIMEOUT_MS: '60000',
    }
    const gateway = await running(startGatewayService({ ...common, ...own }))
    return { ...gateway, origin: `http://127.0.0.1:${gateway.port}`, url: `http://127.0.0.1:${gateway.port}/mcp` }
  }
  const mcp = await startMcp()
  const gateway = await startGateway(mcp.port)
  const operator = await connectOperator({ natsUrl: nats.url, callerKeys: testKeys('operator') })
  return {
    gateway,
    mcp,
    projects,
    database,
    projectsDatabase,
    operator,
    natsUrl: nats.url,
    startProjects,
    startMcp,
    startGateway,
    ...keysOf(operator),
    stop: async () => {
      await operator.close()
      for (const stop of stops.reverse()) await stop()
      await nats.stop()
      await Promise.all([database.drop(), projectsDatabase.drop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function newDatabase(service: DatabaseService): Promise<TestDatabase> {
  return createTestDatabase(inject('postgresUrl'), service)
}

const ports = { PORT: '0', ADMIN_PORT: '0' }

function startGatewayService(env: Env): Promise<RunningService> {
  const config = readConfig(gatewayConfig, { ...env, ...ports })
  return runService('gateway', config, (parts) => createGateway(parts, config))
}

function startMcpService(env: Env, ownerTimeoutMs?: number): Promise<RunningService> {
  const config = readConfig(mcpConfig, { ...env, ...ports })
  return runService('mcp', config, (parts) => createMcp(parts, config, ownerTimeoutMs))
}

/** Phrases that contain this fail. */
export const unanswered = 'unanswered'

/** Every search answers an empty page, or fails. */
const emptySerp: SerpSource = {
  source: 'scripted',
  priceUsd: () => 0,
  ask: async ({ phrase, depth }) => {
    if (phrase.includes(unanswered)) return failed('scripted', 'upstream')
    const facts = { source: 'scripted', sandbox: true, fetchedAt: new Date(), costUsd: null }
    return {
      ok: true,
      ...facts,
      value: { depth, organic: [], questions: [], blocks: { kinds: {}, citations: null, snippet: null } },
    }
  },
}

function startProjectsService(env: Env): Promise<RunningService> {
  const config = readConfig(projectsConfig, { ...env, ...ports })
  return runService('projects', config, (parts) => createProjects(parts, config, emptySerp))
}

let serial = 0

function keysOf({ call }: Operator) {
  const addKey = async (accountId: string, kind: 'server' | 'lasting' = 'lasting'): Promise<Key> => {
    const { key, secret } = await call('keys.create', { params: { accountId }, body: { name: 'test', kind } })
    return { accountId, keyId: key.id, secret }
  }
  return {
    addKey,
    /** A key of a new account. */
    newKey: async (plan: Exclude<Plan, 'guest'> = 'growth', kind: 'server' | 'lasting' = 'lasting') => {
      const body = { email: `owner${process.pid}.${serial++}@example.com`, plan }
      const { account } = await call('accounts.create', { body })
      return addKey(account.id, kind)
    },
  }
}
