import { type Plan, planNames } from '@rts/shared/plans'

export type Pace = { take(wanted: number, now: Date): number }

/** Allows at most `perSecond` starts on average and `burst` at once; `take` returns how many of the wanted may start now. */
export function createPace({ perSecond, burst }: { perSecond: number; burst: number }): Pace {
  let tokens = burst
  let countedAt: number | null = null
  return {
    take(wanted, now) {
      // A clock that is set back must not take tokens away.
      const elapsedMs = countedAt === null ? 0 : Math.max(0, now.getTime() - countedAt)
      countedAt = now.getTime()
      tokens = Math.min(burst, tokens + (elapsedMs / 1_000) * perSecond)
      const taken = Math.max(0, Math.min(wanted, Math.floor(tokens)))
      tokens -= taken
      return taken
    },
  }
}

const lateAfterMs = 15 * 60_000

export const paidPlans: readonly Plan[] = planNames.filter((plan) => plan !== 'guest' && plan !== 'free')

/** A check due before this time was missed while no worker ran: it is caught up beside the checks on time. */
export function lateBefore(now: Date): Date {
  return new Date(now.getTime() - lateAfterMs)
}
