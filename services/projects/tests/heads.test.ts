import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { rowsRead } from '@rts/local/testing/rows-read'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { listUnfilled } from '../src/rank-checks/pasts.sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'projects')
  const from = 'FROM generate_series(1, 3000) n'
  await database.pool.query(`INSERT INTO account (id, plan, known_at) VALUES ('a', 'scale', now())`)
  await database.pool.query(
    `INSERT INTO site (id, account_id, name, domain, tags, country, language, domain_since, created_at)
     SELECT 's' || n, 'a', 'S' || n, 'd.example', '{}', 'us', 'en', now(), now() ${from}`,
  )
  await database.pool.query(
    `INSERT INTO tracked_domain (id, site_id, domain, kind, since) SELECT 'd' || n, 's' || n, 'd.example', 'own', now() ${from}`,
  )
  await database.pool.query('VACUUM ANALYZE')
})
afterAll(() => database.drop())

it('finding competitors whose past is incomplete reads none of the other domains', async () => {
  expect(await rowsRead(database.url, listUnfilled)).toBeLessThan(20)
})
