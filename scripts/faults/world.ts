import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startBroker as startBuiltIn } from '@rts/local/broker/broker'
import { findProgram, startNatsServer } from '@rts/local/nats-server'
import { until } from '@rts/local/testing/until'
import { type BuiltService, builtServices, type DatabaseService, databaseServices } from '@rts/shared/contract/services'
import pg from 'pg'
import { allPids, pidOfService, procFile } from '../../tests/support/processes.ts'
import { newAccount, type StartOptions, startTestSystem } from '../../tests/support/system.ts'
import { outsideAt } from './sandbox.ts'

export type World = Awaited<ReturnType<typeof startWorld>>
type Account = Awaited<ReturnType<typeof newAccount>>
/** What a program that waits for a fault's end may need before it is called not ready. */
const readyMs = 120_000
const auth = { user: 'local', pass: 'of-the-faults' }

/** Starts the whole system as `npm start` does, with a broker that can be stopped. */
export async function startWorld(options: Pick<StartOptions, 'env' | 'folder'> = {}) {
  const broker = await startBroker()
  const system = await startTestSystem({ ...options, natsUrl: broker.url })
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
  const pidOf = (name: BuiltService) => pidOfService(name, broker.url)
  const adminPorts = new Map(builtServices.map((name) => [name, adminPortOf(pidOf(name))]))
  const isReady = async (name: BuiltService): Promise<boolean> => {
    const answer = await fetch(`http://127.0.0.1:${adminPorts.get(name)}/readyz`).catch(() => undefined)
    const { parts = [] } = Object(await answer?.json().catch(() => undefined))
    return answer?.ok === true && [parts].flat().every((part) => part.ok)
  }
  const prober = await newAccount(system, 'scale')
  return {
    ...system,
    broker,
    pool,
    pidOf,
    databases: databaseServices,
    outside: outsideAt(system.connection.sandboxUrl),
    rows: async (name: DatabaseService, sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
      (await pool(name).query(sql, values)).rows,
    newAccount: (plan: Parameters<typeof newAccount>[1]): Promise<Account> => newAccount(system, plan),
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
    /** The database server first, then its children. */
    postgresPids: () => postgresPids(system.folder),
    async stop(): Promise<void> {
      await Promise.all([...pools.values()].map((each) => each.end()))
      await system.remove().finally(broker.stop)
    },
  }
}

function adminPortOf(pid: number | undefined): number {
  const found = /(?:^|\0)ADMIN_PORT=(\d+)/.exec(pid === undefined ? '' : procFile(pid, 'environ'))
  if (!found) throw new Error('a service without an admin port')
  return Number(found[1])
}

function postgresPids(folder: string): number[] {
  const file = path.join(folder, 'postgres', 'cluster', 'postmaster.pid')
  const server = Number.parseInt(readFileSync(file, 'utf8'), 10)
  return [server, ...allPids().filter((pid) => procFile(pid, 'status').includes(`PPid:\t${server}\n`))]
}

/** A real nats-server, or the built-in broker where none is installed: that one cannot be halted (`pid` is null). */
async function startBroker() {
  const program = findProgram('nats-server')
  if (!program) {
    let broker = await startBuiltIn({ production: false, auth })
    const { port } = broker
    return {
      url: `nats://${auth.user}:${auth.pass}@127.0.0.1:${port}`,
      pid: (): number | null => null,
      stop: () => broker.close(),
      start: async () => void (broker = await startBuiltIn({ production: false, auth, port })),
    }
  }
  const dataDir = mkdtempSync(path.join(tmpdir(), 'rank-tracker-faults-nats-'))
  let server = await startNatsServer({ program, dataDir, auth })
  const { port } = server
  return {
    url: `nats://${auth.user}:${auth.pass}@127.0.0.1:${port}`,
    pid: (): number | null => server.pid,
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    start: async () => void (server = await startNatsServer({ program, dataDir, auth, port })),
  }
}
