import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startNats } from '@rts/local/nats'
import { connectOperator } from '@rts/local/system/operator'
import { createTestDatabase } from '@rts/local/testing/database'
import { lettersTo, tokensTo } from '@rts/local/testing/letters'
import { until } from '@rts/local/testing/until'
import type { Clock } from '@rts/shared/clock'
import { readConfig } from '@rts/shared/config'
import { type FailureKind, failed } from '@rts/shared/failure'
import { type RunningService, runService } from '@rts/shared/service/run-service'
import { testKeys, testSecrets } from '@rts/shared/testing/secrets'
import { inject } from 'vitest'
import { createApp as createGateway } from '../../../gateway/src/app.ts'
import { configSchema as gatewayConfig } from '../../../gateway/src/config.ts'
import { simulateService } from '../../../gateway/tests/support/simulated-service.ts'
import { createApp as createProjects } from '../../../projects/src/app.ts'
import type { SerpSource } from '../../../projects/src/checks/providers/serp.ts'
import { configSchema as projectsConfig } from '../../../projects/src/config.ts'
import { createGoogle } from '../../../projects/src/search-console/providers/google.ts'
import { createApp } from '../../src/app.ts'
import { configSchema } from '../../src/config.ts'
import { createBrowser } from './browser.ts'
import { type Process, startProcess } from './process.ts'

const loud = { LOG_LEVEL: 'trace' }
type Env = Record<string, string>
type WorldOptions = { inProcesses?: boolean; gatewayPort?: string; calendar?: Clock }
export type World = Awaited<ReturnType<typeof startWorld>>

/**
 * The dashboard as it runs: behind a real gateway, with databases and a broker; the test plays projects. With `inProcesses` both
 * are processes of their own, whose logs are kept.
 */
export async function startWorld(
  env: Env = {},
  { inProcesses = false, gatewayPort = '0', calendar }: WorldOptions = {},
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'dashboard-test-'))
  const nats = await startNats({ dataDir: folder, production: false })
  const projects = await simulateService()
  const databases = {
    gateway: await createTestDatabase(inject('postgresUrl'), 'gateway'),
    dashboard: await createTestDatabase(inject('postgresUrl'), 'dashboard'),
  }
  const stops: (() => Promise<unknown>)[] = []
  const drops: (() => Promise<unknown>)[] = []
  const stopOf = new Map<string, () => Promise<unknown>>()
  const envOf = (service: keyof typeof databases, more: Env): Env => ({
    NATS_URL: nats.url,
    ...testKeys(service),
    ...testSecrets,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    PORT: '0',
    ADMIN_PORT: '0',
    DATABASE_URL: databases[service].url,
    DATA_DIR: folder,
    ...more,
  })
  const running = async (service: Promise<RunningService>) => {
    const started = await service
    stops.push(started.stop)
    const address = `http://127.0.0.1:${started.port}`
    stopOf.set(address, started.stop)
    return address
  }
  const processes: Process[] = []
  const spawned = async (service: 'dashboard' | 'gateway', variables: Env) => {
    const started = await startProcess(service, variables)
    processes.push(started)
    stops.push(started.kill)
    return started.url
  }
  const startDashboard = (more: Env = {}) => {
    if (inProcesses)
      return spawned('dashboard', {
        ...envOf('dashboard', { PUBLIC_URL: 'http://ranks.example', ...env, ...more }),
        ...loud,
      })
    const config = readConfig(configSchema, envOf('dashboard', { PUBLIC_URL: 'http://ranks.example', ...env, ...more }))
    return running(runService('dashboard', config, (parts, own) => createApp(parts, own, calendar)))
  }
  const startGateway = (dashboard: string, isFirst = false) => {
    const port = isFirst ? gatewayPort : '0'
    const urls = { PORT: port, DASHBOARD_URL: dashboard, PROJECTS_URL: projects.url, TRUSTED_PROXY_HOPS: '1' }
    const variables = envOf('gateway', { ...urls, ADMISSION_TIMEOUT_MS: '60000' })
    if (inProcesses) return spawned('gateway', { ...variables, ...loud })
    const config = readConfig(gatewayConfig, variables)
    return running(runService('gateway', config, createGateway))
  }
  const firstDashboard = await startDashboard()
  const url = await startGateway(firstDashboard, true)
  const operator = await connectOperator({ natsUrl: nats.url, callerKeys: testKeys('operator') })
  return {
    url,
    operator,
    /** All that the processes have written. */
    logs: () => processes.map(({ output }) => output()).join(''),
    /** Kills a dashboard at once, the first one unless another is named. */
    kill: async (dashboard = firstDashboard) => processes.find((each) => each.url === dashboard)?.kill(),
    /** Stops the first gateway. */
    stopGateway: async () => stopOf.get(url)?.(),
    broker: { natsUrl: nats.url },
    /** Starts projects as it runs, on a database of its own; until then there is no answer for it over the broker. */
    async startProjects(more: Env = {}, failure: FailureKind = 'upstream') {
      const database = await createTestDatabase(inject('postgresUrl'), 'projects')
      drops.push(database.drop)
      const config = readConfig(projectsConfig, {
        ...envOf('dashboard', { PUBLIC_URL: 'http://ranks.example', ...more }),
        ...testKeys('projects'),
        DATABASE_URL: database.url,
      })
      await running(
        runService('projects', config, (parts) =>
          createProjects(parts, config, failingSerp(failure), { google: createGoogle(config, parts) }),
        ),
      )
      return database
    },
    /** Starts another dashboard on the same database, without a gateway before it. */
    startDashboard,
    /** Starts another dashboard on the same database, and a gateway before it. */
    startReplica: async (more: Env = {}) => startGateway(await startDashboard(more)),
    /** A dashboard behind a gateway of its own, to be killed. */
    async startKillable() {
      const address = await startDashboard()
      const kill = async () => processes.find((each) => each.url === address)?.kill()
      return { url: await startGateway(address), kill }
    },
    database: databases.dashboard,
    gatewayDatabase: databases.gateway,
    browser: (at = url, from?: string) => createBrowser(at, from),
    /** The letters to an address, oldest first. */
    letters: (to: string) => lettersTo(path.join(folder, 'mail'), to),
    /** Waits for a letter with a link of this kind; answers the link's token, of the last one. */
    linkTo: (to: string, page: 'verify' | 'reset' | 'mail' | 'invite', count = 1) =>
      until(`${count} ${page} mails to ${to}`, () => {
        const tokens = tokensTo(path.join(folder, 'mail'), to, page)
        return tokens.length >= count ? tokens.at(-1) : undefined
      }),
    stop: async () => {
      await operator.close()
      await Promise.all(stops.reverse().map((stop) => stop()))
      await projects.stop()
      await nats.stop()
      await Promise.all([...Object.values(databases).map(({ drop }) => drop), ...drops].map((drop) => drop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Every check fails at once. */
const failingSerp = (kind: FailureKind): SerpSource => ({
  source: 'scripted',
  priceUsd: () => 0,
  ask: async () => failed('scripted', kind),
})
