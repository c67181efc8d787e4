import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createTestDatabase } from '@rts/local/testing/database'
import { databaseServices } from '@rts/shared/contract/services'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

/** The tables that services have from the kit, by Postgres schema. Every service tells facts; the others are for those that use them. */
const kits = {
  facts: 'facts/facts.sql',
  known: 'facts/known.sql',
  collects: 'collects/collects.sql',
  spend: 'spend/spend.sql',
}
const services = path.resolve(import.meta.dirname, '../packages/shared/src')

let model: pg.Client
const modelName = `kit_model_${process.pid}`

beforeAll(async () => {
  const server = new pg.Client({ connectionString: inject('postgresUrl') })
  await server.connect()
  await server.query(`CREATE DATABASE ${modelName}`)
  await server.end()
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${modelName}`
  model = new pg.Client({ connectionString: url.href })
  await model.connect()
  for (const file of Object.values(kits)) await model.query(readFileSync(path.join(services, file), 'utf8'))
})
afterAll(() => model.end())

/** All that makes a table what it is, in an order of its own. */
async function tablesOf(db: pg.Client | pg.Pool, schema: string) {
  const columns = await db.query(
    `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
     WHERE table_schema = $1 ORDER BY 1, 2`,
    [schema],
  )
  const indexes = await db.query('SELECT indexdef FROM pg_indexes WHERE schemaname = $1 ORDER BY 1', [schema])
  const rules = await db.query(
    `SELECT conrelid::regclass::text AS "on", pg_get_constraintdef(oid) AS rule FROM pg_constraint
     WHERE connamespace = $1::regnamespace ORDER BY 1, 2`,
    [schema],
  )
  const functions = await db.query(
    'SELECT pg_get_functiondef(oid) AS body FROM pg_proc WHERE pronamespace = $1::regnamespace ORDER BY proname',
    [schema],
  )
  return { columns: columns.rows, indexes: indexes.rows, rules: rules.rows, functions: functions.rows }
}

it.each(databaseServices)(
  'the migrations of %s make the tables of the kit as it has them, whole or not at all',
  async (service) => {
    const database = await createTestDatabase(inject('postgresUrl'), service)
    const schemas = await schemasOf(database.pool)
    expect(schemas).toContain('facts')
    for (const schema of Object.keys(kits).filter((name) => schemas.includes(name))) {
      const wanted = await tablesOf(model, schema)
      expect(wanted.columns.length).toBeGreaterThan(0)
      expect(await tablesOf(database.pool, schema)).toEqual(wanted)
    }
    await database.drop()
  },
)

async function schemasOf(db: pg.Pool): Promise<string[]> {
  const found = await db.query('SELECT nspname AS name FROM pg_namespace')
  return found.rows.map(({ name }) => name)
}
