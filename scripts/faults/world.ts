import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startBroker } from '@rts/local/broker/broker'
import { findProgram, startNatsServer } from '@rts/local/nats-server'
import { openDataFolder } from '@rts/local/system/data-folder'
import { connectOperator, type Operator } from '@rts/local/system/operator'
import { until } from '@rts/local/testing/until'
import { type BuiltService, builtServices, type DatabaseService, databaseServices } from '@rts/shared/contract/services'
import pg from 'pg'
import { outsideAt } from '../../harness/outside.ts'
import { allPids, pidOfService, procFile } from '../../tests/support/processes.ts'
import { newAccount, type StartOptions, startTestSystem } from '../../tests/support/system.ts'

export type World = Awaited<ReturnType<typeof startWorld>>
export type WorldOptions = Pick<StartOptions, 'env' | 'databaseEnv' | 'folder'>

/** Programs that are not ready by then are not waited for any longer. */
const readyMs = 120_000
const running = new Set<() => Promise<void>>()

/** Ends every system that still runs, as when the run itself is ended. */
export async function stopWorlds(): Promise<void> {
  await Promise.allSettled([...running].map((stop) => stop()))
}

/** Starts the whole system as `npm start` does, with a broker that can be stopped. */
export async function startWorld(options: WorldOptions = {}) {
  const broker = await startNats()
  // People say from where they call: all from one place would be too many.
  const env = { PROCESSES: 'each', TRUSTED_PROXY_HOPS: '1', ...options.env }
  const system = await startTestSystem({ ...options, env, natsUrl: broker.url })
  const { connection, folder } = system
  // A connection of a pool that a fault ends is no news.
  const poolOf = (url: string) => new pg.Pool({ connectionString: url, max: 12 }).on('error', () => {})
  const pools = new Map(databaseServices.map((name) => [name, poolOf(system.databaseUrl(name))]))
  const pool = (name: DatabaseService) => pools.get(name) ?? raise(`${name} has no database`)
  const pidOf = (name: BuiltService) => pidOfService(name, connection.natsUrl)
  const adminPorts = new Map(builtServices.map((name) => [name, adminPortOf(pidOf(name))]))
  const adminPort = (name: BuiltService) => adminPorts.get(name) ?? 0
  const isReady = async (name: BuiltService): Promise<boolean> => {
    const answer = await fetch(`http://127.0.0.1:${adminPort(name)}/readyz`).catch(() => undefined)
    const { parts = [] } = Object(await answer?.json().catch(() => undefined))
    return answer?.ok === true && [parts].flat().every((part) => part.ok)
  }
  const callerKeys = openDataFolder(folder).callerKeys('operator')
  /** A connection for each call: one that stays does not outlive a broker that is away. */
  const operator: Pick<Operator, 'call'> = {
    call: async (name, input) => {
      const connected = await connectOperator({ natsUrl: broker.url, callerKeys })
      return connected.call(name, input).finally(connected.close)
    },
  }
  const prober = await newAccount(system, 'scale')
  const stop = async () => {
    running.delete(stop)
    await Promise.all([...pools.values()].map((each) => each.end()))
    await system.remove().finally(broker.stop)
  }
  running.add(stop)
  return {
    connection,
    folder,
    operator,
    broker,
    pool,
    pidOf,
    adminPort,
    databases: databaseServices,
    outside: outsideAt(connection.sandboxUrl),
    rows: async (name: DatabaseService, sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
      (await pool(name).query(sql, values)).rows,
    newAccount: (plan: Parameters<typeof newAccount>[1]) => newAccount({ operator, connection }, plan),
    /** Waits until each program is ready with every part and a call is answered; the seconds since `from` (`performance.now()`). */
    async readyAfter(from: number): Promise<number> {
      const all = async () => (await Promise.all(builtServices.map(isReady))).every(Boolean)
      await until('every program to be ready', all, readyMs)
      const answered = async () => (await prober.rest('GET', '/projects').catch(() => undefined))?.status === 200
      await until('a call to be answered', answered, readyMs, 200)
      return (performance.now() - from) / 1_000
    },
    /** The database server first, 0 while it is away, then its children. */
    postgresPids: () => postgresPids(folder),
    stop,
  }
}

/** A real nats-server that can be stopped and started again on its port, or the built-in broker where none is installed. */
async function startNats() {
  const auth = { user: 'local', pass: 'of-the-faults' }
  const program = findProgram('nats-server')
  const dataDir = mkdtempSync(path.join(tmpdir(), 'rank-tracker-faults-nats-'))
  const begin = async (port?: number) => {
    if (program) return startNatsServer({ program, dataDir, auth, port })
    const builtIn = await startBroker({ production: false, auth, ...(port === undefined ? {} : { port }) })
    return { port: builtIn.port, pid: null, stop: builtIn.close }
  }
  let server = await begin()
  const { port } = server
  return {
    url: `nats://${auth.user}:${auth.pass}@127.0.0.1:${port}`,
    port,
    /** Null for the built-in broker, which cannot be halted. */
    pid: () => server.pid,
    start: async () => {
      server = await begin(port)
    },
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function adminPortOf(pid: number | undefined): number {
  const found = /(?:^|\0)ADMIN_PORT=(\d+)/.exec(pid === undefined ? '' : procFile(pid, 'environ'))
  return found ? Number(found[1]) : raise('a service without an admin port')
}

function postgresPids(folder: string): number[] {
  const file = path.join(folder, 'postgres', 'cluster', 'postmaster.pid')
  const server = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
  return [server, ...allPids().filter((pid) => procFile(pid, 'status').includes(`PPid:\t${server}\n`))]
}

function raise(message: string): never {
  throw new Error(message)
}
