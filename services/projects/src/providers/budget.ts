import { type Budget, costOf, overBudget, type Reservation } from '@rts/outside/cost'
import { type Clock, utcDay } from '@rts/shared/clock'
import { failed } from '@rts/shared/failure'
import type { SerpQuery, SerpQueue } from './serp.ts'

/** Where the money of a UTC day (`YYYY-MM-DD`) is counted, in USD. `spend` adds in one step, takes negative amounts back, and answers the new sum. */
export type BudgetStore = {
  spend(day: string, usd: number): Promise<{ spent: number }>
  spent(day: string): Promise<number>
}

/** Counts within this process. */
export function createMemoryBudgetStore(): BudgetStore {
  const days = new Map<string, number>()
  return {
    async spend(day, usd) {
      const spent = (days.get(day) ?? 0) + usd
      days.set(day, spent)
      return { spent }
    },
    spent: async (day) => days.get(day) ?? 0,
  }
}

/** A daily limit in USD: the price is set aside before the call and corrected by the real cost, on the day of the reservation. */
export function createBudget(store: BudgetStore, limitUsd: number, clock: Clock): Budget {
  return {
    async reserve(usd) {
      if (usd === 0) return { settle: async () => undefined }
      const day = utcDay(clock.now())
      const { spent } = await store.spend(day, usd)
      // A billionth of slack: sums of prices are not exact in binary.
      if (spent > limitUsd + 1e-9) {
        await store.spend(day, -usd)
        return null
      }
      return {
        async settle(costUsd) {
          const difference = costUsd - usd
          // What cannot be given back stays set aside: the answer that was paid for is worth more.
          if (difference !== 0) await store.spend(day, difference).catch(() => undefined)
        },
      }
    },
  }
}

/** A queue that posts only the tasks whose price the day can bear; the others fail with kind `budget`. */
export function withinBudget(queue: SerpQueue, clock: Clock, budget: Budget): SerpQueue {
  return {
    ...queue,
    async submit(queries) {
      const reserved: { query: SerpQuery; reservation: Reservation | null }[] = []
      // One after the other, so that the first of the list are the ones that fit.
      for (const query of queries) reserved.push({ query, reservation: await budget.reserve(queue.priceUsd(query)) })
      const posted = reserved.filter(({ reservation }) => reservation !== null)
      const answers = await queue.submit(posted.map(({ query }) => query))
      const results = new Map(posted.map((each, index) => [each, answers[index] ?? failed(queue.source, 'parse')]))
      for (const [{ query, reservation }, result] of results)
        await reservation?.settle(costOf(result, queue.priceUsd(query)))
      return reserved.map((each) => results.get(each) ?? overBudget(queue.source, clock))
    },
  }
}
