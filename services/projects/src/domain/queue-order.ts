import { type Plan, planNames } from '@rts/shared/plans'

const lateAfterMs = 15 * 60_000

/** The pages of these plans come first. */
export const paidPlans: readonly Plan[] = planNames.filter((plan) => plan !== 'guest' && plan !== 'free')

/** What was due before this was missed while nobody was at work: it is made up for beside what is on time. */
export function lateBefore(now: Date): Date {
  return new Date(now.getTime() - lateAfterMs)
}
