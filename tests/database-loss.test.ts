import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { type Forwarder, startForwarder } from '@rts/local/testing/forwarder'
import { until } from '@rts/local/testing/until'
import { isDatabaseLoss } from '@rts/shared/service/database-errors'
import { createPool } from '@rts/shared/service/database-pool'
import { listenTo } from '@rts/shared/service/listen'
import { inTransaction } from '@rts/shared/service/transaction'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

let database: TestDatabase
let way: Forwarder
let pool: pg.Pool
/** So that what waits for a silent database waits less than the defaults. */
const silenceMs = 300
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'projects')
  const url = new URL(database.url)
  way = await startForwarder(Number(url.port))
  url.port = String(way.port)
  pool = createPool({ connectionString: url.href, max: 4, silenceMs }, () => {})
})
afterAll(async () => {
  await pool.end()
  await way.close()
  await database.drop()
})

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

it('a service leaves a transaction alone for a minute at most', async () => {
  const { rows } = await pool.query('SHOW idle_in_transaction_session_timeout')
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '1min' }])
})

it('a transaction that is left alone ends, and what it has locked is free', async () => {
  const left = createPool({ connectionString: database.url, idle_in_transaction_session_timeout: 100 }, () => {})
  const alone = inTransaction(left, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock(77)')
    const isFree = async () => (await database.pool.query('SELECT pg_try_advisory_xact_lock(77) AS free')).rows[0].free
    await until('the lock', isFree)
    await client.query('SELECT 1')
  })
  await expect(alone).rejects.toSatisfy(isDatabaseLoss)
  await left.end()
})

it('a database that falls silent fails the calls under way in bounded time, and the next ones are served', async () => {
  const ask = (count: number) => Array.from({ length: count }, () => pool.query('SELECT 1'))
  await Promise.all(ask(4))
  const underWay = ask(12)
  way.silence()
  for (const end of await Promise.allSettled(underWay)) {
    if (end.status === 'rejected') expect(end.reason).toSatisfy(isDatabaseLoss)
  }
  const inTime = () =>
    inTransaction(pool, (client) => client.query('SELECT 1')).then(
      () => true,
      () => false,
    )
  await until('queries to be answered', inTime)
  expect(pool.totalCount).toBeLessThanOrEqual(4)
})

it('a transaction on a silent connection ends with its first query that has waited too long', async () => {
  let queries = 0
  const waits = inTransaction(pool, async (client) => {
    way.silence()
    queries++
    await client.query('SELECT 1')
  })
  await expect(waits).rejects.toSatisfy(isDatabaseLoss)
  expect(queries).toBe(1)
})

it('a listener whose connection has fallen silent listens again', async () => {
  let heard = 0
  const listener = listenTo(pool, 'silence', () => heard++, silenceMs)
  const hears = async () => {
    const before = heard
    await database.pool.query('NOTIFY silence')
    await until('the notification', () => heard > before, 500).catch(() => {})
    return heard > before
  }
  await until('the listener to hear', hears)
  way.silence()
  await until('the listener to hear again', hears)
  await listener.stop()
})
