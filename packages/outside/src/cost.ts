import { type Clock, nextUtcMidnight } from '@rts/shared/clock'
import { type Failure, failed } from '@rts/shared/failure'

/** `reserve` sets USD aside; null when there is not enough. */
export type Budget = { reserve(usd: number): Promise<Reservation | null> }
export type Reservation = { settle(costUsd: number): Promise<void> }

export function costOfAll(failures: readonly Failure[]): number {
  return failures.reduce((sum, { costUsd }) => sum + costUsd, 0)
}

/** Can be tried again after UTC midnight. */
export function overBudget(source: string, clock: Clock): Failure {
  const now = clock.now()
  const retryAfterSeconds = Math.ceil((nextUtcMidnight(now).getTime() - now.getTime()) / 1000)
  return failed(source, 'budget', { retryAfterSeconds, asked: false })
}
