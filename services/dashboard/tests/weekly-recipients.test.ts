import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { storeChoice } from '../src/site-letters/site-letters.sql.ts'
import { addRecipient, claimRecipient, dropRecipient } from '../src/weekly/recipients.sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'dashboard')
})
afterAll(() => database.drop())

const now = new Date('2026-11-02T09:00:00Z')
const newPerson = async (personId: string) => {
  await database.pool.query(`INSERT INTO person (id, email, name) VALUES ($1, $1 || '@example.com', 'P')`, [personId])
  await inTransaction(database.pool, (tx) => addRecipient(tx, personId, now))
}
const asks = async (tx: Transaction, personId: string) => {
  await storeChoice(tx, { personId, siteId: 's', accountId: 'a' }, { weekly: true })
  await addRecipient(tx, personId, now)
}
const drops = (personId: string) => inTransaction(database.pool, (tx) => dropRecipient(tx, personId))
const someoneWaits = () =>
  until('a transaction that waits', async () => {
    const { rows } = await database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  })

it('a recipient without a site is dropped', async () => {
  await newPerson('silent')
  await drops('silent')
  expect(await claimRecipient(database.pool, now)).toEqual([])
})

it('who asks while they are dropped stays a recipient, whoever is first', async () => {
  await newPerson('asks-first')
  const dropping = await inTransaction(database.pool, async (tx) => {
    await asks(tx, 'asks-first')
    const dropped = drops('asks-first')
    await someoneWaits()
    return { dropped }
  })
  await dropping.dropped
  expect(await claimRecipient(database.pool, now)).toMatchObject([{ personId: 'asks-first' }])

  await newPerson('dropped-first')
  const asking = await inTransaction(database.pool, async (tx) => {
    await dropRecipient(tx, 'dropped-first')
    const asked = inTransaction(database.pool, (other) => asks(other, 'dropped-first'))
    await someoneWaits()
    return { asked }
  })
  await asking.asked
  expect(await claimRecipient(database.pool, now)).toMatchObject([{ personId: 'dropped-first' }])
})
