import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startNats } from '@rts/local/nats'
import { ensureDatabase, startPostgres } from '@rts/local/postgres'
import { createTestDatabase } from '@rts/local/testing/database'
import { migrateDatabase } from '@rts/shared/service/migrations'
import { inject } from 'vitest'

export type Backend = { databaseUrl: string; natsUrl: string; stop(): Promise<void> }

/** A new database on the run's Postgres, and a NATS server, for one test file. */
export async function startBackend(): Promise<Backend> {
  const folder = mkdtempSync(path.join(tmpdir(), 'projects-test-'))
  const nats = await startNats({ dataDir: folder, production: false })
  const database = await newDatabase()
  const stop = async () => {
    await nats.stop()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { databaseUrl: database.url, natsUrl: nats.url, stop }
}

/** A migrated database without rows. */
export function newDatabase() {
  return createTestDatabase(inject('postgresUrl'), 'projects')
}

/** The same on a separate Postgres. A test restarts it as an operator does; `restart` answers its new port. */
export async function startOwnPostgres() {
  const folder = mkdtempSync(path.join(tmpdir(), 'projects-test-'))
  const start = () => startPostgres({ dataDir: path.join(folder, 'postgres'), fsync: false })
  let postgres = await start()
  const url = await ensureDatabase(postgres.url('postgres'), 'projects')
  await migrateDatabase(url, 'projects')
  const restart = async () => {
    await postgres.stop()
    postgres = await start()
    return postgres.port
  }
  const drop = async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url, restart, drop }
}
