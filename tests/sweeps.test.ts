import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { rowsRead } from '@rts/local/testing/rows-read'
import { owedTokens, startOfSweep, sweep, tidyTurns } from '@rts/shared/collects/upkeep-store'
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

const count = async (table: string) => (await database.pool.query(`SELECT FROM collects.${table}`)).rowCount

it('a round looks at a part of what was collected, and the rounds together at all of it', async () => {
  const at = { subject: '0', result: '0' }
  expect(await rowsRead(database.url, (pool) => sweep(pool, at, 100))).toBeLessThan(1_000)
  await database.pool.query(`DELETE FROM collects.reading WHERE scope IN ('a:${many}', 'a:7')`)
  for (let round = 1; round <= 6; round++) await sweep(database.pool, at, 1_000)
  expect(at).toEqual({ subject: '0', result: '0' })
  await sweep(database.pool, at, 1_000)
  expect([await count('subject'), await count('result')]).toEqual([many - 2, many - 2])
})

it('what an expired reading alone has read goes with it, wherever the sweep is', async () => {
  const before = [await count('subject'), await count('result')]
  const expired = `UPDATE collects.reading SET expires_at = now() - interval '1 hour' WHERE scope = ANY($1)`
  await database.pool.query(expired, [['a:5000', 'a:5001']])
  await database.pool.query(
    `INSERT INTO collects.reading (scope, subject_id, payer) SELECT 'b', subject_id, 'b' FROM collects.reading WHERE scope = 'a:5001'`,
  )
  await sweep(database.pool, { subject: '0', result: '0' }, 10)
  expect([await count('subject'), await count('result')]).toEqual([Number(before[0]) - 1, Number(before[1]) - 2])
})

it('begins anywhere, so that replicas that are started again and again reach all of it together', async () => {
  const starts = await Promise.all(Array.from({ length: 40 }, () => startOfSweep(database.pool)))
  const halves = new Set(
    starts.map(({ subject, result }) => [Number(subject) > many / 2, Number(result) > many / 2].join()),
  )
  expect(halves.size).toBe(4)
})

it('turns and tokens of others are not read while none of them is over or owed', async () => {
  expect(await rowsRead(database.url, tidyTurns)).toBeLessThan(20)
  expect(await rowsRead(database.url, owedTokens)).toBeLessThan(20)
})
