import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { rowsRead } from '@rts/local/testing/rows-read'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { deleteOldTexts } from '../src/ai/runs.sql.ts'
import { nextPart, unscheduledPrompts } from '../src/ai/schedule.sql.ts'

const many = 3_000

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'research')
  const from = `FROM generate_series(1, ${many}) n`
  await database.pool.query(
    `INSERT INTO known.site (id, account_id, name, domain, country, language, created_at, version)
     SELECT 's' || n, 'a' || n, 'S', 'd.example', 'us', 'en', now(), 1 ${from}`,
  )
  await database.pool.query(
    `INSERT INTO ai.prompt (id, site_id, text, source, created_at) SELECT 'p' || n, 's' || n, 't', 'person', now() ${from}`,
  )
  await database.pool.query(
    `INSERT INTO ai.run (prompt_id, engine, day, checked_at, model, searched, sandbox, mentioned, cited, rivals_named, citations, asked, text)
     SELECT 'p' || n, 'openai', current_date, now(), 'm', true, true, true, true, 0, '[]', '{}', 'an answer' ${from}`,
  )
  await database.pool.query('VACUUM ANALYZE')
})
afterAll(() => database.drop())

it('finding old answers reads none that are not', async () => {
  expect(await rowsRead(database.url, (db) => deleteOldTexts(db, new Date()))).toBeLessThan(20)
})

it('prompts without a schedule are looked for in parts, and those that were looked at are not read again', async () => {
  const first = { after: '0', last: '10' }
  expect(await unscheduledPrompts(database.pool, 'openai', first)).toHaveLength(10)
  expect(await rowsRead(database.url, (db) => unscheduledPrompts(db, 'openai', first))).toBeLessThan(100)
  const all = await nextPart(database.pool, '0', many)
  expect(await rowsRead(database.url, (db) => nextPart(db, all?.last ?? '0', many))).toBeLessThan(20)
})
