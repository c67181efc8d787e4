import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { type Clock, utcDay } from '../clock.ts'
import { createBatches } from '../service/batches.ts'
import { type Purchase, settle } from './settle.ts'

/** What is bought, and what it may cost a UTC day: all together, and one account. Undefined bounds nothing. */
export type SpendLimits = { capability: string; budgetUsd: number | undefined; shareUsd: number | undefined }
export type SpendOptions = SpendLimits & {
  pool: Pool
  clock: Clock
  /** How long the price of a process that dies stays set aside; longer than any call takes. */
  leaseMs?: number
}
/** `later`: there is room once calls under way have cost less than their price. `over`: not on this day. */
export type Verdict = Held | 'later' | 'over'
export type Spend = {
  /** Sets the price of a call aside, which is made for these accounts: one of them must have room in its share. */
  reserve(accounts: readonly string[], priceUsd: number): Promise<Verdict>
}
/** A call that may be made. It ends with `settle` here, with its purchase in a transaction of the caller’s, or with `release`. */
export type Held = Purchase & {
  /** Sets a part of it aside for one attempt; what it lacks for a dearer one is reserved. Null: the day cannot bear it. */
  reserve(usd: number): Promise<{ settle(costUsd: number): Promise<void> } | null>
  settle(costUsd: number): Promise<void>
  release(): Promise<void>
}
type Wish = { id: string; day: string; usd: number; accounts: readonly string[] }
type Answer = 'held' | 'later' | 'over'

const tenMinutesMs = 600_000

/** Budgets, shares and books in Postgres: exact over replicas, one statement for all calls that are reserved at the same time. */
export function createSpend({ pool, clock, leaseMs = tenMinutesMs, ...limits }: SpendOptions): Spend {
  const { capability, budgetUsd, shareUsd } = limits
  const isBound = budgetUsd !== undefined || shareUsd !== undefined
  const ask = createBatches({ max: 100, atOnce: 1, run: (wishes: Wish[]) => reserveAll(pool, limits, leaseMs, wishes) })

  return {
    async reserve(accounts, priceUsd) {
      const day = utcDay(clock.now())
      const id = randomUUID()
      const wish = async (usd: number): Promise<Answer> =>
        // What costs nothing, and what nothing bounds, needs no word with the database.
        isBound && usd > 0 ? await ask({ id, day, usd, accounts }) : 'held'
      const answer = await wish(priceUsd)
      if (answer !== 'held') return answer
      return heldOf(pool, { capability, day, accounts, holdId: isBound ? id : null }, priceUsd, wish)
    },
  }
}

function heldOf(pool: Pool, purchase: Purchase, priceUsd: number, wish: (usd: number) => Promise<Answer>): Held {
  let heldUsd = priceUsd
  // What attempts have cost, and the price of those under way.
  let takenUsd = 0
  return {
    ...purchase,
    async reserve(usd) {
      takenUsd += usd
      const neededUsd = takenUsd
      if (neededUsd > heldUsd && (await wish(neededUsd)) !== 'held') {
        takenUsd -= usd
        return null
      }
      heldUsd = Math.max(heldUsd, neededUsd)
      return {
        settle: async (costUsd) => {
          takenUsd += costUsd - usd
        },
      }
    },
    settle: (costUsd) => settle(pool, [{ purchase, usd: costUsd }]),
    // What cannot be given back is free when its lease has ended.
    release: () => settle(pool, [{ purchase, usd: 0 }]).catch(() => undefined),
  }
}

async function reserveAll(pool: Pool, limits: SpendLimits, leaseMs: number, wishes: Wish[]): Promise<Answer[]> {
  const answers = new Map<string, Answer>()
  // At midnight a batch may have calls of two days.
  for (const [day, ofDay] of Map.groupBy(wishes, (wish) => wish.day)) {
    const { capability, budgetUsd, shareUsd } = limits
    const found = await pool.query<{ id: string; verdict: Answer }>({
      name: 'spend.reserve',
      text: 'SELECT id, verdict FROM spend.reserve($1, $2, $3, $4::numeric(18, 9), $5::numeric(18, 9), make_interval(secs => $6))',
      values: [capability, day, JSON.stringify(ofDay), budgetUsd ?? null, shareUsd ?? null, leaseMs / 1_000],
    })
    for (const { id, verdict } of found.rows) answers.set(id, verdict)
  }
  return wishes.map(({ id }) => answers.get(id) ?? 'over')
}
