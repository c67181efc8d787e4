import { costOf } from '@rts/outside/cost'
import { standingClock } from '@rts/outside/testing/setting'
import { failed } from '@rts/shared/failure'
import { expect, it } from 'vitest'
import { createBudget, createMemoryBudgetStore } from './budget.ts'
import type { SerpPage } from './serp.ts'

const page = (costUsd: number | null): SerpPage => ({
  ok: true,
  source: 'x',
  sandbox: false,
  fetchedAt: new Date(0),
  value: { depth: 10, organic: [], questions: [] },
  costUsd,
})

function day() {
  const store = createMemoryBudgetStore()
  const clock = standingClock('2026-11-21T23:59:59.000Z')
  return { store, clock, budget: createBudget(store, 1, clock) }
}

it.each([
  ['a result', page(0.1), 0.1],
  ['a result of unknown cost', page(null), 0.4],
  ['a failure that is not billed', failed('x', 'upstream'), 0],
  ['a failure that is billed', failed('x', 'upstream', { billed: true }), 0.4],
  ['a timeout, of which nobody knows', failed('x', 'timeout'), 0.4],
])('%s corrects what was set aside', async (_what, result, spent) => {
  const { store, budget } = day()
  const reservation = await budget.reserve(0.4)
  expect(await store.spent('2026-11-21')).toBe(0.4)
  await reservation?.settle(costOf(result, 0.4))
  expect(await store.spent('2026-11-21')).toBeCloseTo(spent, 9)
})

it('corrects the day of the reservation, and the next UTC day starts from nothing', async () => {
  const { store, budget, clock } = day()
  const reservation = await budget.reserve(1)
  expect(await budget.reserve(0.01)).toBeNull()
  clock.pass(1000)
  expect(await budget.reserve(0.7)).not.toBeNull()
  await reservation?.settle(0.25)
  expect([await store.spent('2026-11-21'), await store.spent('2026-11-22')]).toEqual([0.25, 0.7])
})

it('ten tenths fit into one', async () => {
  const { budget } = day()
  for (let i = 0; i < 10; i++) expect(await budget.reserve(0.1)).not.toBeNull()
  expect(await budget.reserve(0.1)).toBeNull()
})

it('an answer that was paid for is not lost when the day cannot be corrected', async () => {
  const { store, budget } = day()
  const reservation = await budget.reserve(0.5)
  store.spend = async () => {
    throw new Error('the database is away')
  }
  await reservation?.settle(0.1)
  expect(await store.spent('2026-11-21')).toBe(0.5)
})
