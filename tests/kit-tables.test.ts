import { ensureDatabase } from '@rts/local/postgres'
import { createTestDatabase } from '@rts/local/testing/database'
import { statementDifferences } from '@rts/local/testing/statements'
import { type DatabaseService, databaseServices, services } from '@rts/shared/contract/services'
import { type Migration, migrationsOf, readKit } from '@rts/shared/service/migration-files'
import { applyMigrations, hasMigrations } from '@rts/shared/service/migrations'
import pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'

const kit = readKit(['facts', 'known', 'collects', 'spend'])
let counter = 0
const pools: pg.Pool[] = []
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.end())))

async function emptyDatabase(): Promise<pg.Pool> {
  const url = await ensureDatabase(inject('postgresUrl'), `kit_${process.pid}_${++counter}`)
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pools.push(pool)
  return pool
}

/** Applies a service's own migrations as earlier releases did, when they had the text of the kit's. */
async function applyEarlier(pool: pg.Pool, migrations: readonly Migration[]): Promise<void> {
  await pool.query(`CREATE TABLE _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`)
  for (const { name, sql, steps, checksum, kit: held } of migrations) {
    for (const each of kit) if (held.includes(each.name)) await pool.query(each.sql)
    // Its figures moved to spend.book later.
    if (held.includes('0003_collects') && !/^20261122234100/.test(name))
      await pool.query(
        'CREATE TABLE collects.spend (day date, account_id text, usd numeric, PRIMARY KEY (day, account_id))',
      )
    for (const step of steps ?? [sql]) await pool.query(step)
    await pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES (gen_random_uuid(), $2, $1, now())`,
      [name, checksum],
    )
  }
}

const schemas = `NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`
const catalog = {
  columns: `SELECT table_schema, table_name, ordinal_position, column_name, data_type, is_nullable, column_default, identity_generation
    FROM information_schema.columns WHERE table_schema ${schemas} ORDER BY 1, 2, 3`,
  indexes: `SELECT indexdef FROM pg_indexes WHERE schemaname ${schemas} ORDER BY 1`,
  rules: `SELECT conrelid::regclass::text AS "on", conname, pg_get_constraintdef(oid) AS rule FROM pg_constraint
    WHERE connamespace::regnamespace::text ${schemas} ORDER BY 1, 2`,
  functions: `SELECT pg_get_functiondef(oid) AS body FROM pg_proc WHERE pronamespace::regnamespace::text ${schemas} ORDER BY 1`,
  options: `SELECT oid::regclass::text AS name, relkind, reloptions FROM pg_class
    WHERE relnamespace::regnamespace::text ${schemas} ORDER BY 1`,
}

/** All that makes the tables what they are, in an order of its own. */
async function schemaOf(pool: pg.Pool): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const [name, sql] of Object.entries(catalog)) found[name] = (await pool.query(sql)).rows
  return found
}

async function freshSchema(service: DatabaseService) {
  const database = await createTestDatabase(inject('postgresUrl'), service)
  const schema = await schemaOf(database.pool)
  await database.drop()
  return schema
}

const recorded = async (pool: pg.Pool) =>
  (await pool.query('SELECT name, checksum FROM kit.migration ORDER BY name')).rows

describe.each(databaseServices)('a database of %s that an earlier release migrated', (service) => {
  const { kit: ofService, own } = migrationsOf(service)
  const { own: after } = migrationsOf(service, 'after')
  // After each release that brought some of the kit's, and after the last one.
  const releases = own.flatMap(({ kit: held }, at) => (held.length > 0 ? at + 1 : [])).concat(own.length)

  it('gets the schema of a fresh one, whichever release it was, and nothing is run twice', async () => {
    const wanted = await freshSchema(service)
    for (const release of new Set(releases)) {
      const pool = await emptyDatabase()
      const applied = own.slice(0, release)
      await applyEarlier(pool, applied)
      const before = await pool.query('SELECT id FROM _prisma_migrations')
      const held = new Set(applied.flatMap((migration) => migration.kit))
      const lacking = ofService.filter(({ name }) => !held.has(name)).length + own.length - release
      expect(await applyMigrations(pool, { kit: ofService, own })).toBe(lacking)
      await applyMigrations(pool, { kit: [], own: after })
      expect(await schemaOf(pool)).toEqual(wanted)
      expect(await recorded(pool)).toEqual(ofService.map(({ name, checksum }) => ({ name, checksum })))
      const rows = await pool.query('SELECT id FROM _prisma_migrations')
      expect(rows.rows).toEqual(expect.arrayContaining(before.rows))
      expect(await applyMigrations(pool, { kit: ofService, own })).toBe(0)
    }
  })

  it('records what that release recorded, so that it still accepts the database, also one that this release made', async () => {
    const database = await createTestDatabase(inject('postgresUrl'), service)
    const { rows } = await database.pool.query(
      'SELECT migration_name AS name, checksum FROM _prisma_migrations ORDER BY 1',
    )
    await database.drop()
    const all = [...own, ...after].map(({ name, checksum }) => ({ name, checksum }))
    expect(rows).toEqual(all.sort((a, b) => (a.name < b.name ? -1 : 1)))
    for (const { sql, checksum, kit: held } of own)
      if (held.length > 0) expect(sql).toContain(`-- Checksum: ${checksum}`)
  })

  it('is taken over by migrations of the kit that the service uses', () => {
    const held = own.flatMap((migration) => migration.kit)
    expect(ofService.map(({ name }) => name)).toEqual(expect.arrayContaining(held))
    expect(services[service].kit).toContain('facts')
  })
})

it('Postgres takes every statement of the kit and answers the columns that it declares', async () => {
  const database = await createTestDatabase(inject('postgresUrl'), 'content')
  expect(await statementDifferences('kit', database.pool)).toEqual({})
  await database.drop()
})

describe('a service is ready', () => {
  it('once its database has every migration, of the kit and its own; those of a newer release do no harm', async () => {
    const migrations = migrationsOf('dashboard')
    const [lastOfKit, last] = [migrations.kit.at(-1), migrations.own.at(-1)]
    const pool = await emptyDatabase()
    await expect(hasMigrations(pool, migrations)).rejects.toThrow('does not exist')
    await applyMigrations(pool, { kit: migrations.kit.slice(0, -1), own: migrations.own.slice(0, 1) })
    expect(await hasMigrations(pool, migrations)).toBe(false)
    await applyMigrations(pool, migrations)
    expect(await hasMigrations(pool, migrations)).toBe(true)
    await pool.query(`INSERT INTO kit.migration (name, checksum) VALUES ('9999_facts_newer', 'x')`)
    expect(await hasMigrations(pool, migrations)).toBe(true)
    await pool.query('UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = $1', [last?.name])
    expect(await hasMigrations(pool, migrations)).toBe(false)
    await pool.query('UPDATE _prisma_migrations SET finished_at = now()')
    await pool.query('DELETE FROM kit.migration WHERE name = $1', [lastOfKit?.name])
    expect(await hasMigrations(pool, migrations)).toBe(false)
  })
})
