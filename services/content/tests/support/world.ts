import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startNats } from '@rts/local/nats'
import { connectOperator } from '@rts/local/system/operator'
import { createTestDatabase } from '@rts/local/testing/database'
import { startSandbox } from '@rts/sandbox/start'
import type { SitePage } from '@rts/sandbox/world/overrides'
import { readConfig } from '@rts/shared/config'
import type { Caller } from '@rts/shared/contract/caller'
import type { EventType } from '@rts/shared/contract/events'
import type { OperationInput } from '@rts/shared/contract/operation'
import type { DatabaseService } from '@rts/shared/contract/services'
import type { OperationName, Operations } from '@rts/shared/contract/table'
import { type Fact, writeFact } from '@rts/shared/facts/write'
import type { Plan } from '@rts/shared/plans'
import { natsOptions } from '@rts/shared/service/broker'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import { type RunningService, runService } from '@rts/shared/service/run-service'
import { inTransaction } from '@rts/shared/service/transaction'
import { signerOfAll, testKeys, testSecrets } from '@rts/shared/testing/secrets'
import { connect } from 'nats'
import { inject } from 'vitest'
import { createApp as createGateway } from '../../../gateway/src/app.ts'
import { configSchema as gatewayConfig } from '../../../gateway/src/config.ts'
import { createApp as createProjects } from '../../../projects/src/app.ts'
import { createSerpSource } from '../../../projects/src/checks/providers/chain.ts'
import { configSchema as projectsConfig } from '../../../projects/src/config.ts'
import { endSite } from '../../../projects/tests/support/end-site.ts'
import { createApp as createResearch } from '../../../research/src/app.ts'
import { configSchema as researchConfig } from '../../../research/src/config.ts'
import { variablesAt } from '../../../research/tests/support/setting.ts'
import { createApp } from '../../src/app.ts'
import { configSchema } from '../../src/config.ts'

type Env = Record<string, string>
// biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
export type Reply = { status: number; headers: Headers; body: any }
export type World = Awaited<ReturnType<typeof startWorld>>

/** Content as it runs: with gateway, projects, databases, a broker, and the sandbox's sites and results pages as the web; research on request. */
export async function startWorld(hosts: string[] = [], env: Env = {}, { hasResearch = false } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-test-'))
  const nats = await startNats({ dataDir: folder, production: false })
  const sandbox = await startSandbox({ clock: () => new Date() })
  const newDatabase = (service: DatabaseService) => createTestDatabase(inject('postgresUrl'), service)
  const databases = {
    gateway: await newDatabase('gateway'),
    projects: await newDatabase('projects'),
    content: await newDatabase('content'),
    research: await newDatabase('research'),
  }
  const stops: (() => Promise<unknown>)[] = []
  const envOf = (service: keyof typeof databases, more: Env = {}): Env => ({
    NATS_URL: nats.url,
    ...testKeys(service),
    ...testSecrets,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    PORT: '0',
    ADMIN_PORT: '0',
    DATABASE_URL: databases[service].url,
    PUBLIC_URL: 'https://ranks.example',
    ...more,
  })
  const running = async (service: Promise<RunningService>) => {
    const started = await service
    stops.push(started.stop)
    return `http://127.0.0.1:${started.port}`
  }
  const serp = { SERP_PROVIDERS: 'serper', SERPER_KEY: 'k', SERPER_BASE_URL: `${sandbox.url}/serper` }
  const projects = await running(startProjects(envOf('projects', { ...serp, SANDBOX_URL: sandbox.url })))
  if (hasResearch) await running(startResearch(envOf('research', variablesAt(sandbox.url))))
  const overrides = hosts.map((host) => `${host}=127.0.0.1:${new URL(sandbox.url).port}`).join(',')
  const contentEnv = envOf('content', { HOST_OVERRIDES: overrides, ...env })
  const content = await running(startContent(contentEnv))
  const urls = { PROJECTS_URL: projects, CONTENT_URL: content, DATA_DIR: folder, ADMISSION_TIMEOUT_MS: '60000' }
  const gateway = await running(startGateway(envOf('gateway', urls)))
  const operator = await connectOperator({ natsUrl: nats.url, callerKeys: testKeys('operator') })
  const broker = await connect(natsOptions(nats.url, 'operator'))
  const call = createRpcClient({ nats: broker, sign: signerOfAll() })
  return {
    database: databases.content,
    /** How many collects an account has used today. */
    collects: async (accountId: string): Promise<number> => {
      const sql = 'SELECT coalesce(sum(used), 0)::int AS used FROM collect_day WHERE account_id = $1'
      return (await databases.gateway.pool.query(sql, [accountId])).rows[0].used
    },
    useUpCollects: (accountId: string) =>
      databases.gateway.pool.query('UPDATE collect_day SET used = 1000000 WHERE account_id = $1', [accountId]),
    /** Ends a deleted site as if it had been in the trash for its time. */
    endSite: (id: string) => endSite(databases.projects.pool, id),
    /** Starts another replica of content. */
    startReplica: () => running(startContent(contentEnv)),
    /** Tells a fact as its owner does. */
    tell: <T extends EventType>(fact: Fact<T>) =>
      inTransaction(databases[fact.type === 'account.changed' ? 'gateway' : 'projects'].pool, (client) =>
        writeFact(client, fact),
      ),
    projectsDatabase: databases.projects,
    researchDatabase: databases.research,
    /** Sets what a site below sandbox.example answers. */
    site: (host: string, pages: Record<string, SitePage>) =>
      fetch(`${sandbox.url}/control/sites/${host}`, { method: 'PUT', body: JSON.stringify({ pages }) }),
    /** Sets the results page of a phrase. */
    resultsPage: (page: { keyword: string; organic: string[]; questions?: string[] }) =>
      fetch(`${sandbox.url}/control/serp`, { method: 'PUT', body: JSON.stringify(page) }),
    /** Calls a row over NATS, as another service does for a caller. */
    callAs: <N extends OperationName>(
      name: N,
      input: OperationInput<Operations[N]>,
      caller: Pick<Caller, 'kind' | 'accountId'> & Partial<Caller>,
    ) => {
      const usual = {
        plan: 'growth',
        keyId: null,
        role: 'owner',
        personId: 'person',
        siteIds: null,
        collect: 'allow',
      } as const
      return call(name, input, { ...usual, requestId: 'test', ...caller })
    },
    /** A client of a new account. */
    newClient: async (plan: Exclude<Plan, 'guest'> = 'starter') => {
      const { account } = await operator.call('accounts.create', { body: { email: newEmail(), plan } })
      const params = { accountId: account.id }
      const { secret } = await operator.call('keys.create', { params, body: { name: 'test', kind: 'server' } })
      return { ...clientOf(`${gateway}/http/v1`, secret), accountId: account.id }
    },
    stop: async () => {
      await Promise.all([operator.close(), broker.close()])
      for (const stop of stops.reverse()) await stop()
      await sandbox.close()
      await nats.stop()
      await Promise.all(Object.values(databases).map((each) => each.drop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function startContent(env: Env): Promise<RunningService> {
  return runService('content', readConfig(configSchema, env), createApp)
}

function startGateway(env: Env): Promise<RunningService> {
  const config = readConfig(gatewayConfig, env)
  return runService('gateway', config, (parts) => createGateway(parts, config))
}

function startProjects(env: Env): Promise<RunningService> {
  const config = readConfig(projectsConfig, env)
  return runService('projects', config, (parts) => createProjects(parts, config, createSerpSource(config, parts)))
}

function startResearch(env: Env): Promise<RunningService> {
  const config = readConfig(researchConfig, env)
  return runService('research', config, (parts) => createResearch(parts, config))
}

let serial = 0
const newEmail = () => `owner${process.pid}.${serial++}@example.com`

function clientOf(baseUrl: string, secret: string) {
  const send = async (method: string, target: string, body?: string | object): Promise<Reply> => {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const answer = await fetch(`${baseUrl}${target}`, { method, headers, ...sent })
    return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
  }
  return {
    get: (target: string) => send('GET', target),
    post: (target: string, body: string | object) => send('POST', target, body),
    delete: (target: string) => send('DELETE', target),
    /** The id of a new site. */
    site: async (domain: string): Promise<string> =>
      (await send('POST', '/projects', { name: domain, domain })).body.project.id,
  }
}
