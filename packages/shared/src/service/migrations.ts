import { setTimeout as delay } from 'node:timers/promises'
import pg, { type Pool, type PoolClient } from 'pg'
import type { DatabaseService } from '../contract/services.ts'
import { boolean, text } from '../sql/column.ts'
import { query, type Statement, statement } from '../sql/statement.ts'
import { type Migration, type Migrations, migrationsOf, type Stage } from './migration-files.ts'
import type { Database } from './transaction.ts'

// Prisma's engine locks the same key: they never run at once.
const lockKey = 72_707_369

// Waits briefly for a lock, because others queue behind it, then tries again.
const lockNotAvailable = '55P03'
const lockTries = 60
const lockPauseMs = 1_000

const recorded = { name: text, checksum: text, isFinished: boolean }
type Recorded = { name: string; checksum: string; isFinished: boolean }
type Ledger = { list: Statement<Recorded>; record: Statement }

const own: Ledger = {
  list: query(
    recorded,
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
     FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  ),
  record: statement(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES (gen_random_uuid(), $2, $1, clock_timestamp(), 1)`,
  ),
}
// A separate schema: Prisma compares all tables of its own with the models.
const kit: Ledger = {
  list: query(recorded, 'SELECT name, checksum, true AS "isFinished" FROM kit.migration'),
  record: statement('INSERT INTO kit.migration (name, checksum) VALUES ($1, $2)'),
}
const hasLedger = query({ is: boolean }, `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS is`)
const finishedNames = query(
  { name: text },
  `SELECT name FROM kit.migration
   UNION ALL SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
)

const ledgerTables = `
  CREATE SCHEMA IF NOT EXISTS kit;
  CREATE TABLE IF NOT EXISTS kit.migration (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
  );
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

/** Both stages, where no other release runs. */
export async function migrateDatabase(url: string, service: DatabaseService): Promise<number> {
  return (await migrateStage(url, service, 'before')) + (await migrateStage(url, service, 'after'))
}

/** Returns how many. Refuses `after` until the database has all of `before`. */
export async function migrateStage(url: string, service: DatabaseService, stage: Stage): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  try {
    if (await isOlder(pool, service))
      throw new Error(
        `The database of ${service} is of a version before 1.0.0, which cannot be upgraded: it was left as it is; start with an empty one`,
      )
    if (stage === 'after' && !(await hasMigrations(pool, migrationsOf(service))))
      throw new Error('Migrations of before are missing: apply them and replace the services first')
    return await applyMigrations(pool, migrationsOf(service, stage))
  } finally {
    await pool.end()
  }
}

/**
 * Applies the migrations that the database lacks, the kit's first; answers how many. Each commits with its row, unless it has `steps`,
 * which can be repeated. Simultaneous starts wait for each other. Throws when an applied one was edited, one is recorded as failed, or
 * its SQL fails.
 */
export async function applyMigrations(pool: Pool, migrations: Migrations): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [lockKey])
    await client.query(ledgerTables)
    const ownPending = await pendingOf(client, own, migrations.own)
    const kitPending = await pendingOf(client, kit, migrations.kit)
    for (const migration of kitPending) await apply(client, kit, migration)
    for (const migration of ownPending) await apply(client, own, migration)
    return kitPending.length + ownPending.length
  } finally {
    // Closing frees the lock in any state.
    client.release(true)
  }
}

/** It has migrations, but not the first release's. */
async function isOlder(db: Database, service: DatabaseService): Promise<boolean> {
  if (!(await hasLedger.require(db)).is) return false
  const names = (await own.list.rows(db)).map(({ name }) => name)
  const [first] = migrationsOf(service).own
  return names.length > 0 && first !== undefined && !names.includes(first.name)
}

/** More are of a newer release. */
export async function hasMigrations(db: Database, migrations: Migrations): Promise<boolean> {
  const names = new Set((await finishedNames.rows(db)).map(({ name }) => name))
  return [...migrations.kit, ...migrations.own].every(({ name }) => names.has(name))
}

async function pendingOf(client: PoolClient, ledger: Ledger, migrations: Migration[]): Promise<Migration[]> {
  const rows = new Map((await ledger.list.rows(client)).map((row) => [row.name, row]))
  for (const { name, isFinished } of rows.values())
    if (!isFinished) throw new Error(`Migration ${name} is recorded as failed: repair the database first`)
  for (const { name, checksum } of migrations)
    if ((rows.get(name)?.checksum ?? checksum) !== checksum)
      throw new Error(`Migration ${name} was edited after it was applied`)
  return migrations.filter(({ name }) => !rows.has(name))
}

async function apply(client: PoolClient, ledger: Ledger, migration: Migration): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await (migration.steps ? applySteps : applyWhole)(client, ledger, migration)
    } catch (error) {
      if (tries < lockTries && error instanceof pg.DatabaseError && error.code === lockNotAvailable) {
        await delay(lockPauseMs)
        continue
      }
      const reason = error instanceof Error ? error.message : String(error)
      const outcome = migration.steps ? 'failed' : 'failed and was rolled back'
      throw new Error(`Migration ${migration.name} ${outcome}: ${reason}`, { cause: error })
    }
  }
}

async function applyWhole(client: PoolClient, { record }: Ledger, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await record.run(client, [name, checksum])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

async function applySteps(client: PoolClient, { record }: Ledger, { name, steps, checksum }: Migration): Promise<void> {
  for (const step of steps ?? []) await client.query(step)
  await record.run(client, [name, checksum])
}
