import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readKit, readOwn } from '@rts/shared/service/migration-files'
import { applyMigrations } from '@rts/shared/service/migrations'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, ensureDatabase, startPostgres } from '../postgres.ts'
import { runPrisma, schemaDrift } from './drift.ts'

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

describe('the Prisma CLI over our schema engine', () => {
  beforeEach(() => {
    const gateway = path.resolve(import.meta.dirname, '..', '..', '..', '..', 'services', 'gateway')
    symlinkSync(path.join(gateway, 'node_modules'), path.join(service, 'node_modules'))
    copyFileSync(path.join(gateway, 'prisma.config.ts'), path.join(service, 'prisma.config.ts'))
    writeFileSync(path.join(service, 'prisma', 'schema.prisma'), schema)
    writeFileSync(path.join(migrations, 'migration_lock.toml'), 'provider = "postgresql"\n')
  })

  it('writes the first migration, which may refer to tables of the kit, and agrees with what applyMigrations made of it', async () => {
    migration('0001_twice', `${functionSql}\nINSERT INTO facts.inbox VALUES ('one', 'site:s1', 1);`)
    migration('0002_init', await schemaDrift(service, url))
    expect(await migrate()).toBe(3)
    expect(await schemaDrift(service, url)).toBe('')
    const status = await runPrisma(service, url, ['migrate', 'status'])
    expect(status.output).toContain('Database schema is up to date')
    const replayed = await runPrisma(service, url, [
      'migrate',
      'diff',
      '--from-migrations',
      'prisma/migrations',
      '--to-schema',
      'prisma/schema.prisma',
      '--exit-code',
    ])
    expect(replayed).toMatchObject({ code: 0 })
    expect(await rows(`SELECT datname FROM pg_database WHERE datname LIKE '%shadow%'`)).toEqual([])
    expect(await rows('SELECT twice(4)')).toEqual([8])
  })

  it('shows the SQL that is missing when the schema has moved on', async () => {
    migration('0001_init', await schemaDrift(service, url))
    await migrate()
    writeFileSync(
      path.join(service, 'prisma', 'schema.prisma'),
      schema.replace('rank   Int?', 'rank   Int?\n  depth Int?'),
    )
    expect(await schemaDrift(service, url)).toContain('ADD COLUMN     "depth" INTEGER')
  })

  it('says that a database cannot be reached', async () => {
    const status = await runPrisma(service, 'postgresql://unused@127.0.0.1:1/none', ['migrate', 'status'])
    expect(status.code).toBe(1)
    expect(status.output).toContain('P1001')
  })
})
