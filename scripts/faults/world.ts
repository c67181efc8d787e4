import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { openDataFolder } from '@rts/local/system/data-folder'
import { connectOperator, type Operator } from '@rts/local/system/operator'
import { until } from '@rts/local/testing/until'
import { type BuiltService, builtServices, type DatabaseService, databaseServices } from '@rts/shared/contract/services'
import pg from 'pg'
import { allPids, pidOfService, procFile } from '../../tests/support/processes.ts'
import { newAccount, type StartOptions, startTestSystem } from '../../tests/support/system.ts'
import { type Nats, startNats } from './nats.ts'
import { outsideAt } from './sandbox.ts'

export type World = Awaited<ReturnType<typeof startWorld>>
type Account = Awaited<ReturnType<typeof newAccount>>
/** Programs that are not ready by then are not waited for any longer. */
const readyMs = 120_000

export type WorldOptions = Pick<StartOptions, 'env' | 'databaseEnv' | 'folder'> & {
  /** The address that the services have of the broker. */
  natsUrlOf?(broker: Nats): string
}

const running = new Set<() => Promise<void>>()

/** Ends every system that still runs, as when the run itself is ended. */
export async function stopWorlds(): Promise<void> {
  await Promise.allSettled([...running].map((stop) => stop()))
}

/** Starts the whole system as `npm start` does, with a broker that can be stopped. */
export async function startWorld({ natsUrlOf = ({ url }) => url, ...options }: WorldOptions = {}) {
  const broker = await startNats()
  // People say from where they call: all from one place would be too many.
  const env = { PROCESSES: 'each', TRUSTED_PROXY_HOPS: '1', ...options.env }
  const system = await startTestSystem({ ...options, env, natsUrl: natsUrlOf(broker) })
  const pools = new Map<DatabaseService, pg.Pool>()
  for (const name of databaseServices) {
    const pool = new pg.Pool({ connectionString: system.databaseUrl(name), max: 12 })
    // A connection of the pool that a fault ends is no news.
    pool.on('error', () => {})
    pools.set(name, pool)
  }
  const pool = (name: DatabaseService) => {
    const found = pools.get(name)
    if (!found) throw new Error(`${name} has no database`)
    return found
  }
  const pidOf = (name: BuiltService) => pidOfService(name, system.connection.natsUrl)
  const adminPorts = new Map(builtServices.map((name) => [name, adminPortOf(pidOf(name))]))
  const isReady = async (name: BuiltService): Promise<boolean> => {
    const answer = await fetch(`http://127.0.0.1:${adminPorts.get(name)}/readyz`).catch(() => undefined)
    const { parts = [] } = Object(await answer?.json().catch(() => undefined))
    return answer?.ok === true && [parts].flat().every((part) => part.ok)
  }
  const callerKeys = openDataFolder(system.folder).callerKeys('operator')
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
    connection: system.connection,
    folder: system.folder,
    operator,
    broker,
    pool,
    pidOf,
    databases: databaseServices,
    adminPort: (name: BuiltService) => adminPorts.get(name) ?? 0,
    outside: outsideAt(system.connection.sandboxUrl),
    rows: async (name: DatabaseService, sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
      (await pool(name).query(sql, values)).rows,
    newAccount: (plan: Parameters<typeof newAccount>[1]): Promise<Account> =>
      newAccount({ operator, connection: system.connection }, plan),
    /** Ends a service at once; its supervisor starts it again. */
    kill(name: BuiltService): void {
      const pid = pidOf(name)
      if (pid === undefined) throw new Error(`${name} does not run`)
      process.kill(pid, 'SIGKILL')
    },
    /** Waits until each program is ready with every part and a call is answered; the seconds since `from` (`performance.now()`). */
    async readyAfter(from: number): Promise<number> {
      const all = async () => (await Promise.all(builtServices.map(isReady))).every(Boolean)
      await until('every program to be ready', all, readyMs)
      const answered = async () => (await prober.rest('GET', '/projects').catch(() => undefined))?.status === 200
      await until('a call to be answered', answered, readyMs, 200)
      return (performance.now() - from) / 1_000
    },
    /** The database server first, 0 while it is away, then its children. */
    postgresPids: () => postgresPids(system.folder),
    stop,
  }
}

function adminPortOf(pid: number | undefined): number {
  const found = /(?:^|\0)ADMIN_PORT=(\d+)/.exec(pid === undefined ? '' : procFile(pid, 'environ'))
  if (!found) throw new Error('a service without an admin port')
  return Number(found[1])
}

function postgresPids(folder: string): number[] {
  const file = path.join(folder, 'postgres', 'cluster', 'postmaster.pid')
  const server = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
  return [server, ...allPids().filter((pid) => procFile(pid, 'status').includes(`PPid:\t${server}\n`))]
}
