import type { Clock } from '@rts/shared/clock'
import { askerOf } from '@rts/shared/collects/asker'
import type { Collects } from '@rts/shared/collects/collects'
import type { Call } from '@rts/shared/contract/call'
import { AppError } from '@rts/shared/errors'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { PlanTable } from '@rts/shared/plans'
import type { AddText } from './months.sql.ts'
import { monthOf } from './rules/publish-month.ts'
import type { TextKind } from './text-kind.ts'

export type TextStartDeps = {
  collects: Pick<Collects, 'order'>
  plans: PlanTable
  clock: Clock
  /** Whether a writer is asked: an outline of our own costs no collect. */
  hasWriter: boolean
}
export type StartText = ReturnType<typeof createTextStart>
/** `nth` counts from 1, and `add` is there for a new text. */
type Start = { id: string; nth: number; add?: AddText }

/** Starts the writing of a plan or an article that is new, or that failed before. */
export function createTextStart({ collects, plans, clock, hasWriter }: TextStartDeps) {
  /** Throws the limit that keeps it from being started. A text that exists, or rests after a failure, is left as it is. */
  return async (kind: TextKind, site: KnownSite, call: Call, { id, nth, add }: Start): Promise<boolean> => {
    const { plan, collect } = call.caller
    if (collect === 'deny') throw new AppError('allowance_exhausted', 'Today’s calls are used up')
    const limit = { month: monthOf(clock.now()), most: plans[plan].writingsPerMonth }
    const ordered = await collects.order(
      kind,
      { id },
      {
        asker: askerOf(call, `s:${site.id}`),
        nth,
        isCounted: hasWriter,
        ...(add && { make: (client) => add(client, limit) }),
      },
    )
    const max = plans[plan].collectsPerDay
    if (ordered === 'used_up')
      throw new AppError('plan_limit_reached', `The plan allows ${max} collects a day`, {
        planLimit: { name: 'collectsPerDay', max, used: max },
      })
    if (ordered === 'unknown') throw new AppError('unavailable', 'The day’s collects cannot be counted just now')
    return ordered === 'started'
  }
}
