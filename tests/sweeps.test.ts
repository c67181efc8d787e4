import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { rowsRead } from '@rts/local/testing/rows-read'
import { owedTokens, sweep, tidyTurns } from '@rts/shared/collects/upkeep-store'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

const many = 6_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'research')
  await database.pool.query(
    `WITH s AS (INSERT INTO collects.subject (kind, key, input, lane) SELECT 'k', n, '{}', 'l' FROM generate_series(1, ${many}) n RETURNING id),
     r AS (INSERT INTO collects.result (subject_id, status, sources, sandbox, collected_at, body)
       SELECT id, 'ready', '{}', true, now(), '{}' FROM s RETURNING id, subject_id)
     INSERT INTO collects.reading (scope, subject_id, result_id, payer, expires_at)
     SELECT 'a:' || id, subject_id, id, 'a', now() + interval '1 day' FROM r`,
  )
  await database.pool.query(
    `INSERT INTO collects.turn SELECT 'l', n, 0, false, now() FROM generate_series(1, ${many}) n`,
  )
  await database.pool.query('VACUUM ANALYZE')
})
afterAll(() => database.drop())

it('a round looks at a part of what was collected, and the rounds together at all of it', async () => {
  const at = { subject: '0', result: '0' }
  expect(await rowsRead(database.url, (pool) => sweep(pool, at, 100))).toBeLessThan(1_000)
  await database.pool.query(`DELETE FROM collects.reading WHERE scope IN ('a:${many}', 'a:7')`)
  for (let round = 1; round <= 6; round++) await sweep(database.pool, at, 1_000)
  expect(at).toEqual({ subject: '0', result: '0' })
  await sweep(database.pool, at, 1_000)
  const count = async (table: string) => (await database.pool.query(`SELECT FROM collects.${table}`)).rowCount
  expect([await count('subject'), await count('result')]).toEqual([many - 2, many - 2])
})

it('turns and tokens of others are not read while none of them is over or owed', async () => {
  expect(await rowsRead(database.url, tidyTurns)).toBeLessThan(20)
  expect(await rowsRead(database.url, owedTokens)).toBeLessThan(20)
})
