import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startNats } from '@rts/local/nats'
import { ensureDatabase, startPostgres } from '@rts/local/postgres'
import { migrateDatabase } from '@rts/shared/service/migrations'

export type Backend = {
  databaseUrl: string
  natsUrl: string
  /** Ends Postgres as an operator does and starts it again, on another port: answered. */
  restartPostgres(): Promise<number>
  stop(): Promise<void>
}

/** Postgres with this service's migrations, and NATS, for one test file. */
export async function startBackend(): Promise<Backend> {
  const folder = mkdtempSync(path.join(tmpdir(), 'projects-test-'))
  const start = () => startPostgres({ dataDir: path.join(folder, 'postgres'), fsync: false })
  let postgres = await start()
  const nats = await startNats({ dataDir: folder, production: false })
  const databaseUrl = await ensureDatabase(postgres.url('postgres'), 'projects')
  await migrateDatabase(databaseUrl, path.resolve(import.meta.dirname, '../../prisma/migrations'))
  const restartPostgres = async () => {
    await postgres.stop()
    postgres = await start()
    return postgres.port
  }
  const stop = async () => {
    await nats.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { databaseUrl, natsUrl: nats.url, restartPostgres, stop }
}
