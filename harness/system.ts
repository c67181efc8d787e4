import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startNats } from '@rts/local/nats'
import { freePort } from '@rts/local/ports'
import { ensureDatabase, startPostgres } from '@rts/local/postgres'
import { type Child, spawnChild } from '@rts/local/process'
import { thriftyMalloc } from '@rts/local/system/programs'
import { until } from '@rts/local/testing/until'
import type { DatabaseService, ServiceName } from '@rts/shared/contract/services'
import { migrateDatabase } from '@rts/shared/service/migrations'
import { testKeys, testSecrets } from '@rts/shared/testing/secrets'
import pg from 'pg'
import { type StartOptions, startTestSystem } from '../tests/support/system.ts'
import { familyCpuMicroseconds } from './measure.ts'

const root = path.resolve(import.meta.dirname, '..')

export type Parts = Awaited<ReturnType<typeof startParts>>
export type System = Awaited<ReturnType<typeof startTestSystem>>
export type Database = { url: string; pool: pg.Pool }
/** A program with an address, in a process of its own. */
export type Served = { pid: number; port: number; stop(): Promise<unknown> }
export type Service = Served & { adminPort: number }

/** Starts Postgres (durable) and NATS in a new folder. Programs of this tree run beside them, one process each. */
export async function startParts() {
  const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-parts-'))
  mkdirSync(path.join(folder, 'logs'))
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), fsync: true })
  const nats = await startNats({ dataDir: path.join(folder, 'nats'), production: false })
  const children: Child[] = []
  const pools: pg.Pool[] = []

  /** Starts a TypeScript program with the settings of `npm start`. */
  async function node(entry: string, env: Record<string, string>): Promise<Child> {
    const name = path.basename(entry, '.ts')
    const local = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.compile-cache'), ...thriftyMalloc }
    const child = await spawnChild({
      name,
      command: process.execPath,
      args: [path.join(root, entry)],
      env: { ...process.env, ...local, ...env },
      logFile: path.join(folder, 'logs', `${name}-${children.length}.log`),
      cwd: root,
      endsWithParent: true,
    })
    children.push(child)
    return child
  }

  return {
    folder,
    natsUrl: nats.url,
    /** Undefined if the broker is not a nats-server of its own. */
    natsPid: nats.pid,
    /** CPU time of Postgres so far, microseconds. */
    databaseCpu: () => familyCpuMicroseconds(postgres.pid),
    /** A database with a service's migrations, and a pool for it. */
    async database(service: DatabaseService, name: string = service): Promise<Database> {
      const url = await ensureDatabase(postgres.url('postgres'), name)
      await migrateDatabase(url, service)
      const pool = new pg.Pool({ connectionString: url, max: 4 })
      // The server stops before the last idle connection closes.
      pool.on('error', () => {})
      pools.push(pool)
      return { url, pool }
    },
    /** Starts a program that listens on `PORT`, and waits until `ready` answers 200. */
    async server(entry: string, env: Record<string, string> = {}, ready = '/'): Promise<Served> {
      const port = await freePort()
      const { pid, stop } = await node(entry, { PORT: String(port), ...env })
      await untilOk(`http://127.0.0.1:${port}${ready}`)
      return { pid, port, stop: () => stop(1_000) }
    },
    /** Starts a service with the keys and secrets of tests, and waits until it is ready. */
    async service(name: ServiceName, env: Record<string, string>): Promise<Service> {
      const port = await freePort()
      const adminPort = await freePort()
      const { pid, stop } = await node(`services/${name}/src/main.ts`, {
        PORT: String(port),
        ADMIN_PORT: String(adminPort),
        NODE_ENV: 'development',
        NATS_URL: nats.url,
        ...testKeys(name),
        ...testSecrets,
        PUBLIC_URL: 'http://127.0.0.1',
        DATA_DIR: folder,
        LOG_LEVEL: 'warn',
        ...env,
      })
      await untilOk(`http://127.0.0.1:${adminPort}/readyz`)
      return { pid, port, adminPort, stop: () => stop(1_000) }
    },
    async stop(): Promise<void> {
      await Promise.all(pools.map((pool) => pool.end()))
      await Promise.all(children.map((child) => child.stop(5_000)))
      await Promise.all([postgres.stop(), nats.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs `work` with new parts and stops them, also if it fails. */
export async function withParts<T>(work: (parts: Parts) => Promise<T>): Promise<T> {
  const parts = await startParts()
  return await work(parts).finally(parts.stop)
}

/** Runs `work` with a whole system as `npm start` runs it, and removes it. `PROCESSES=each` gives each service a process. */
export async function withSystem<T>(options: StartOptions, work: (system: System) => Promise<T>): Promise<T> {
  const system = await startTestSystem(options)
  return await work(system).finally(system.remove)
}

/** Waits until an address answers 200. */
async function untilOk(url: string): Promise<void> {
  const look = async () => {
    const answer = await fetch(url).catch(() => undefined)
    await answer?.body?.cancel()
    return answer?.ok === true
  }
  await until(`${url} to answer`, look, 60_000, 50)
}
