import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readKit, readOwn } from '@rts/shared/service/migration-files'
import { applyMigrations, hasMigrations, migrateStage } from '@rts/shared/service/migrations'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, ensureDatabase, startPostgres } from '../postgres.ts'
import { until } from '../testing/until.ts'
import { schemaDrift } from './drift.ts'

const schema = `
generator client {
  provider = "prisma-client"
  output   = "../src/generated"
}
datasource db {
  provider = "postgresql"
}
model Site {
  id     String   @id @default(uuid()) @db.Uuid
  name   String
  tags   String[]
  marked DateTime @default(now()) @db.Timestamptz(3)
  pages  Page[]
}
model Page {
  id     BigInt @id @default(autoincrement())
  site   Site   @relation(fields: [siteId], references: [id], onDelete: Cascade)
  siteId String @db.Uuid
  rank   Int?
  @@index([siteId, rank(sort: Desc)])
}
`
// Semicolons inside a function body must survive every way of applying a migration.
const functionSql = `CREATE FUNCTION twice(n integer) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
  n := n * 2; RETURN n;
END $$;`

const work = mkdtempSync(path.join(tmpdir(), 'migrations-test-'))
let server: EmbeddedPostgres
beforeAll(async () => {
  server = await startPostgres({ dataDir: path.join(work, 'postgres'), fsync: false })
})
afterAll(async () => {
  await server?.stop()
  rmSync(work, { recursive: true, force: true })
})

let counter = 0
let url: string
let pool: pg.Pool
let service: string
let migrations: string
beforeEach(async () => {
  counter++
  url = await ensureDatabase(server.url('postgres'), `case_${counter}`)
  pool = new pg.Pool({ connectionString: url })
  service = path.join(work, `service-${counter}`)
  migrations = path.join(service, 'prisma', 'migrations')
  mkdirSync(migrations, { recursive: true })
})
afterEach(() => pool.end())

function migration(name: string, sql: string): void {
  mkdirSync(path.join(migrations, name), { recursive: true })
  writeFileSync(path.join(migrations, name, 'migration.sql'), sql)
}

/** As a service that has facts. */
function migrate(db = pool): Promise<number> {
  return applyMigrations(db, { kit: readKit(['facts']), own: readOwn(migrations) })
}

async function rows(sql: string): Promise<unknown[]> {
  return (await pool.query({ text: sql, rowMode: 'array' })).rows.flat()
}

describe('applyMigrations', () => {
  beforeEach(() => {
    migration('0001_items', 'CREATE TABLE item (id integer PRIMARY KEY);\nINSERT INTO item VALUES (1);')
    migration('0002_twice', `${functionSql}\nINSERT INTO item VALUES (twice(1));`)
  })

  it('brings a fresh database up to date, in order, and does nothing the second time', async () => {
    expect(await migrate()).toBe(3)
    expect(await migrate()).toBe(0)
    expect(await rows('SELECT id FROM item ORDER BY id')).toEqual([1, 2])
    migration('0003_more', 'INSERT INTO item VALUES (3);')
    expect(await migrate()).toBe(1)
  })

  it('applies each migration once when several replicas start together', async () => {
    const replicas = Array.from({ length: 4 }, () => new pg.Pool({ connectionString: url }))
    const applied = await Promise.all(replicas.map((replica) => migrate(replica)))
    await Promise.all(replicas.map((replica) => replica.end()))
    expect(applied.sort()).toEqual([0, 0, 0, 3])
    expect(await rows('SELECT count(*)::int FROM _prisma_migrations')).toEqual([2])
  })

  it('refuses a migration that was edited after it was applied, by name', async () => {
    await migrate()
    migration('0001_items', 'CREATE TABLE item (id bigint PRIMARY KEY);')
    migration('0003_more', 'INSERT INTO item VALUES (3);')
    await expect(migrate()).rejects.toThrow(/0001_items was edited/)
    expect(await rows('SELECT id FROM item ORDER BY id')).toEqual([1, 2])
  })

  it('leaves nothing of a migration that fails, names it, and applies it once it is repaired', async () => {
    migration('0003_broken', 'INSERT INTO item VALUES (3); INSERT INTO nowhere VALUES (1);')
    await expect(migrate()).rejects.toThrow(/0003_broken.*nowhere/)
    expect(await rows('SELECT id FROM item ORDER BY id')).toEqual([1, 2])
    migration('0003_broken', 'INSERT INTO item VALUES (4);')
    expect(await migrate()).toBe(1)
  })

  it('refuses to go on after a migration that is recorded as failed, by name', async () => {
    await migrate()
    await pool.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '0002_twice'`)
    await expect(migrate()).rejects.toThrow(/0002_twice is recorded as failed/)
  })
})

it('a database of before the first release is refused with one sentence, and nothing in it changes', async () => {
  await pool.query(`CREATE TABLE account (id text);
    CREATE TABLE _prisma_migrations (migration_name text, checksum text, finished_at timestamptz, rolled_back_at timestamptz);
    INSERT INTO _prisma_migrations VALUES ('20261121000000_init', 'x', now(), NULL)`)
  // Each row of the catalogs with the transaction that wrote it last.
  const all = () =>
    rows(`SELECT (xmin, oid, relname)::text FROM pg_class UNION ALL SELECT (xmin, oid, nspname)::text FROM pg_namespace
      UNION ALL SELECT (xmin, migration_name)::text FROM _prisma_migrations ORDER BY 1`)
  const before = await all()
  for (const stage of ['before', 'after'] as const)
    await expect(migrateStage(url, 'gateway', stage)).rejects.toThrow(
      'The database of gateway is of a version before 1.0.0, which cannot be upgraded: it was left as it is',
    )
  expect(await all()).toEqual(before)
})

describe('hasMigrations', () => {
  it('says whether the database has all of a release, of the kit and its own; those of a newer one do no harm', async () => {
    migration('0001_items', 'CREATE TABLE item (id integer PRIMARY KEY);')
    const all = { kit: readKit(['facts']), own: readOwn(migrations) }
    await expect(hasMigrations(pool, all)).rejects.toThrow('does not exist')
    await migrate()
    await pool.query(`INSERT INTO kit.migration (name, checksum) VALUES ('9999_facts_newer', 'x')`)
    expect(await hasMigrations(pool, all)).toBe(true)
    await pool.query('UPDATE _prisma_migrations SET finished_at = NULL')
    expect(await hasMigrations(pool, all)).toBe(false)
    await pool.query('UPDATE _prisma_migrations SET finished_at = now()')
    await pool.query(`DELETE FROM kit.migration WHERE name = '0001_facts'`)
    expect(await hasMigrations(pool, all)).toBe(false)
  })
})

describe('migrations of after', () => {
  const remove = (db = pool) => applyMigrations(db, { kit: [], own: readOwn(migrations, 'after') })
  beforeEach(() => {
    migration('0001_items', 'CREATE TABLE item (id integer PRIMARY KEY, old integer);')
    migration('after/0002_drop', 'ALTER TABLE item DROP COLUMN old;')
  })

  it('run in a step of their own: the services of the last release keep what they drop until then', async () => {
    expect(await migrate()).toBe(2)
    expect(await hasMigrations(pool, { kit: readKit(['facts']), own: readOwn(migrations) })).toBe(true)
    await pool.query('INSERT INTO item (id, old) VALUES (1, 1)')
    expect(await remove()).toBe(1)
    expect(await rows('SELECT * FROM item')).toEqual([1])
    expect([await migrate(), await remove()]).toEqual([0, 0])
  })

  it('are refused while the database lacks a migration that the services need', async () => {
    await pool.query('CREATE SCHEMA kit')
    await pool.query('CREATE TABLE kit.migration (name text)')
    await pool.query(
      'CREATE TABLE _prisma_migrations (migration_name text, checksum text, finished_at timestamptz, rolled_back_at text)',
    )
    await expect(migrateStage(url, 'dashboard', 'after')).rejects.toThrow('replace the services first')
  })
})

describe('a migration that waits for a lock', () => {
  it('gives up so that others pass, and is applied once the lock is free', async () => {
    await migrate()
    migration('0003_wide', "SET LOCAL lock_timeout = '50ms';\nCREATE TABLE item (id bigint);\nLOCK TABLE facts.inbox;")
    const holder = await pool.connect()
    await holder.query('BEGIN; LOCK TABLE facts.inbox IN ACCESS SHARE MODE')
    const applied = migrate()
    const waiting = () =>
      rows("SELECT count(*)::int FROM pg_locks WHERE relation = 'facts.inbox'::regclass AND NOT granted")
    await until('the migration to wait', async () => (await waiting())[0] === 1)
    await until('it to give up', async () => (await waiting())[0] === 0)
    await holder.query('ROLLBACK')
    holder.release()
    expect(await applied).toBe(1)
  })
})

it('a migration outside a transaction builds an index beside writers, and is repeated after a crash in it', async () => {
  migration('0001_items', 'CREATE TABLE item (id integer);\nINSERT INTO item VALUES (1), (1);')
  const build = (unique: string) =>
    `-- Outside a transaction: an index.\nDROP INDEX CONCURRENTLY IF EXISTS item_id;\nCREATE ${unique} INDEX CONCURRENTLY item_id ON item (id);`
  migration('0002_index', build('UNIQUE'))
  await expect(migrate()).rejects.toThrow(/0002_index failed: could not create unique index/)
  const isValid = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'item_id'::regclass"
  expect(await rows(isValid)).toEqual([false])
  migration('0002_index', build(''))
  expect(await migrate()).toBe(1)
  expect(await rows(isValid)).toEqual([true])
})

describe('schemaDrift', () => {
  const writeSchema = (text: string) => writeFileSync(path.join(service, 'prisma', 'schema.prisma'), text)
  beforeEach(() => writeSchema(schema))

  it('writes the first migration, which may refer to tables of the kit, and agrees with what applyMigrations made of it', async () => {
    migration('0001_twice', `${functionSql}\nINSERT INTO facts.inbox VALUES ('one', 'site:s1', 1);`)
    migration('0002_init', await schemaDrift(service, url))
    expect(await migrate()).toBe(3)
    expect(await schemaDrift(service, url)).toBe('')
    expect(await rows('SELECT twice(4)')).toEqual([8])
  })

  it('shows the SQL that is missing when the schema has moved on', async () => {
    migration('0001_init', await schemaDrift(service, url))
    await migrate()
    writeSchema(schema.replace('rank   Int?', 'rank   Int?\n  depth Int?'))
    expect(await schemaDrift(service, url)).toContain('ADD COLUMN     "depth" INTEGER')
  })

  it('says that a database cannot be reached', async () => {
    await expect(schemaDrift(service, 'postgresql://unused@127.0.0.1:1/none')).rejects.toThrow(/127\.0\.0\.1:1/)
  })
})
