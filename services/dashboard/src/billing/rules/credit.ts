import type { Period } from './periods.ts'

/** No payment method takes less. */
const minDueIdr = 10_000

/** The rest value of periods, in rupiah: each period's price for the whole seconds that are left, rounded down. */
export function creditOf(periods: readonly Period[], now: Date): number {
  return periods.reduce((sum, period) => sum + leftOf(period, now), 0)
}

function leftOf({ currency, price, startsAt, endsAt }: Period, now: Date): number {
  const from = Math.max(startsAt.getTime(), now.getTime())
  const leftSeconds = Math.floor((endsAt.getTime() - from) / 1_000)
  const seconds = Math.floor((endsAt.getTime() - startsAt.getTime()) / 1_000)
  // There is no rate at which dollars would become rupiah.
  if (currency !== 'IDR' || leftSeconds <= 0 || seconds <= 0) return 0
  // A year's price times its seconds is more than a number holds exactly.
  return Number((BigInt(price) * BigInt(leftSeconds)) / BigInt(seconds))
}

export type Due = {
  due: number
  /** The part that credit pays. */
  credit: number
  /** The part of the credit that earlier payments left over. */
  fromBalance: number
}

/** The amount due: the rest value of the old plan is used first, then the balance. */
export function dueFor(price: number, fromPeriods: number, balance: number): Due {
  const first = Math.min(price, fromPeriods)
  const fromBalance = Math.min(price - first, Math.max(0, balance))
  const rest = price - first - fromBalance
  return { due: rest < minDueIdr ? 0 : rest, credit: first + fromBalance, fromBalance }
}
