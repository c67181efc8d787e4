import { type Plan, planNames } from '@rts/shared/plans'

const lateAfterMs = 15 * 60_000

export const paidPlans: readonly Plan[] = planNames.filter((plan) => plan !== 'guest' && plan !== 'free')

/** A check due before this time was missed while no worker ran: it is caught up beside the checks on time. */
export function lateBefore(now: Date): Date {
  return new Date(now.getTime() - lateAfterMs)
}
