import { type Clock, nextUtcMidnight } from '@rts/shared/clock'
import { type Failure, failed } from '@rts/shared/failure'

/** What the day can still pay for, in USD. `reserve` sets a price aside, or answers null when the day cannot bear it. */
export type Budget = { reserve(usd: number): Promise<Reservation | null> }
/** `settle` says what it really cost, in USD. */
export type Reservation = { settle(costUsd: number): Promise<void> }

type Charged = { ok: true; costUsd: number | null } | Failure

/** What an outcome has cost in USD, given its price. After a timeout nobody knows: then it is the price. */
export function costOf(outcome: Charged, priceUsd: number): number {
  if (outcome.ok) return outcome.costUsd ?? priceUsd
  if (outcome.costUsd > 0) return outcome.costUsd
  return outcome.billed || outcome.kind === 'timeout' ? priceUsd : 0
}

/** What failures have cost together. */
export function costOfAll(failures: readonly Failure[]): number {
  return failures.reduce((sum, { costUsd }) => sum + costUsd, 0)
}

/** The failure of an ask that the day cannot pay for; it can be tried again after UTC midnight. */
export function overBudget(source: string, clock: Clock): Failure {
  const now = clock.now()
  const retryAfterSeconds = Math.ceil((nextUtcMidnight(now).getTime() - now.getTime()) / 1000)
  return failed(source, 'budget', { retryAfterSeconds, asked: false })
}
