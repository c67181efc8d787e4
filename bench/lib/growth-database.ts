import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'
import { type EmbeddedPostgres, startPostgres } from '@rts/local/postgres'
import pg from 'pg'

/** The costs of the services’ statements in the database since the last reset, by statement. */
export type Costs = Map<string, Cost>
export type Cost = { text: string; database: string; calls: number; buffers: number; ms: number }

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

/** Runs `work` with the cluster of a system's folder, while the system itself is stopped. */
export async function withPostgres<T>(folder: string, work: (postgres: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const postgres = await startPostgres({ dataDir: path.join(folder, 'postgres'), fsync: true, sharedBuffersMb: 512 })
  try {
    return await work(postgres)
  } finally {
    await postgres.stop()
  }
}

/** Makes the cluster, before its system's first start. */
export function makeCluster(folder: string): Promise<void> {
  return withPostgres(folder, async (postgres) => {
    const client = await connected(postgres.url('postgres'))
    for (const [name, value] of Object.entries(settings))
      await client.query(`ALTER SYSTEM SET ${name} = ${pg.escapeLiteral(value)}`)
    await client.query('CREATE EXTENSION pg_stat_statements')
    await client.end()
  })
}

/** Puts the database server of a connection, and all that it starts, on one core; false where there is no taskset. */
export async function onOneCore(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity')
  const { rows: own } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const server = execFileSync('ps', ['-o', 'ppid=', '-p', String(own[0]?.pid)], { encoding: 'utf8' }).trim()
  // One that has just ended is none.
  for (const { pid } of rows) pin(String(pid))
  return pin(server)
}

function pin(pid: string): boolean {
  return spawnSync('taskset', ['-cp', '0', pid]).status === 0
}

export async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  // The server stops before the last idle connection closes.
  client.on('error', () => {})
  await client.connect()
  return client
}

export async function resetCosts(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_stat_statements_reset()')
}

/** The costs of the services' statements; those of the benchmark's own user are none of them. */
export async function readCosts(client: pg.Client): Promise<Costs> {
  const { rows } = await client.query<Cost & { key: string }>(
    `SELECT s.dbid || ' ' || s.queryid AS key, max(s.query) AS text, max(d.datname) AS database, sum(s.calls)::int AS calls,
       sum(s.shared_blks_hit + s.shared_blks_read + s.local_blks_hit)::float8 AS buffers, sum(s.total_exec_time) AS ms
     FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
     WHERE s.userid <> (SELECT oid FROM pg_roles WHERE rolname = current_user) GROUP BY 1`,
  )
  return new Map(rows.map(({ key, ...cost }) => [key, cost]))
}
