import { randomUUID } from 'node:crypto'
import { type Caller, callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import type { Operation, OperationOutput } from '@rts/shared/contract/operation'
import type { Owned } from '@rts/shared/derive/owned'
import type { Problem } from '@rts/shared/errors'
import { createRpcClient, type RpcCaller, type RpcClient } from '@rts/shared/service/rpc-client'
import { runService, type ServiceParts } from '@rts/shared/service/run-service'
import { signerOf, signerOfAll, testKeys, testSecrets } from '@rts/shared/testing/secrets'
import { createApp } from '../../src/app.ts'
import type { DemoSource } from '../../src/demo/providers/sandbox.ts'
import type { Google } from '../../src/search-console/providers/google.ts'
import { startBackend } from './backend.ts'
import { type ScriptedSerp, scriptedSerp } from './scripted-serp.ts'

/** The answers of all the service's rows over HTTP; lists of the same name have the fields of all. */
type Row = Owned<'projects'>[keyof Owned<'projects'>]
type Answer = Row extends infer O ? (O extends Operation & { http: object } ? OperationOutput<O> : never) : never
type Fields<A> = A extends unknown ? keyof A : never
type FieldOf<A, K extends PropertyKey> = A extends unknown ? (K extends keyof A ? A[K] : never) : never
type All<T> = (T extends unknown ? (each: T) => void : never) extends (each: infer I) => void ? I : never
type Whole<V> = [V] extends [(infer E)[]] ? All<E>[] : V
// A collected answer has a status of its own, in the place of a problem's.
export type Body = Omit<Problem, 'status'> & { [K in Fields<Answer>]: Whole<FieldOf<Answer, K>> }
export type Reply = { status: number; body: Body }
export type World = {
  databaseUrl: string
  url: string
  parts: ServiceParts
  serp: ScriptedSerp
  rpc: RpcClient
  /** Calls the service over HTTP as the gateway does. */
  call(caller: RpcCaller, method: string, path: string, body?: unknown): Promise<Reply>
  now(): Date
  /** Moves the service's clock forward. */
  pass(hours: number): void
  stop(): Promise<void>
}

export type WorldSetting = {
  replicas?: number
  demo?: DemoSource
  google?: (parts: ServiceParts) => Google
  /** Variables in the place of the tests' own. */
  more?: Partial<typeof serviceConfig>
  through?: (databaseUrl: string) => Promise<string>
}

/**
 * The whole service on its own database, with scripted providers and a clock that can be moved. `through` gives another
 * address of the same database.
 */
export async function startWorld({
  replicas = 1,
  demo,
  google,
  more = {},
  through = async (url) => url,
}: WorldSetting = {}): Promise<World> {
  const backend = await startBackend()
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const serp = scriptedSerp(now)
  const built: ServiceParts[] = []
  const config = {
    ...serviceConfig,
    ...more,
    DATABASE_URL: await through(backend.databaseUrl),
    NATS_URL: backend.natsUrl,
  }
  const start = () =>
    runService('projects', config, (own) => {
      const parts = { ...own, clock: { now } }
      built.push(parts)
      return createApp(parts, config, serp, {
        pagePrice: (depth) => (serp.costUsd === null ? null : (serp.costUsd * depth) / 100),
        demo: { past: demo ?? null, costs: false },
        google: google?.(parts) ?? null,
      })
    })
  const services = await Promise.all(Array.from({ length: replicas }, start))
  const [parts] = built
  const [service] = services
  if (!parts || !service) throw new Error('the service was not built')
  const rpc = createRpcClient({ nats: parts.nats, sign: signerOfAll() })
  const stop = async () => {
    serp.resume()
    await Promise.all(services.map((each) => each.stop()))
    await backend.stop()
  }
  const pass = (hours: number) => {
    aheadMs += hours * 3_600_000
  }
  const url = `http://127.0.0.1:${service.port}`
  const call = httpCaller(url, now)
  return { databaseUrl: backend.databaseUrl, url, parts, serp, rpc, call, now, pass, stop }
}

const serviceConfig = {
  HOST: '127.0.0.1',
  PORT: 0,
  ADMIN_PORT: 0,
  ...testKeys('projects'),
  LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'fatal',
  DRAIN_MS: 0,
  DISABLED_SERVICES: [],
  TRACE_SHARE: 1,
  RANK_CONCURRENCY: 4,
  SERP_DAILY_BUDGET_USD: undefined,
  RANK_CATCH_UP_PER_SECOND: 1_000,
  SERP_ACCOUNT_SHARE: 0.2,
  SERP_PROVIDERS: [],
  PAGE_RETENTION_DAYS: 90,
  // safe because a test may name a file
  PLANS_FILE: undefined as string | undefined,
  PUBLIC_URL: 'http://ranks.example',
  SEAL_KEYS: testSecrets.SEAL_KEYS,
}

export function httpCaller(baseUrl: string, now: () => Date): World['call'] {
  const sign = signerOf('gateway')
  return async (caller, method, target, body) => {
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body))
    const claims = { ...caller, aud: 'projects', iat: now().getTime() } as const
    const signed = sign(claims, { method, target, body: bytes })
    const headers = { [callerHeader]: signed.caller, [signatureHeader]: signed.signature }
    const answer = await fetch(`${baseUrl}${target}`, { method, headers, ...(bytes.length > 0 ? { body: bytes } : {}) })
    return { status: answer.status, body: JSON.parse(await answer.text()) }
  }
}

/** A caller of a new account, on `growth` by default. */
export function callerOf(changes: Partial<Caller> = {}): RpcCaller {
  return {
    kind: 'account',
    accountId: randomUUID(),
    plan: 'growth',
    keyId: 'key',
    role: null,
    siteIds: null,
    collect: 'allow',
    requestId: randomUUID(),
    ...(changes.kind === 'person' ? { role: 'owner', personId: 'person' } : {}),
    ...changes,
  }
}

/** Asks until the answer passes, for at most a minute: on a busy machine the checks of a hundred keywords may come first. */
export async function until<T>(ask: () => Promise<T>, passes: (answer: T) => boolean): Promise<T> {
  const deadline = performance.now() + 60_000
  for (;;) {
    const answer = await ask()
    if (passes(answer)) return answer
    if (performance.now() > deadline) throw new Error(`not in time: ${JSON.stringify(answer)}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
