import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram, startNatsServer } from '@rts/local/nats-server'
import { openDataFolder } from '@rts/local/system/data-folder'
import { connectOperator, type Operator } from '@rts/local/system/operator'
import { until } from '@rts/local/testing/until'
import { type BuiltService, builtServices, type DatabaseService, databaseServices } from '@rts/shared/contract/services'
import pg from 'pg'
import { outsideAt } from '../../harness/outside.ts'
import { pidOfService, pidsOfPostgres, procFile } from '../../tests/support/processes.ts'
import { newAccount, type StartOptions, startTestSystem } from '../../tests/support/system.ts'
import { clockOfDatabase } from './faketime.ts'

export type World = Awaited<ReturnType<typeof startWorld>>
export type WorldOptions = Pick<StartOptions, 'env' | 'folder'>

/** Programs that are not ready by then are not waited for any longer. */
const readyMs = 120_000
let running: World | undefined

/** Ends the system that still runs, as when the run itself is ended. */
export async function stopWorld(): Promise<void> {
  await running?.stop()
}

/** Starts the whole system as `npm start` does, with a broker that can be stopped. One runs at a time. */
export async function startWorld(options: WorldOptions = {}) {
  const broker = await startNats()
  // People say from where they call: all from one place would be too many.
  const env = { PROCESSES: 'each', TRUSTED_PROXY_HOPS: '1', ...options.env }
  const system = await startTestSystem({ ...options, env, natsUrl: broker.url, databaseEnv: clockOfDatabase() })
  const { connection, folder } = system
  // A connection of a pool that a fault ends is no news.
  const poolOf = (url: string) => new pg.Pool({ connectionString: url, max: 12 }).on('error', () => {})
  const pools = new Map(databaseServices.map((name) => [name, poolOf(system.databaseUrl(name))]))
  const pool = (name: DatabaseService) => pools.get(name) ?? raise(`${name} has no database`)
  const rows = async (name: DatabaseService, sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
    (await pool(name).query(sql, values)).rows
  const pidOf = (name: BuiltService) => pidOfService(name, connection.natsUrl)
  const adminUrls = new Map(builtServices.map((name) => [name, adminUrlOf(pidOf(name))]))
  const adminUrl = (name: BuiltService) => adminUrls.get(name) ?? ''
  const isReady = async (name: BuiltService): Promise<boolean> => {
    const answer = await fetch(`${adminUrl(name)}/readyz`).catch(() => undefined)
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
  const world = {
    connection,
    folder,
    operator,
    broker,
    pool,
    rows,
    /** The number that a statement answers; 0 for none. */
    count: async (...query: Parameters<typeof rows>) => Number(Object.values((await rows(...query))[0] ?? {})[0] ?? 0),
    pidOf,
    adminUrl,
    databases: databaseServices,
    outside: outsideAt(connection.sandboxUrl),
    newAccount: () => newAccount({ operator, connection }, 'growth'),
    /** Waits until each program is ready with every part and a call is answered; the seconds since `from` (`performance.now()`). */
    async readyAfter(from: number): Promise<number> {
      const all = async () => (await Promise.all(builtServices.map(isReady))).every(Boolean)
      await until('every program to be ready', all, readyMs)
      const answered = async () => (await prober.rest('GET', '/projects').catch(() => undefined))?.status === 200
      await until('a call to be answered', answered, readyMs, 200)
      return (performance.now() - from) / 1_000
    },
    postgresPids: () => pidsOfPostgres(folder),
    async stop(): Promise<void> {
      running = undefined
      await Promise.all([...pools.values()].map((each) => each.end()))
      await system.remove().finally(broker.stop)
    },
  }
  running = world
  return world
}

/** A broker that can be halted, and stopped and started again on its port, as the built-in one cannot. */
async function startNats() {
  const auth = { user: 'local', pass: 'of-the-faults' }
  const program = findProgram('nats-server')
  if (!program) throw new Error('Faults are made with nats-server: install it')
  const dataDir = mkdtempSync(path.join(tmpdir(), 'rank-tracker-faults-nats-'))
  const begin = (port?: number) => startNatsServer({ program, dataDir, auth, port })
  let server = await begin()
  const { port } = server
  return {
    url: `nats://${auth.user}:${auth.pass}@127.0.0.1:${port}`,
    port,
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

function adminUrlOf(pid = 0): string {
  const [, port] = /(?:^|\0)ADMIN_PORT=(\d+)/.exec(procFile(pid, 'environ')) ?? []
  return port === undefined ? raise('a service without an admin port') : `http://127.0.0.1:${port}`
}

function raise(message: string): never {
  throw new Error(message)
}
