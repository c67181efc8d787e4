import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { rowsRead } from '@rts/local/testing/rows-read'
import { inTransaction } from '@rts/shared/service/transaction'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { claimNext } from '../src/guests/guests.sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'gateway')
  const from = 'FROM generate_series(1, 3000) n'
  await database.pool.query(
    `INSERT INTO account (id, email, plan) SELECT 'a' || n, n || '@guest.invalid', 'guest' ${from}`,
  )
  await database.pool.query(
    `INSERT INTO guest (id, account_id, network, ends_at) SELECT 'g' || n, 'a' || n, 'n' || n, now() + interval '1 day' ${from}`,
  )
  await database.pool.query('VACUUM ANALYZE')
})
afterAll(() => database.drop())

it('finding a guest whose time is over reads none of the others', async () => {
  const head = (tx: Parameters<typeof claimNext>[0]) => claimNext(tx)
  expect(await rowsRead(database.url, (db) => inTransaction(db, head))).toBeLessThan(20)
})
