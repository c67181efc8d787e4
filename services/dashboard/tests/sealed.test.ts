import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { sealedUnderOtherKeys as reportsUnderOtherKeys } from '../src/reports/reports.sql.ts'
import { sealedUnderOtherKeys as endpointsUnderOtherKeys } from '../src/webhooks/endpoints.sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'dashboard')
})
afterAll(() => database.drop())

it('a walk meets each row that another key sealed once, on either side of the key, in parts, and none of its own', async () => {
  await database.pool.query(
    `INSERT INTO report (id, account_id, site_id, person_id, title, language, period, parts, time_zone, token_hash, sealed_token)
     SELECT 'r' || n, 'a', 's', 'p', 't', 'en', '28', '{}', 'UTC', 'h' || n, (ARRAY['k1', 'k2', 'k10', 'k'])[n % 4 + 1] || '.t.' || n
     FROM generate_series(1, 600) n`,
  )
  const met = await Array.fromAsync(reportsUnderOtherKeys(database.pool, 'k10'))
  expect(new Set(met.map(({ id }) => id)).size).toBe(met.length)
  expect(Object.groupBy(met, ({ sealedToken }) => sealedToken.split('.')[0] ?? '')).toMatchObject({
    k1: { length: 150 },
    k2: { length: 150 },
    k: { length: 150 },
  })
  expect(met).toHaveLength(450)
})

it('an endpoint is met where another key sealed its address or its secret', async () => {
  const endpoints = [
    ['all', 'now.u', 'now.s'],
    ['address', 'old.u', 'now.s'],
    ['secret', 'now.u', 'old.s'],
    ['none', 'now.u', null],
  ]
  for (const endpoint of endpoints)
    await database.pool.query(
      `INSERT INTO webhook_endpoint (id, site_id, account_id, kind, name, shown, language, sealed_url, sealed_secret)
       VALUES ($1, 's', 'a', 'webhook', 'n', 's', 'en', $2, $3)`,
      endpoint,
    )
  const met = await Array.fromAsync(endpointsUnderOtherKeys(database.pool, 'now'))
  expect(met.map(({ id }) => id)).toEqual(['address', 'secret'])
})
