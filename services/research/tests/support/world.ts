import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startNats } from '@rts/local/nats'
import { connectOperator, type Operator } from '@rts/local/system/operator'
import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { gentlyMs, until } from '@rts/local/testing/until'
import { startSandbox } from '@rts/sandbox/start'
import { readConfig } from '@rts/shared/config'
import type { EventType } from '@rts/shared/contract/events'
import type { OperationInput, OperationOutput } from '@rts/shared/contract/operation'
import type { DatabaseService } from '@rts/shared/contract/services'
import { type OperationName, type Operations, operationOf } from '@rts/shared/contract/table'
import { type Fact, writeFact } from '@rts/shared/facts/write'
import { createLogger } from '@rts/shared/logger'
import type { Plan } from '@rts/shared/plans'
import { openBroker } from '@rts/shared/service/broker'
import { createRpcClient, type RpcCaller, systemCaller } from '@rts/shared/service/rpc-client'
import { type RunningService, runService } from '@rts/shared/service/run-service'
import { inTransaction } from '@rts/shared/service/transaction'
import { signerOfAll, testKeys, testSecrets } from '@rts/shared/testing/secrets'
import { inject } from 'vitest'
import { createApp as createGateway } from '../../../gateway/src/app.ts'
import { configSchema as gatewayConfig } from '../../../gateway/src/config.ts'
import { createApp as createProjects } from '../../../projects/src/app.ts'
import { createSerpSource } from '../../../projects/src/checks/providers/chain.ts'
import { configSchema as projectsConfig } from '../../../projects/src/config.ts'
import { endSite } from '../../../projects/tests/support/end-site.ts'
import { createApp } from '../../src/app.ts'
import { configSchema as researchConfig } from '../../src/config.ts'
import { variablesAt } from './setting.ts'

type Env = Record<string, string>
/** Calls a row as mcp does, for an account. */
type OwnerCall = <N extends OperationName>(
  name: N,
  input: OperationInput<Operations[N]>,
  accountId: string,
) => Promise<OperationOutput<Operations[N]>>
// biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
export type Reply = { status: number; body: any }
export type World = Awaited<ReturnType<typeof startWorld>>
export type Client = Awaited<ReturnType<World['newClient']>>

/** Research as it runs, with gateway, projects, databases, a broker and the sandbox as the outside world. */
export async function startWorld(env: Env = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'research-test-'))
  const nats = await startNats({ dataDir: folder, production: false })
  const sandbox = await startSandbox({ clock: () => new Date() })
  const databases = await Promise.all((['gateway', 'projects', 'research'] as const).map(newDatabase))
  const [gatewayDatabase, projectsDatabase, database] = databases
  if (!gatewayDatabase || !projectsDatabase || !database) throw new Error('three names, three databases')
  const common = { NATS_URL: nats.url, ...testSecrets, LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent' }
  const stops: (() => Promise<unknown>)[] = []
  const running = async (service: Promise<RunningService>) => {
    const started = await service
    stops.push(started.stop)
    return started
  }
  const projects = await running(
    startProjects({ ...common, ...testKeys('projects'), DATABASE_URL: projectsDatabase.url }, sandbox.url),
  )
  const startResearch = (more: Env = {}) =>
    running(
      startService({
        ...variablesAt(sandbox.url),
        ...common,
        ...testKeys('research'),
        DATABASE_URL: database.url,
        ...env,
        ...more,
      }),
    )
  const research = await startResearch()
  const gateway = await running(
    startGateway({
      ...common,
      ...testKeys('gateway'),
      DATABASE_URL: gatewayDatabase.url,
      PROJECTS_URL: `http://127.0.0.1:${projects.port}`,
      RESEARCH_URL: `http://127.0.0.1:${research.port}`,
      PUBLIC_URL: 'https://ranks.example',
      DATA_DIR: folder,
      ADMISSION_TIMEOUT_MS: '2000',
    }),
  )
  const operator = await connectOperator({ natsUrl: nats.url, callerKeys: testKeys('operator') })
  const broker = await openBroker(nats.url, 'test', createLogger('research', 'silent'))
  stops.push(() => broker.drain())
  const call = createRpcClient({ nats: broker, sign: signerOfAll() })
  const rpc: OwnerCall = (name, input, accountId) =>
    call(name, input, { ...systemCaller(accountId, 'growth'), kind: 'account', collect: 'allow' })
  const baseUrl = `http://127.0.0.1:${gateway.port}/http/v1`
  const stop = async () => {
    await operator.close()
    for (const each of stops.reverse()) await each()
    await sandbox.close()
    await nats.stop()
    await Promise.all(databases.map((each) => each.drop()))
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    operator,
    database,
    /** Starts research once more, beside the one that runs. */
    startReplica: startResearch,
    /** Starts research again with other variables, on another port. */
    restartResearch: async (more: Env) => {
      stops.splice(stops.indexOf(research.stop), 1)
      await research.stop()
      await startResearch(more)
    },
    /** Calls a control of the sandbox. */
    control: (method: 'POST' | 'PUT', name: string, body: object = {}) =>
      fetch(`${sandbox.url}/control/${name}`, { method, body: JSON.stringify(body) }),
    /** The calls that the sandbox has seen of a provider. */
    calls: async (provider: string): Promise<{ path: string }[]> => {
      const answer = await fetch(`${sandbox.url}/control/calls?provider=${provider}`)
      return Object(await answer.json()).calls
    },
    /** The client of a service, which calls in the names of accounts. */
    call,
    /** Calls a row as mcp does, for an account. */
    rpc,
    /** Calls a row as the dashboard does for somebody who is signed in. */
    asPerson: <N extends OperationName>(name: N, input: OperationInput<Operations[N]>, accountId: string) =>
      call(name, input, {
        ...systemCaller(accountId, 'growth'),
        kind: 'person',
        role: 'owner',
        personId: 'person',
        collect: 'allow',
      }),
    /** Calls any row as the first kind of caller that it has; its input is checked by its owner alone. */
    askRow: (
      name: OperationName,
      input: object,
      accountId: string,
      more: Partial<RpcCaller> = {},
    ): Promise<unknown> => {
      const kind = operationOf(name).callers[0] ?? 'account'
      const person = kind === 'person' ? ({ role: 'owner', personId: 'person' } as const) : {}
      const caller = { ...systemCaller(accountId, 'growth'), kind, ...person, collect: 'allow', ...more } as const
      // safe because the owner parses it
      return call(name, input as OperationInput<Operations[typeof name]>, caller)
    },
    /** Calls a row as a guest's agent does. */
    asGuest: <N extends OperationName>(name: N, input: OperationInput<Operations[N]>, accountId: string) =>
      call(name, input, { ...systemCaller(accountId, 'guest'), kind: 'guest', collect: 'allow' }),
    /** Ends a deleted site as if it had been in the trash for its time. */
    endSite: (id: string) => endSite(projectsDatabase.pool, id),
    /** Tells a fact as its owner does. */
    tell: <T extends EventType>(fact: Fact<T>) =>
      inTransaction(fact.type === 'account.changed' ? gatewayDatabase.pool : projectsDatabase.pool, (client) =>
        writeFact(client, fact),
      ),
    /** A client of a new account. */
    newClient: async (plan: Exclude<Plan, 'guest'> = 'growth') => {
      const { accountId, secret } = await newKey(operator, plan)
      return { accountId, ...clientOf(baseUrl, secret), site: siteMaker(rpc, accountId) }
    },
    stop,
  }
}

function newDatabase(service: DatabaseService): Promise<TestDatabase> {
  return createTestDatabase(inject('postgresUrl'), service)
}

const ports = { PORT: '0', ADMIN_PORT: '0' }

function startGateway(env: Env): Promise<RunningService> {
  const config = readConfig(gatewayConfig, { ...env, ...ports })
  return runService('gateway', config, (parts) => createGateway(parts, config))
}

function startProjects(env: Env, sandboxUrl: string): Promise<RunningService> {
  const serp = { SERP_PROVIDERS: 'serper', SERPER_KEY: 'k', SERPER_BASE_URL: `${sandboxUrl}/serper` }
  const config = readConfig(projectsConfig, { ...env, ...serp, SANDBOX_URL: sandboxUrl, ...ports })
  return runService('projects', config, (parts) => createProjects(parts, config, createSerpSource(config, parts)))
}

function startService(env: Env): Promise<RunningService> {
  const config = readConfig(researchConfig, { ...env, ...ports })
  return runService('research', config, (parts) => createApp(parts, config))
}

let serial = 0

async function newKey({ call }: Operator, plan: Exclude<Plan, 'guest'>) {
  const body = { email: `owner${process.pid}.${serial++}@example.com`, plan }
  const { account } = await call('accounts.create', { body })
  const params = { accountId: account.id }
  const { secret } = await call('keys.create', { params, body: { name: 'test', kind: 'server' } })
  return { accountId: account.id, secret }
}

function clientOf(baseUrl: string, secret: string) {
  async function send(method: string, target: string, body?: unknown): Promise<Reply> {
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${baseUrl}${target}`, { method, headers, ...sent })
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  }
  const get = (target: string) => send('GET', target)
  return {
    send,
    get,
    /** Reads what is collected, and waits for it where the machine is slower than the moment that an answer waits. */
    ready: (target: string): Promise<Reply> =>
      until(
        `${target} to be collected`,
        async () => {
          const answer = await get(target)
          return !['queued', 'collecting'].includes(answer.body.status) && answer
        },
        60_000,
        gentlyMs,
      ),
    post: (target: string, body: unknown) => send('POST', target, body),
  }
}

/** Makes sites with tracked keywords and competitors, and waits for their checks. Not over REST: its minute is for the tests. */
function siteMaker(rpc: OwnerCall, accountId: string) {
  return async (
    domain: string,
    { keywords = [], competitors = [] }: { keywords?: string[]; competitors?: string[] } = {},
  ) => {
    const { project } = await rpc('sites.create', { body: { name: domain, domain } }, accountId)
    const params = { id: project.id }
    for (const rival of competitors) await rpc('competitors.add', { params, body: { domain: rival } }, accountId)
    if (keywords.length > 0)
      await rpc('keywords.createBulk', { params, body: { text: keywords.join('\n') } }, accountId)
    await until('the checks', async () => {
      const listed = await rpc('keywords.list', { params, query: {} }, accountId)
      return listed.keywords.every(({ lastCheck }) => lastCheck?.status === 'ok')
    })
    return project.id
  }
}
