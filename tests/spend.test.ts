import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { createPool } from '@rts/shared/service/database-pool'
import { inTransaction } from '@rts/shared/service/transaction'
import { settle, sweepSpend } from '@rts/shared/spend/settle'
import { createSpend, type Held, type Spend, type SpendOptions, type Verdict } from '@rts/shared/spend/spend'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'

let database: TestDatabase
let now: Date
const pools: pg.Pool[] = []
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'projects')
})
beforeEach(() => {
  now = new Date('2026-11-21T23:59:59.000Z')
})
afterEach(() => database.pool.query('TRUNCATE spend.book, spend.total, spend.hold'))
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await database.drop()
})

/** The money of one replica, which has connections of its own. */
function replica(limits: Partial<SpendOptions>): Spend {
  const pool = createPool({ connectionString: database.url, max: 4 }, () => {})
  pools.push(pool)
  const unlimited = { budgetUsd: undefined, shareUsd: undefined }
  return createSpend({ pool, clock: { now: () => now }, capability: 'ideas', ...unlimited, ...limits })
}
const isHeld = (verdict: Verdict): verdict is Held => typeof verdict === 'object'
async function hold(spend: Spend, accounts: string[], usd: number): Promise<Held> {
  const verdict = await spend.reserve(accounts, usd)
  if (!isHeld(verdict)) throw new Error(`the call was refused: ${verdict}`)
  return verdict
}
async function column<T = string>(sql: string): Promise<T[]> {
  const found = await database.pool.query({ text: sql, rowMode: 'array' })
  return found.rows.map((row) => row[0])
}
const total = () => column<number>('SELECT coalesce(sum(usd), 0)::float8 FROM spend.total').then(([usd]) => usd)
const books = () =>
  column(
    `SELECT day || ' ' || account_id || ' ' || sum(usd)::float8 FROM spend.book GROUP BY day, account_id ORDER BY 1`,
  )
const holds = () => column<number>('SELECT count(*)::int FROM spend.hold').then(([count]) => count)

describe('over replicas, in parallel', () => {
  it.each([1, 2, 4])(
    '%i replicas hold no more than the budget, and no more than a share, at any time',
    async (count) => {
      const limits = { budgetUsd: 1, shareUsd: 0.1 }
      const replicas = Array.from({ length: count }, () => replica(limits))
      const asks = Array.from({ length: 240 }, (_, n) => ({ spend: replicas[n % count], account: `a${n % 20}` }))
      const verdicts = await Promise.all(asks.map(({ spend, account }) => spend?.reserve([account], 0.02) ?? 'over'))
      expect(verdicts.filter(isHeld)).toHaveLength(50)
      expect(await column<number>('SELECT sum(usd)::float8 FROM spend.hold')).toEqual([1])
      const max = 'SELECT max(usd)::float8 FROM (SELECT sum(usd) AS usd FROM spend.hold GROUP BY account_ids) a'
      expect((await column<number>(max))[0]).toBeLessThanOrEqual(0.1)
      expect(new Set(verdicts.filter((verdict) => !isHeld(verdict)))).toEqual(new Set(['later']))
    },
  )

  it.each([1, 2, 4])('an account with a share of 0.1 spends 0.1 on %i replicas', async (count) => {
    const replicas = Array.from({ length: count }, () => replica({ shareUsd: 0.1 }))
    const buy = async (spend: Spend): Promise<void> => {
      const verdict = await spend.reserve(['a'], 0.02)
      if (isHeld(verdict)) await verdict.settle(0.02)
      if (verdict !== 'over') await buy(spend)
    }
    await Promise.all(replicas.flatMap((spend) => [buy(spend), buy(spend), buy(spend)]))
    expect(await books()).toEqual(['2026-11-21 a 0.1'])
    expect(await holds()).toBe(0)
  })
})

describe('a reservation', () => {
  it('ten tenths fit into one', async () => {
    const spend = replica({ budgetUsd: 1 })
    for (let i = 0; i < 10; i++) await hold(spend, ['a'], 0.1)
    expect(await spend.reserve(['a'], 0.1)).toBe('later')
  })

  it('is for later while calls under way may cost less, and over once they have not', async () => {
    const spend = replica({ budgetUsd: 1 })
    const [cheap, dear] = [await hold(spend, ['a'], 0.5), await hold(spend, ['a'], 0.5)]
    expect(await spend.reserve(['a'], 0.5)).toBe('later')
    await cheap.settle(0)
    const third = await hold(spend, ['a'], 0.5)
    await Promise.all([dear, third].map((each) => each.settle(0.3)))
    expect(await spend.reserve(['a'], 0.5)).toBe('over')
  })

  it('needs room in the share of one of its accounts, and may be the last of it', async () => {
    const spend = replica({ shareUsd: 0.1 })
    await (await hold(spend, ['a'], 0.09)).settle(0.09)
    await (await hold(spend, ['a'], 0.05)).settle(0.05)
    expect(await spend.reserve(['a'], 0.01)).toBe('over')
    await hold(spend, ['a', 'b'], 0.01)
  })

  it('of nothing is never refused, and nothing is without limits', async () => {
    const spent = replica({ budgetUsd: 0.1 })
    await (await hold(spent, ['a'], 0.1)).settle(0.1)
    await hold(spent, ['a'], 0)
    await hold(replica({}), ['a'], 1_000)
    expect(await holds()).toBe(0)
  })

  it('of a process that died counts until its lease has ended', async () => {
    await hold(replica({ budgetUsd: 1, leaseMs: 1_000 }), ['a'], 1)
    const spend = replica({ budgetUsd: 1 })
    expect(await spend.reserve(['a'], 1)).toBe('later')
    await until('its release', async () => isHeld(await spend.reserve(['a'], 1)))
    expect(await holds()).toBe(1)
  })

  it('gives back what is released', async () => {
    const spend = replica({ budgetUsd: 1 })
    await (await hold(spend, ['a'], 1)).release()
    await hold(spend, ['a'], 1)
    expect(await total()).toBe(0)
  })

  it('grows with its attempts as long as the day can bear it', async () => {
    const held = await hold(replica({ budgetUsd: 1 }), ['a'], 0.5)
    const first = await held.reserve(0.5)
    await first?.settle(0.2)
    const second = await held.reserve(0.8)
    expect(await column('SELECT usd::float8 FROM spend.hold')).toEqual([1])
    expect(await held.reserve(0.1)).toBeNull()
    await second?.settle(0)
    expect(await held.reserve(0.1)).not.toBeNull()
  })
})

describe('a settlement', () => {
  it('is booked on the day of the reservation, split over its accounts; the next day starts from nothing', async () => {
    const spend = replica({ budgetUsd: 1 })
    const held = await hold(spend, ['b', 'a'], 1)
    now = new Date('2026-11-22T00:00:00.000Z')
    await (await hold(spend, ['a'], 1)).settle(0.7)
    await held.settle(0.25)
    expect(await books()).toEqual(['2026-11-21 a 0.125', '2026-11-21 b 0.125', '2026-11-22 a 0.7'])
    expect(await spend.reserve(['a'], 0.4)).toBe('over')
    await hold(spend, ['a'], 0.3)
  })

  it('is kept with what it paid for, or not at all', async () => {
    const spend = replica({ budgetUsd: 1 })
    const purchase = await hold(spend, ['a'], 0.5)
    const broken = inTransaction(database.pool, async (client) => {
      await settle(client, [{ purchase, usd: 0.4, accounts: ['c'] }])
      throw new Error('what it paid for cannot be written')
    })
    await expect(broken).rejects.toThrow('cannot be written')
    expect([await total(), await holds()]).toEqual([0, 1])
    await settle(database.pool, [{ purchase, usd: 0.4, accounts: ['c'] }])
    expect([await total(), await holds(), await books()]).toEqual([0.4, 0, ['2026-11-21 c 0.4']])
  })

  it('counts for its own capability alone', async () => {
    await (await hold(replica({ budgetUsd: 1 }), ['a'], 1)).settle(1)
    await hold(replica({ budgetUsd: 1, capability: 'links' }), ['a'], 1)
    expect(await replica({ budgetUsd: 1 }).reserve(['a'], 0.1)).toBe('over')
  })

  it('is forgotten after its time', async () => {
    const spend = replica({})
    await (await hold(spend, ['a'], 1)).settle(1)
    now = new Date('2026-11-22T00:00:00.000Z')
    await (await hold(spend, ['a'], 1)).settle(2)
    expect(await sweepSpend(database.pool, '2026-11-22', 10)).toBe(1)
    expect([await total(), await books()]).toEqual([2, ['2026-11-22 a 2']])
  })
})
