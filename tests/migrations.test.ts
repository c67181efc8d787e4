import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrationFiles, releasedLines, releasedList } from '../scripts/migrations/files.ts'
import { findInMigrations } from '../scripts/migrations.ts'

const own = 'services/any/prisma/migrations'
const kit = 'packages/shared/migrations'
const timeout = "SET LOCAL lock_timeout = '3s';\n"
const alone = "-- Outside a transaction: an index of a table in use.\nSET lock_timeout = '3s';\n"

let tree: string
beforeEach(() => {
  tree = mkdtempSync(path.join(tmpdir(), 'migrations-'))
  write(`${own}/1_init/migration.sql`, 'CREATE TABLE site (id text PRIMARY KEY, name text NOT NULL);')
  write(`${kit}/0001_facts.sql`, 'CREATE TABLE facts.event (id text PRIMARY KEY);')
  write(releasedList, releasedLines(migrationFiles(tree)))
})
afterEach(() => rmSync(tree, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
  writeFileSync(path.join(tree, file), text)
}

/** The findings in a new migration. */
async function refusals(sql: string, stage: 'before' | 'after'): Promise<string[]> {
  write(`${own}/${stage === 'after' ? 'after/' : ''}2_new/migration.sql`, sql)
  return await findInMigrations(tree)
}

it('leaves migrations of a release alone, whatever they do', async () =>
  expect(await findInMigrations(tree)).toEqual([]))

const reliedOn = 'the last release relies on it'
describe.each([
  ['the drop of a default', 'ALTER TABLE site ALTER COLUMN name DROP DEFAULT;', `drops a default: ${reliedOn}`],
  ['a constraint', 'ALTER TABLE site ADD CHECK (length(name) > 1) NOT VALID;', `adds a constraint: ${reliedOn}`],
  ['the drop of a table', 'DROP TABLE site;', `drops a table: ${reliedOn}`],
  ['the drop of a function', 'DROP FUNCTION twice(integer);', `drops a function: ${reliedOn}`],
  ['an emptied table', 'TRUNCATE site;', `empties a table: ${reliedOn}`],
  ['NOT NULL', 'ALTER TABLE site ALTER COLUMN name SET NOT NULL;', 'adding-not-nullable-field'],
  ['the drop of a column', 'ALTER TABLE site DROP COLUMN name;', 'ban-drop-column'],
])('%s', (_, sql, problem) => {
  it('is refused beside the last release', async () =>
    expect(await refusals(timeout + sql, 'before')).toContainEqual(expect.stringContaining(problem)))

  it('belongs into after/', async () => expect(await refusals(timeout + sql, 'after')).toEqual([]))
})

describe.each(['before', 'after'] as const)('%s the services', (stage) => {
  it.each([
    ['a column that is renamed', 'ALTER TABLE site RENAME COLUMN name TO title;', 'renames'],
    ['a table that is renamed', 'ALTER TABLE site RENAME TO project;', 'renames'],
    ['an index that is built in a lock', 'CREATE INDEX site_name ON site (name);', 'require-concurrent-index-creation'],
    ['a block that hides its statements', 'DO $$ BEGIN DROP TABLE site; END $$;', 'DO block'],
  ])('%s is refused', async (_name, sql, problem) =>
    expect(await refusals(timeout + sql, stage)).toContainEqual(expect.stringContaining(problem)),
  )

  it.each([
    '',
    'SET LOCAL lock_timeout = 0;\n',
    "SET LOCAL lock_timeout = '1min';\n",
    "SELECT 1;\nSET lock_timeout = '3s';\n",
  ])('a migration that begins with %j is refused: it waits for a lock, and all behind it', async (first) =>
    expect(await refusals(`${first}ALTER TABLE site ADD COLUMN title text;`, stage)).toContainEqual(
      expect.stringContaining('lock_timeout'),
    ),
  )
})

it('no comment silences squawk', async () => {
  const sql = `${timeout}-- squawk-ignore ban-drop-column\nALTER TABLE site DROP COLUMN name;`
  expect(await refusals(sql, 'before')).toEqual([expect.stringContaining('silences squawk')])
})

it('a column that the last release does not give needs a default', async () => {
  expect(await refusals(`${timeout}ALTER TABLE site ADD COLUMN n bigint NOT NULL;`, 'before')).toContainEqual(
    expect.stringContaining('adding-required-field'),
  )
  expect(await refusals(`${timeout}ALTER TABLE site ADD COLUMN n bigint NOT NULL DEFAULT 0;`, 'before')).toEqual([])
})

it('a table that the migration makes itself may be changed and indexed', async () => {
  const sql =
    'CREATE TABLE page (id text PRIMARY KEY);\nCREATE INDEX page_id ON page (id);\nALTER TABLE page ADD n bigint;'
  expect(await refusals(timeout + sql, 'before')).toEqual([])
})

describe('an index of a table in use', () => {
  const build = 'CREATE INDEX CONCURRENTLY site_name ON site (name);'
  const drop = 'DROP INDEX CONCURRENTLY IF EXISTS site_name;\n'

  it('is built outside a transaction, after the remains of a try', async () =>
    expect(await refusals(alone + drop + build, 'before')).toEqual([]))

  it.each([
    ['within one', timeout + drop + build, 'does not begin with'],
    ['without dropping the remains', alone + build, 'before each index'],
    ['beside other statements', `${alone + drop + build}\nINSERT INTO site VALUES ('a');`, 'before each index'],
    ['with two statements in a line', `${alone + drop.trim()} ${build}`, 'does not end its line'],
  ])('is refused %s', async (_, sql, problem) =>
    expect(await refusals(sql, 'before')).toContainEqual(expect.stringContaining(problem)),
  )
})

it('squawk looks at new migrations of services and of the kit', async () => {
  const tables = [`ALTER TABLE site ADD UNIQUE (name);`, `DROP INDEX site_name;`]
  write(`${own}/2_change/migration.sql`, timeout + tables.join('\n'))
  write(`${kit}/after/0002_facts_change.sql`, `${timeout}ALTER TABLE facts.event ADD FOREIGN KEY (id) REFERENCES site;`)
  const found = (await findInMigrations(tree)).join('\n')
  for (const rule of ['disallowed-unique-constraint', 'require-concurrent-index-deletion'])
    expect(found).toContain(rule)
  expect(found).toMatch(/0002_facts_change.sql:2: .*adding-foreign-key-constraint/)
})

it('nothing is found in migrations that are safe beside the last release, nor in those of after', async () => {
  write(
    `${own}/2_index/migration.sql`,
    `${alone}DROP INDEX CONCURRENTLY IF EXISTS n;\nCREATE INDEX CONCURRENTLY n ON site (name);`,
  )
  write(`${own}/3_column/migration.sql`, `${timeout}ALTER TABLE site ADD COLUMN n integer NOT NULL DEFAULT 0;`)
  write(`${own}/after/4_drop/migration.sql`, `${timeout}ALTER TABLE site DROP COLUMN name;`)
  write(`${kit}/after/0002_facts_drop.sql`, `${timeout}ALTER TABLE facts.event ALTER COLUMN id DROP DEFAULT;`)
  expect(await findInMigrations(tree)).toEqual([])
})

describe('a released migration', () => {
  it('never changes', async () => {
    appendFileSync(path.join(tree, kit, '0001_facts.sql'), '\n')
    expect(await findInMigrations(tree)).toEqual([
      expect.stringContaining('0001_facts.sql: a released migration was changed'),
    ])
  })

  it('is never deleted', async () => {
    rmSync(path.join(tree, own, '1_init'), { recursive: true })
    expect(await findInMigrations(tree)).toEqual([expect.stringContaining('a released migration is missing')])
  })

  it('comes before all new ones, so that each database has one order', async () => {
    write(`${own}/0_early/migration.sql`, timeout)
    expect(await findInMigrations(tree)).toEqual([expect.stringContaining('comes before a released migration')])
  })

  it('shares its name with no other, also not in after/', async () => {
    write(`${own}/after/1_init/migration.sql`, timeout)
    expect(await findInMigrations(tree)).toContainEqual(expect.stringContaining('another migration has its name'))
  })
})
