import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { systemClock } from '@rts/shared/clock'
import { type Failure, failed } from '@rts/shared/failure'
import { type Buyable, bought } from '@rts/shared/spend/bought'
import { createSpend } from '@rts/shared/spend/spend'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'research')
})
afterAll(() => database.drop())

type Answer = { ok: true; costUsd: number | null }
let serial = 0

/** A day of ten cents, three of them for one account, spent on calls of two cents. */
function shop(answer: () => Promise<Answer | Failure>) {
  const limits = { capability: `test-${serial++}`, budgetUsd: 0.1, shareUsd: 0.03 }
  const spend = createSpend({ pool: database.pool, clock: systemClock, ...limits })
  let asked = 0
  const source: Buyable<string, Answer> = {
    priceUsd: () => 0.02,
    ask: (_query, _signal, _budget) => {
      asked++
      return answer()
    },
  }
  const { signal } = new AbortController()
  return {
    asked: () => asked,
    buy: (...payers: string[]) => bought(source, 'q', { spend, payers, signal }),
    booked: async () => {
      const sql = 'SELECT coalesce(sum(usd), 0)::float AS usd FROM spend.book WHERE capability = $1'
      return (await database.pool.query(sql, [limits.capability])).rows[0].usd
    },
  }
}

it('books what a call has cost, not its price, on those who pay', async () => {
  const { buy, booked } = shop(async () => ({ ok: true, costUsd: 0.005 }))
  expect(await buy('ann', 'ben')).toMatchObject({ ok: true })
  expect(await booked()).toBe(0.005)
})

it('an account whose share is used up asks no provider; another one still does', async () => {
  const { buy, asked } = shop(async () => ({ ok: true, costUsd: 0.02 }))
  await buy('ann')
  await buy('ann')
  expect(await buy('ann')).toMatchObject({ ok: false, kind: 'budget', asked: false })
  expect(asked()).toBe(2)
  expect(await buy('ben')).toMatchObject({ ok: true })
})

it('a day that is used up asks no provider', async () => {
  const { buy } = shop(async () => ({ ok: true, costUsd: 0.02 }))
  const answers = []
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) answers.push(await buy(name))
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true, false])
})

it('a failure costs nothing unless it was charged, and what throws gives its price back', async () => {
  const free = shop(async () => failed('x', 'upstream'))
  await free.buy('ann')
  expect(await free.booked()).toBe(0)
  const charged = shop(async () => failed('x', 'upstream', { billed: true }))
  await charged.buy('ann')
  expect(await charged.booked()).toBe(0.02)
  const broken = shop(() => Promise.reject(new Error('a fault of ours')))
  for (let i = 0; i < 8; i++) await expect(broken.buy(`${i}`)).rejects.toThrow('a fault of ours')
})
