import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { type Clock, utcDay } from '../clock.ts'
import { createBatches } from '../service/batches.ts'
import { text } from '../sql/column.ts'
import { query } from '../sql/statement.ts'
import { type Purchase, settle } from './settle.ts'

/** The most that a capability may cost per UTC day, in total and for one account; undefined is no limit. */
export type SpendLimits = { capability: string; budgetUsd: number | undefined; shareUsd: number | undefined }
export type SpendOptions = SpendLimits & {
  pool: Pool
  clock: Clock
  /** How long the holds of a dead process last; longer than any call takes. */
  leaseMs?: number
}
/** `later`: there is room once the calls in flight cost less than their price. `over`: no room on this day. */
export type Verdict = Held | 'later' | 'over'
export type Spend = {
  /** Holds the price of a call for these accounts: at least one of them must have room in its share. */
  reserve(accounts: readonly string[], priceUsd: number): Promise<Verdict>
}
/** End it with `settle` here, with its purchase in the caller's transaction, or with `release`. */
export type Held = Purchase & {
  /** Takes a part of the hold for one attempt, and extends the hold for a dearer one. Null: that exceeds the day's limits. */
  reserve(usd: number): Promise<{ settle(costUsd: number): Promise<void> } | null>
  settle(costUsd: number): Promise<void>
  release(): Promise<void>
}
type Reservation = { id: string; day: string; usd: number; accounts: readonly string[] }
type Answer = 'held' | 'later' | 'over'

const reserve = query(
  { id: text, verdict: text.of<Answer>() },
  'SELECT id, verdict FROM spend.reserve($1, $2, $3, $4::numeric(18, 9), $5::numeric(18, 9), make_interval(secs => $6))',
  'spend.reserve',
)

const tenMinutesMs = 600_000

/** Budgets, shares and books in Postgres: exact over replicas, one statement for all simultaneous reservations. */
export function createSpend({ pool, clock, leaseMs = tenMinutesMs, ...limits }: SpendOptions): Spend {
  const { capability, budgetUsd, shareUsd } = limits
  const isBound = budgetUsd !== undefined || shareUsd !== undefined
  const ask = createBatches({
    max: 100,
    atOnce: 1,
    run: (batch: Reservation[]) => reserveAll(pool, limits, leaseMs, batch),
  })

  return {
    async reserve(accounts, priceUsd) {
      const day = utcDay(clock.now())
      const id = randomUUID()
      const hold = async (usd: number): Promise<Answer> =>
        isBound && usd > 0 ? await ask({ id, day, usd, accounts }) : 'held'
      const answer = await hold(priceUsd)
      if (answer !== 'held') return answer
      return heldOf(pool, { capability, day, accounts, holdId: isBound ? id : null }, priceUsd, hold)
    },
  }
}

function heldOf(pool: Pool, purchase: Purchase, priceUsd: number, hold: (usd: number) => Promise<Answer>): Held {
  let heldUsd = priceUsd
  // The cost of finished attempts, and the price of those in flight.
  let takenUsd = 0
  return {
    ...purchase,
    async reserve(usd) {
      takenUsd += usd
      const neededUsd = takenUsd
      if (neededUsd > heldUsd && (await hold(neededUsd)) !== 'held') {
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
    release: () => settle(pool, [{ purchase, usd: 0 }]).catch(() => undefined),
  }
}

async function reserveAll(pool: Pool, limits: SpendLimits, leaseMs: number, batch: Reservation[]): Promise<Answer[]> {
  const answers = new Map<string, Answer>()
  // At midnight a batch may hold calls of two days.
  for (const [day, ofDay] of Map.groupBy(batch, (reservation) => reservation.day)) {
    const { capability, budgetUsd, shareUsd } = limits
    const bounds = [budgetUsd ?? null, shareUsd ?? null, leaseMs / 1_000]
    const verdicts = await reserve.rows(pool, [capability, day, JSON.stringify(ofDay), ...bounds])
    for (const { id, verdict } of verdicts) answers.set(id, verdict)
  }
  return batch.map(({ id }) => answers.get(id) ?? 'over')
}
