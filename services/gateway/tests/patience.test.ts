import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { type Forwarder, startForwarder } from '@rts/local/testing/forwarder'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createAdmissionStore } from '../src/admission/admissions.sql.ts'
import { createAdmissionPool } from '../src/admission/pool.ts'
import { createAdmissionQueue } from '../src/admission/queue.ts'
import { hashOfKey } from '../src/keys/rules/key-format.ts'
import { recordsOf } from './support.ts'

let database: TestDatabase
let forwarder: Forwarder
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'gateway')
  forwarder = await startForwarder(Number(new URL(database.url).port))
})
afterAll(async () => {
  await forwarder.close()
  await database.drop()
})

it('a request that waits behind a silent database is 503 before those that were sent to it, and is never sent', async () => {
  const url = new URL(database.url)
  url.port = String(forwarder.port)
  const pool = createAdmissionPool(url.href, 750, () => {})
  const settings = { callsPerDay: { growth: 400 }, strikeLimit: 5, requestsPerMinute: 30, noticeConsumers: [] }
  const queue = createAdmissionQueue(createAdmissionStore(pool, settings), { patienceMs: 250 })
  const records = recordsOf(database.pool)
  const outcomes: string[] = []
  const asked = async (name: string) => {
    const { secret, id } = await records.newKey()
    const outcome = queue.ask(hashOfKey(secret), 'rest', 'read').then(
      ({ verdict }) => outcomes.push(`${name} ${verdict}`),
      ({ code }) => outcomes.push(`${name} ${code}`),
    )
    return { outcome, id }
  }
  // The connections of the two calls that may be in flight.
  const clients = await Promise.all([pool.connect(), pool.connect()])
  for (const client of clients) client.release()
  forwarder.silence()
  const first = await asked('first')
  await until('the first to be asked about', () => pool.idleCount === 1)
  const second = await asked('second')
  await until('the second to be asked about', () => pool.idleCount === 0)
  const third = await asked('third')
  await third.outcome
  expect(outcomes).toEqual(['third unavailable'])
  await Promise.all([first.outcome, second.outcome])
  expect(outcomes.slice(1).sort()).toEqual(['first unavailable', 'second unavailable'])
  expect(await records.stamps(third.id)).toBe(0)
  await (await asked('fourth')).outcome
  expect(outcomes.at(-1)).toBe('fourth charged')
  await pool.end()
})
