import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { createMetricsRegistry } from '@rts/shared/service/health'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { showOrders } from '../src/billing/billing.ts'

const now = new Date('2026-11-24T12:00:00Z')
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'dashboard')
})
afterAll(() => database.drop())

const add = (status: string, { daysAgo = 1, fails = 0, isPolled = true } = {}) =>
  database.pool.query(
    `INSERT INTO billing_order (id, account_id, email, kind, plan, months, currency, price, amount, status, fails, created_at, poll_at)
     VALUES (gen_random_uuid(), gen_random_uuid(), 'a@example.com', 'new', 'starter', 1, 'IDR', 1, 1, $1, $2,
       $3::timestamptz - make_interval(days => $4), CASE WHEN $5 THEN $3::timestamptz END)`,
    [status, fails, now, daysAgo, isPolled],
  )

it('orders count that wait for a person, for their provider’s answer, or for money to be given back', async () => {
  await add('open', { fails: 4 })
  await add('open', { fails: 5 })
  await add('open', { fails: 9, isPolled: false })
  await add('review', { isPolled: false })
  await add('review', { isPolled: false, daysAgo: 170 })
  await add('refunding')
  await add('paid', { isPolled: false })
  const registry = createMetricsRegistry('dashboard')
  showOrders({ registry, pool: database.pool, clock: { now: () => now } })
  const shown = (await registry.metrics()).match(/^dashboard_orders_.*$/gm)
  expect(shown).toEqual([
    'dashboard_orders_in_review{service="dashboard"} 2',
    'dashboard_orders_unanswered{service="dashboard"} 1',
    'dashboard_orders_refunding{service="dashboard"} 1',
  ])
})
