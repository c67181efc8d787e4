import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import type { Pool } from 'pg'
import { Registry } from 'prom-client'
import { type Clock, systemClock } from '../clock.ts'
import { databaseServices, type ServiceName } from '../contract/services.ts'
import { createLogger, type Logger } from '../logger.ts'
import { inTime } from '../scheduling.ts'
import { comeAfterCalls } from '../threads/thread.ts'
import { startTraces, type TraceConfig } from '../traces/start.ts'
import { type Broker, openBroker } from './broker.ts'
import type { PairedKeys } from './caller-keys.ts'
import { type CallerSigner, type CallerVerifier, createCallerSigner, createCallerVerifier } from './caller-signature.ts'
import { createPool } from './database-pool.ts'
import { createFailedCalls, type NoteFailure } from './failed-calls.ts'
import {
  createMetricsRegistry,
  joinMetrics,
  portOf,
  type ReadinessCheck,
  showParts,
  startAdminServer,
} from './health.ts'
import { closeServer, createDrain, type Drain } from './http-server.ts'
import { serveMainThread } from './in-work-thread.ts'
import type { Invoke } from './invoke.ts'
import { migrationsOf } from './migration-files.ts'
import { hasMigrations } from './migrations.ts'
import { createProviderCalls, type ProviderCalls } from './provider-calls.ts'
import type { WorkThread } from './work-thread.ts'

export type ServiceConfig = TraceConfig &
  PairedKeys & {
    HOST: string
    PORT: number
    ADMIN_PORT: number
    DATABASE_URL?: string
    NATS_URL: string
    LOG_LEVEL: string
    DRAIN_MS: number
    DISABLED_SERVICES: readonly ServiceName[]
  }

export type ServiceParts = {
  pool: Pool
  nats: Broker
  logger: Logger
  clock: Clock
  registry: Registry
  sign: CallerSigner
  verify: CallerVerifier
  disabledServices: readonly ServiceName[]
  /** A service with a work thread has one thread for `calls`, one for `work`. */
  runs: 'calls' | 'work' | 'both'
  thread: WorkThread | null
  calls: ProviderCalls
  noteFailure: NoteFailure
}

export type BuiltService = {
  invoke?: Invoke
  server: Server
  checks?: readonly ReadinessCheck[]
  drain(): Promise<void>
}
export type BuildService<C extends ServiceConfig> = (
  parts: ServiceParts,
  config: C,
) => BuiltService | Promise<BuiltService>
export type RunningService = { port: number; adminPort: number; stop(): Promise<void> }

const stopDeadlineMs = 22_000

/** `stop` turns unready, closes connections for `DRAIN_MS`, then waits for the last answers. */
export async function runService<C extends ServiceConfig>(
  service: ServiceName,
  config: C,
  build: BuildService<C>,
  thread: WorkThread | null = null,
): Promise<RunningService> {
  const connected = await connectParts(service, config)
  const registry = createMetricsRegistry(service)
  const traces = await startTraces(service, config, connected.logger)
  const runs = thread ? 'calls' : 'both'
  const calls = createProviderCalls(registry, { ...connected, thread: runs })
  const noteFailure = createFailedCalls(registry, connected.logger, runs)
  const parts: ServiceParts = { ...connected, registry, runs, thread, calls, noteFailure }
  const checks = checksOf(service, parts)
  showParts(registry, checks)
  let serving: Drain | undefined
  const admin = await startAdminServer({
    host: config.HOST,
    port: config.ADMIN_PORT,
    metrics: async () => joinMetrics(await parts.registry.metrics(), (await thread?.metrics()) ?? ''),
    checks,
    hasStarted: () => serving !== undefined,
    isDraining: () => serving?.hasBegun() ?? false,
  })
  // It may wait for the database.
  const built = await build(parts, config)
  checks.push(...(built.checks ?? []))
  const drain = createDrain(built.server)
  const port = await listen(built.server, config.PORT, config.HOST)
  serving = drain
  parts.logger.info({ port, adminPort: admin.port }, 'ready')
  const stop = async () => {
    drain.begin()
    await delay(config.DRAIN_MS)
    await closeServer(built.server)
    await Promise.all([built.drain(), thread?.stop()])
    await traces.stop()
    await admin.close()
    await parts.nats.drain().catch(() => {})
    await parts.pool.end()
  }
  // A lost database must not keep a draining replica alive.
  const stopInTime = () => inTime(config.DRAIN_MS + stopDeadlineMs, stop(), undefined)
  let stopping: Promise<void> | undefined
  return { port, adminPort: admin.port, stop: () => (stopping ??= stopInTime()) }
}

/** Also the calls that the main thread hands over. */
export async function runWork<C extends ServiceConfig>(
  service: ServiceName,
  config: C,
  build: BuildService<C>,
  mainThread: MessagePort,
): Promise<void> {
  comeAfterCalls()
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  const connected = await connectParts(service, config)
  const traces = await startTraces(service, config, connected.logger)
  const calls = createProviderCalls(registry, { ...connected, thread: 'work' })
  const noteFailure = createFailedCalls(registry, connected.logger, 'work')
  const parts: ServiceParts = { ...connected, registry, runs: 'work', thread: null, calls, noteFailure }
  const { invoke, drain } = await build(parts, config)
  if (!invoke) throw new Error(`${service} has no rows to answer in a work thread`)
  const stop = async () => {
    await drain()
    await traces.stop()
    await parts.nats.drain().catch(() => {})
    await parts.pool.end()
  }
  serveMainThread(mainThread, { invoke, metrics: () => registry.metrics(), stop, logger: parts.logger })
}

async function connectParts(
  service: ServiceName,
  config: ServiceConfig,
): Promise<Omit<ServiceParts, 'registry' | 'runs' | 'thread' | 'calls' | 'noteFailure'>> {
  const logger = createLogger(service, config.LOG_LEVEL)
  // The pool connects on first use.
  const connection = config.DATABASE_URL === undefined ? {} : { connectionString: config.DATABASE_URL }
  const pool = createPool({ ...connection, max: 10, application_name: service }, (error) =>
    logger.warn({ err: error }, 'idle database connection lost'),
  )
  const nats = await openBroker(config.NATS_URL, service, logger)
  const sign = createCallerSigner(service, config)
  const verify = createCallerVerifier(service, config)
  const { DISABLED_SERVICES: disabledServices } = config
  return { pool, nats, logger, clock: systemClock, sign, verify, disabledServices }
}

/** Unready without database or migrations; without the broker, if it has no database. */
function checksOf(service: ServiceName, { pool, nats }: ServiceParts): ReadinessCheck[] {
  const reachesNats = () => nats.flush().then(() => true)
  const owner = databaseServices.find((name) => name === service)
  if (!owner) return [{ name: 'nats', required: true, check: reachesNats }]
  const migrations = migrationsOf(owner)
  return [
    { name: 'database', required: true, check: () => hasMigrations(pool, migrations) },
    { name: 'nats', required: false, check: reachesNats },
  ]
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return portOf(server.address())
}
