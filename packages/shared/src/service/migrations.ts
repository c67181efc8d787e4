import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg, { type Pool, type PoolClient } from 'pg'

type Migration = { name: string; sql: string; checksum: string }
type Recorded = { migration_name: string; checksum: string; finished_at: Date | null }

// Prisma's own engine locks the same key, so that the two never run at once.
const lockKey = 72_707_369

const migrationsTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`

/** Applies the migrations in `dir` to the database at `url`, over its own connection; answers how many were applied. */
export async function migrateDatabase(url: string, dir: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  try {
    return await applyMigrations(pool, dir)
  } finally {
    await pool.end()
  }
}

/**
 * Applies the migrations in `dir` (Prisma's folders) that the database lacks, in order, and answers how many.
 * Each one commits together with its row or not at all. Simultaneous starts wait for each other.
 * Throws, naming the migration, when an applied one was edited, when one is recorded as failed, or when its SQL fails.
 */
export async function applyMigrations(pool: Pool, dir: string): Promise<number> {
  const migrations = readMigrations(dir)
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    await client.query(migrationsTable)
    const recorded = await recordedMigrations(client)
    refuseDivergence(migrations, recorded)
    const pending = migrations.filter(({ name }) => !recorded.has(name))
    for (const migration of pending) await apply(client, migration)
    return pending.length
  } finally {
    // Closing the connection frees the lock in any state.
    client.release(true)
  }
}

function readMigrations(dir: string): Migration[] {
  return readdirSync(dir)
    .map((name) => ({ name, file: path.join(dir, name, 'migration.sql') }))
    .filter(({ file }) => existsSync(file))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, file }) => {
      const content = readFileSync(file)
      return { name, sql: content.toString('utf8'), checksum: createHash('sha256').update(content).digest('hex') }
    })
}

async function recordedMigrations(client: PoolClient): Promise<Map<string, Recorded>> {
  const { rows } = await client.query<Recorded>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  )
  return new Map(rows.map((row) => [row.migration_name, row]))
}

function refuseDivergence(migrations: Migration[], recorded: Map<string, Recorded>): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const [name, { checksum, finished_at }] of recorded) {
    if (finished_at === null) throw new Error(`Migration ${name} is recorded as failed: repair the database first`)
    // An unknown one is from a newer release: an older replica must still be able to start.
    const edited = known.has(name) && known.get(name)?.checksum !== checksum
    if (edited) throw new Error(`Migration ${name} was edited after it was applied`)
  }
}

async function apply(client: PoolClient, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Migration ${name} failed and was rolled back: ${reason}`, { cause: error })
  }
}
