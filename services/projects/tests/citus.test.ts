import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { declaredStatements } from '@rts/local/testing/statements'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { functionStatements, readVolatility } from './support/citus/functions.ts'
import { readHistory, schemaRefusals } from './support/citus/schema.ts'
import { type Database, statementRefusals } from './support/citus/statements.ts'
import { historyTables, lookUps } from './support/citus/tables.ts'

let test: TestDatabase
let database: Database
beforeAll(async () => {
  test = await createTestDatabase(inject('postgresUrl'), 'projects')
  database = { history: await readHistory(test.pool, historyTables), volatility: await readVolatility(test.pool) }
})
afterAll(() => test.drop())

const refusalsOf = (text: string) => statementRefusals(text, database)

describe('our history fits Citus', () => {
  it('every partitioned table of ranks is a table of history', async () => {
    const { rows } = await test.pool.query<{ name: string }>(
      `SELECT 'ranks.' || c.relname AS name FROM pg_class c
       WHERE c.relnamespace = 'ranks'::regnamespace AND c.relkind = 'p' AND NOT c.relispartition`,
    )
    expect(rows.map(({ name }) => name).filter((name) => !historyTables.has(name))).toEqual([])
    expect(rows.length).toBeGreaterThan(1)
  })

  it('no table of history has a key, a trigger or a number that Citus refuses', async () => {
    expect(await schemaRefusals(test.pool, database.history)).toEqual([])
  })

  it('Citus takes every statement of the service but the look-ups that are known', async () => {
    const used = new Set<RegExp>()
    const refused: Record<string, string[]> = {}
    for (const { name, text } of await declaredStatements('projects')) {
      const refusals = await refusalsOf(text)
      const known = lookUps.find((lookUp) => lookUp.test(name ?? text))
      if (known && refusals.length > 0 && refusals.every((one) => one.startsWith('it looks up'))) used.add(known)
      else if (refusals.length > 0) refused[name ?? text] = refusals
    }
    expect(refused).toEqual({})
    expect(lookUps.filter((lookUp) => !used.has(lookUp))).toEqual([])
  })

  it('Citus takes every statement of the functions in the database', async () => {
    const statements = await functionStatements(test.pool)
    expect(statements.map(({ name }) => name)).toContainEqual(expect.stringContaining('find_notable_changes'))
    const refused = await Promise.all(statements.map(async ({ name, text }) => [name, await refusalsOf(text)] as const))
    expect(refused.filter(([, refusals]) => refusals.length > 0)).toEqual([])
  })
})

describe('what Citus refuses is found in a table', () => {
  const planted: [what: string, sql: string][] = [
    ['a unique key without the distribution column', 'CREATE UNIQUE INDEX ON ranks.planted (at)'],
    ['a foreign key', 'ALTER TABLE ranks.planted ADD FOREIGN KEY (keyword) REFERENCES keyword (seq)'],
    [
      'a trigger',
      'CREATE TRIGGER planted BEFORE UPDATE ON ranks.planted FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
    ],
    ['a number that the table makes', 'ALTER TABLE ranks.planted ADD n bigint GENERATED ALWAYS AS IDENTITY'],
    ['a distribution column', 'ALTER TABLE ranks.planted ALTER keyword DROP NOT NULL'],
  ]
  it.each(planted)('%s', async (what, sql) => {
    const history = new Map([['ranks.planted', 'keyword']])
    const client = await test.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('CREATE UNIQUE INDEX keyword_seq_planted ON keyword (seq)')
      await client.query('CREATE TABLE ranks.planted (keyword bigint NOT NULL, at timestamptz NOT NULL)')
      expect(await schemaRefusals(client, history)).toEqual([])
      await client.query(sql)
      expect(await schemaRefusals(client, history)).toEqual([expect.stringContaining(`has ${what}`)])
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })
})

describe('what Citus refuses is found in a statement', () => {
  const change = 'ranks.notable_change t'
  it.each([
    ['it locks rows of several shards', `SELECT FROM ${change} WHERE t.domain_id = $1 FOR UPDATE`],
    ['it changes ranks.notable_change with random', 'UPDATE ranks.notable_change SET own = random()'],
    [
      'it changes ranks.notable_change with clock_timestamp',
      'DELETE FROM ranks.notable_change WHERE checked_at < clock_timestamp()',
    ],
    ['date_trunc is stable', `UPDATE ranks.notable_change SET before_at = date_trunc('day', checked_at)`],
    ['it changes own_id', 'UPDATE ranks.notable_change SET own_id = $1'],
    [
      'ON CONFLICT calls now',
      'INSERT INTO ranks.notable_change (own_id) SELECT $1 ON CONFLICT (own_id) DO UPDATE SET before_at = now()',
    ],
    ['it inserts into ranks.notable_change without own_id', 'INSERT INTO ranks.notable_change (domain_id) SELECT $1'],
    [
      'it inserts the value of a subquery',
      'INSERT INTO ranks.notable_change (own_id) VALUES ((SELECT id FROM tracked_domain))',
    ],
    ['it joins tables of history', `SELECT FROM ${change} JOIN ranks.notable_change o ON o.keyword_id = t.keyword_id`],
    ['it has grouping sets', `SELECT t.epoch FROM ${change} GROUP BY GROUPING SETS (t.epoch, t.own_id)`],
    ['it samples several shards', `SELECT FROM ${change} TABLESAMPLE system (1)`],
    [
      'it looks up history',
      `SELECT FROM keyword k CROSS JOIN LATERAL (SELECT FROM ${change} WHERE t.own_id = k.id LIMIT 1) p`,
    ],
    [
      'it looks up history',
      `SELECT FROM keyword k LEFT JOIN LATERAL (SELECT FROM ${change} WHERE t.own_id = k.id) p ON true`,
    ],
    ['it compares each row of k', `SELECT FROM keyword k WHERE EXISTS (SELECT FROM ${change} WHERE t.own_id = k.id)`],
    [
      'it compares each row of t',
      `SELECT FROM ${change} WHERE NOT EXISTS (SELECT FROM keyword k WHERE k.id = t.keyword_id)`,
    ],
    [
      'it reads history in a recursive CTE',
      `WITH RECURSIVE r AS (SELECT t.own_id FROM ${change} UNION SELECT own_id FROM r) SELECT FROM r`,
    ],
    ['it detaches a partition concurrently', 'ALTER TABLE ranks.a DETACH PARTITION ranks.b CONCURRENTLY'],
  ])('%s', async (what, text) => {
    expect(await refusalsOf(text)).toEqual([expect.stringContaining(what)])
  })

  it.each([
    `SELECT FROM ${change} WHERE t.own_id = $1 FOR UPDATE`,
    `SELECT FROM ${change} JOIN keyword k ON k.id = t.own_id JOIN ranks.notable_change o ON o.own_id = k.id`,
    'UPDATE ranks.notable_change SET own = 1 WHERE checked_at < now()',
    `UPDATE page_target SET lease_until = clock_timestamp() WHERE id = $1`,
    `DELETE FROM ranks.notable_change WHERE own_id IN (SELECT id FROM tracked_domain WHERE site_id = $1)`,
    `WITH m AS (DELETE FROM ranks.notable_change RETURNING *) INSERT INTO ranks.notable_change (own_id) SELECT own_id FROM m ON CONFLICT DO NOTHING`,
  ])('and nothing in %s', async (text) => {
    expect(await refusalsOf(text)).toEqual([])
  })
})
