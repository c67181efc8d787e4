import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { stuckAfterTries } from '@rts/shared/facts/deliveries'
import { showWaitingFacts } from '@rts/shared/facts/figures'
import { showDatabase } from '@rts/shared/service/gauge'
import { createMetricsRegistry } from '@rts/shared/service/health'
import { showSpend } from '@rts/shared/spend/figures'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'projects')
})
afterAll(() => database.drop())

const newRegistry = () => createMetricsRegistry('projects')

/** The figures of a test's subject, without those of the process. */
async function figures(registry: ReturnType<typeof newRegistry>): Promise<Record<string, number>> {
  const lines = (await registry.metrics()).matchAll(/^((?:facts|spend|database)_\w+)\S* (\S+)$/gm)
  return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]))
}

it('facts that wait are counted, with the stuck ones and the age of the oldest; not those of a disabled service', async () => {
  const registry = newRegistry()
  showWaitingFacts({ registry, pool: database.pool, disabledServices: ['content'] })
  expect(await figures(registry)).toEqual({ facts_waiting: 0, facts_stuck: 0, facts_oldest_seconds: 0 })
  const add = (id: string, consumer: string, secondsAgo: number, tries: number, isDone = false) =>
    database.pool.query(
      `WITH e AS (INSERT INTO facts.event (id, aggregate, version, type, state, created_at)
         VALUES ($1, $1, 1, 'site.changed', '{}', now() - make_interval(secs => $3)))
       INSERT INTO facts.delivery (event_id, consumer, tries, done_at) VALUES ($1, $2, $4, CASE WHEN $5 THEN now() END)`,
      [id, consumer, secondsAgo, tries, isDone],
    )
  await add('done', 'research.sites', 9_000, 3, true)
  await add('disabled', 'content.sites', 8_000, 30)
  await add('new', 'research.sites', 10, 0)
  await add('stuck', 'dashboard.sites', 500, stuckAfterTries)
  const { facts_oldest_seconds: oldest, ...counts } = await figures(registry)
  expect(counts).toEqual({ facts_waiting: 2, facts_stuck: 1 })
  expect(oldest).toBeGreaterThanOrEqual(500)
  expect(oldest).toBeLessThan(700)
})

it('the spend of the UTC day of a capability stands beside its budget; without one the budget is endless', async () => {
  let now = new Date('2026-11-24T23:59:00Z')
  const [bound, free] = [newRegistry(), newRegistry()]
  const parts = { pool: database.pool, clock: { now: () => now } }
  showSpend({ ...parts, registry: bound }, { capability: 'serp', budgetUsd: 5 })
  showSpend({ ...parts, registry: free }, { capability: 'serp', budgetUsd: undefined })
  await database.pool.query(
    `INSERT INTO spend.total (day, capability, part, usd) VALUES ('2026-11-24', 'serp', 0, 1.5), ('2026-11-24', 'serp', 1, 2.5),
       ('2026-11-24', 'ideas', 0, 9), ('2026-11-23', 'serp', 0, 9)`,
  )
  expect(await figures(bound)).toEqual({ spend_usd: 4, spend_budget_usd: 5 })
  expect(await free.metrics()).toMatch(/^spend_budget_usd\S* \+Inf$/m)
  now = new Date('2026-11-25T00:00:00Z')
  expect(await figures(bound)).toEqual({ spend_usd: 0, spend_budget_usd: 5 })
})

it('the connections of the database server stand beside the most that it accepts', async () => {
  const registry = newRegistry()
  showDatabase({ registry, pool: database.pool })
  const shown = await figures(registry)
  const { rows } = await database.pool.query('SHOW max_connections')
  expect(shown.database_connections_max).toBe(Number(rows[0].max_connections))
  expect(shown.database_connections).toBeGreaterThan(0)
  expect(shown.database_bytes).toBeGreaterThan(1_000_000)
})
