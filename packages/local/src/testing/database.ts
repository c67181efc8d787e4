import { randomBytes } from 'node:crypto'
import type { DatabaseService } from '@rts/shared/contract/services'
import pg from 'pg'

export type TestDatabase = { url: string; pool: pg.Pool; drop(): Promise<void> }

/** A database for one test file, copied from the migrated template of a service. */
export async function createTestDatabase(serverUrl: string, service: DatabaseService): Promise<TestDatabase> {
  const name = `${service}_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE template_${service}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const pool = connectTo(url.href, 10)
  return {
    url: url.href,
    pool,
    drop: async () => {
      await pool.end()
      await onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** A pool for a test: its database is dropped while connections are idle, or are being closed and the pool's no more. */
export function connectTo(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max })
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool.on('error', () => {})
}

async function onServer(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  // Postgres refuses to copy one template twice at once.
  await client.query('SELECT pg_advisory_lock(72)')
  await client.query(sql).finally(() => client.end())
}
