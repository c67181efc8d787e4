import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startPostgres } from '@rts/local/postgres'
import pg from 'pg'

/** The costs of services' statements since the last reset, by statement: `buffers` are blocks. */
export type Costs = Map<string, { text: string; database: string; calls: number; buffers: number }>

export type Task = {
  name: string
  /** Before each measured run, which it is no part of. */
  prepare?(): Promise<unknown>
  run(): Promise<unknown>
  /** Work goes on after the answer. */
  settles?: true
}

/** Seeding is fast because nothing of it has to survive; statements are counted for each database. */
const settings: Record<string, string> = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.max': '20000',
  'pg_stat_statements.save': 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
  maintenance_work_mem: '512MB',
}
/** Plans of prepared statements are settled after five calls of a connection. */
const warmUps = 5
const rounds = 2
/** For facts on their way, for the most part. */
const settleMs = 400

/** Runs `work` with the cluster of a system's folder, while the system itself is stopped. */
export async function withPostgres<T>(
  folder: string,
  work: (urlOf: (name: string) => string) => Promise<T>,
): Promise<T> {
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), fsync: true, sharedBuffersMb: 512 })
  return await work(postgres.url).finally(() => postgres.stop())
}

/** Makes the cluster, before its system's first start. */
export function makeCluster(folder: string): Promise<void> {
  return withPostgres(folder, async (urlOf) => {
    const client = await connected(urlOf('postgres'))
    for (const [name, value] of Object.entries(settings))
      await client.query(`ALTER SYSTEM SET ${name} = ${pg.escapeLiteral(value)}`)
    await client.query('CREATE EXTENSION pg_stat_statements')
    await client.end()
  })
}

export async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  // The server stops before the last idle connection closes.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Those of the benchmark's own user are left out. */
export async function readCosts(client: pg.Client): Promise<Costs> {
  const { rows } = await client.query(
    `SELECT s.dbid || ' ' || s.queryid AS key, max(s.query) AS text, max(d.datname) AS database, sum(s.calls)::int AS calls,
       sum(s.shared_blks_hit + s.shared_blks_read + s.local_blks_hit)::float8 AS buffers
     FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
     WHERE s.userid <> (SELECT oid FROM pg_roles WHERE rolname = current_user) GROUP BY 1`,
  )
  return new Map(rows.map(({ key, ...cost }) => [key, cost]))
}

/** The statements that each run of a task asks, as in the run in which they read least: other work can only add to one. `forget` empties minutes. */
export async function costsOfTask(client: pg.Client, task: Task, forget: () => Promise<unknown>): Promise<Costs> {
  const runs: Costs[] = []
  for (let n = task.settles ? warmUps - 2 : 0; n < warmUps + rounds; n++) {
    if (n % 3 === 0) await forget()
    await task.prepare?.()
    await client.query('SELECT pg_stat_statements_reset()')
    await task.run()
    if (task.settles) await delay(settleMs)
    if (n >= warmUps) runs.push(await readCosts(client))
  }
  const [first = new Map(), ...others]: Costs[] = runs
  const kept = [...first].flatMap(([key, cost]) => {
    const seen = [cost, ...others.flatMap((run) => run.get(key) ?? [])]
    const least = seen.reduce((a, b) => (b.buffers < a.buffers ? b : a))
    return seen.length > others.length ? [[key, least] as const] : []
  })
  return new Map(kept)
}
