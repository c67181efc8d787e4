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
  const pool = new pg.Pool({ connectionString: url.href, max: 10 })
  // The database is dropped at the end while connections are idle, or are still being closed and no longer the pool's.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    url: url.href,
    pool,
    drop: async () => {
      await pool.end()
      await onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

async function onServer(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  // Postgres refuses to copy one template twice at once.
  await client.query('SELECT pg_advisory_lock(72)')
  await client.query(sql).finally(() => client.end())
}
