import path from 'node:path'
import { applyMigrations } from '@rts/shared/service/migrations'
import pg from 'pg'

/** Where this service's migrations are. */
const migrationsFolder = path.resolve(import.meta.dirname, '..', '..', 'prisma', 'migrations')

/** Brings a database up to date; answers how many migrations that took. */
export async function migrateDatabase(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  try {
    return await applyMigrations(pool, migrationsFolder)
  } finally {
    await pool.end()
  }
}
