import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { isDatabaseLoss } from '@rts/shared/service/database-loss'
import { inTransaction } from '@rts/shared/service/transaction'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'projects')
})
afterAll(() => database.drop())

/** Ends the connection of a transaction from outside, as a restart of the server does. */
async function endConnection(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const lost = new Promise((resolve) => client.once('end', resolve))
  await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
  await lost
}

it('a connection lost inside a transaction fails that transaction alone', async () => {
  await expect(inTransaction(database.pool, endConnection)).rejects.toSatisfy(isDatabaseLoss)
  await expect(inTransaction(database.pool, (client) => client.query('SELECT 1'))).resolves.toMatchObject({
    rowCount: 1,
  })
})
