import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import type { Clock } from '@rts/shared/clock'
import { readConfig } from '@rts/shared/config'
import type { Plan } from '@rts/shared/plans'
import { type RunningService, runService, type ServiceParts } from '@rts/shared/service/run-service'
import { testKeys, testSecrets } from '@rts/shared/testing/secrets'
import type { Pool } from 'pg'
import { expect, inject } from 'vitest'
import { createApp } from '../src/app.ts'
import { configSchema } from '../src/config.ts'
import { exchangeRaw, type RawAnswer } from './support/raw-client.ts'
import { type SimulatedService, simulateService } from './support/simulated-service.ts'
import { accountsAt, keysAt } from './support/use-cases.ts'

export type Gateway = RunningService & { parts: ServiceParts }
export type Key = { id: string; accountId: string; secret: string }
type Changes = { env?: Record<string, string>; clock?: Clock }

export type Records = {
  newKey(plan?: Exclude<Plan, 'guest'>): Promise<Key>
  /** Makes one more key for an account. */
  addKey(accountId: string, kind?: 'server' | 'lasting'): Promise<Key>
  changePlan(accountId: string, plan: Plan): Promise<unknown>
  revoke(keyId: string): Promise<unknown>
  /** The account's only day: calls used, charged and given back. */
  day(accountId: string): Promise<{ used: number; charged: number; givenBack: number }>
  /** Places taken in the minute of a key. */
  stamps(keyId: string): Promise<number>
}

export type World = Records & {
  database: TestDatabase
  projects: SimulatedService
  gateway: Gateway
  /** Starts another gateway on the same database. */
  start(changes?: Changes): Promise<Gateway>
  stop(): Promise<void>
}

/** Starts a real gateway with its own database; the test plays the service behind it. */
export async function startWorld(changes: Changes = {}): Promise<World> {
  const database = await createTestDatabase(inject('postgresUrl'), 'gateway')
  const projects = await simulateService()
  const gateways: Gateway[] = []
  const folder = mkdtempSync(path.join(tmpdir(), 'gateway-test-'))
  const base = { DATABASE_URL: database.url, PROJECTS_URL: projects.url, DATA_DIR: folder }
  const start = async ({ env = {}, clock }: Changes = {}) => {
    const gateway = await startGateway({ ...base, ...env }, clock)
    gateways.push(gateway)
    return gateway
  }
  const gateway = await start(changes)
  const stop = async () => {
    await Promise.all(gateways.map((running) => running.stop()))
    await projects.stop()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { database, projects, gateway, start, stop, ...recordsOf(database.pool) }
}

/** The variables of a gateway for tests. */
export function gatewayEnv(env: Record<string, string>): Record<string, string> {
  const fixed = {
    PORT: '0',
    ADMIN_PORT: '0',
    ...testKeys('gateway'),
    ...testSecrets,
    // A loaded machine must not make admission refuse.
    ADMISSION_TIMEOUT_MS: '60000',
    DISABLED_SERVICES: 'projects,mcp',
  }
  return { ...fixed, NATS_URL: inject('natsUrl'), ...env }
}

async function startGateway(env: Record<string, string>, clock: Clock | undefined): Promise<Gateway> {
  const config = readConfig(configSchema, gatewayEnv(env))
  const built: ServiceParts[] = []
  const service = await runService('gateway', { ...config, LOG_LEVEL: 'silent' }, (own) => {
    const parts = { ...own, clock: clock ?? own.clock }
    built.push(parts)
    return createApp(parts, config)
  })
  const [parts] = built
  if (!parts) throw new Error('the gateway was not built')
  return { ...service, parts }
}

let serial = 0

/** Makes accounts and keys directly in a database, and reads their rows. */
export function recordsOf(pool: Pool): Records {
  const accounts = accountsAt(pool)
  const keys = keysAt(pool)
  const addKey = async (accountId: string, kind: 'server' | 'lasting' = 'server') => {
    const { key, secret } = await keys.create(accountId, { name: 'test', kind }, 'test')
    return { id: key.id, accountId, secret }
  }
  return {
    addKey,
    newKey: async (plan: Plan = 'growth') => {
      const { account } = await accounts.create({ email: `owner${process.pid}.${serial++}@example.com`, plan }, 'test')
      return addKey(account.id)
    },
    changePlan: (accountId: string, plan: Plan) => accounts.changePlan(accountId, plan, 'test'),
    revoke: (keyId: string) => keys.revoke(keyId, null, 'test'),
    day: async (accountId: string) => {
      const { rows } = await pool.query(
        `SELECT coalesce(sum(charged - given_back), 0)::int AS used, coalesce(sum(charged), 0)::int AS charged,
           coalesce(sum(given_back), 0)::int AS "givenBack" FROM allowance_day WHERE account_id = $1`,
        [accountId],
      )
      return rows[0]
    },
    stamps: async (keyId: string) => {
      const { rows } = await pool.query('SELECT cardinality(stamps) AS n FROM key_minute WHERE key_id = $1', [keyId])
      return Number(rows[0]?.n)
    },
  }
}

export type Call = {
  method?: string
  path?: string
  key?: string
  headers?: string[]
  body?: string | Buffer
  version?: string
}

/** A request as text: the given lines unchanged, and a Content-Length for a body unless a line frames it. */
export function requestText({
  method = 'GET',
  path: target = '/projects',
  key,
  headers = [],
  body = '',
  version = '1.1',
}: Call): Buffer {
  const framed = headers.some((line) => /^(content-length|transfer-encoding)/i.test(line))
  const typed = headers.some((line) => /^content-type/i.test(line))
  const lines = [
    `${method} ${target.startsWith('/') ? `/http/v1${target}` : target} HTTP/${version}`,
    ...(headers.some((line) => /^host:/i.test(line)) ? [] : ['Host: gateway.test']),
    ...(key === undefined ? [] : [`Authorization: Bearer ${key}`]),
    ...(body.length > 0 && !framed ? [`Content-Length: ${Buffer.byteLength(body)}`] : []),
    ...(body.length > 0 && !typed ? ['Content-Type: application/json'] : []),
    ...headers,
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

/** Sends one request on a new connection, and checks the properties that all answers share. */
export async function call(gateway: Pick<Gateway, 'port'>, request: Call): Promise<RawAnswer> {
  const answer = await exchangeRaw(gateway.port, requestText(request))
  if (request.method !== 'HEAD' && answer.status !== 304) expectSoundAnswer(answer)
  return answer
}

/** Expects JSON with a consistent allowance, a request id, and no caching without asking again. */
export function expectSoundAnswer(answer: RawAnswer): void {
  const { used, limit, remaining, resetsAt, exhausted } = Object(answer.json.allowance)
  expect(Math.max(0, limit - used)).toBe(remaining)
  expect(exhausted).toBe(limit > 0 && used >= limit)
  expect(Date.parse(resetsAt)).toBeGreaterThan(Date.now() - 5_000)
  expect(answer.header('content-type')).toMatch(/^application\/(problem\+)?json/)
  expect(answer.header('cache-control')).toBe(answer.header('etag') ? 'private, no-cache' : 'no-store')
  expect(answer.header('x-request-id')).toMatch(/^[\w-]{8,}$/)
  if (answer.status >= 400) expect(answer.json).toMatchObject({ status: answer.status, type: expect.any(String) })
}

/** Waits until a value is as expected. */
export async function settles<T>(
  what: string,
  look: () => Promise<T> | T,
  wanted: T,
  deadlineMs?: number,
  everyMs?: number,
): Promise<void> {
  let seen: T | undefined
  const isWanted = async () => {
    seen = await look()
    return Object.is(seen, wanted)
  }
  await until(what, isWanted, deadlineMs, everyMs).catch(() => expect(seen, what).toEqual(wanted))
}
