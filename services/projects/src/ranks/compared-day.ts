import type { Clock } from '@rts/shared/clock'
import { invalidField } from '@rts/shared/errors'
import type { Site } from '../sites/sites.ts'
import { countsSince } from './rules/daily.ts'

export type ComparedDayDeps = { rhythmDays(accountId: string): Promise<number>; clock: Clock }

/** When the ranks of a day (`YYYY-MM-DD`, UTC) were looked up. Throws `invalid_input` for a day that is not over. */
export async function comparedDay({ rhythmDays, clock }: ComparedDayDeps, site: Site, day: string) {
  const until = new Date(`${day}T23:59:59.999Z`)
  if (until >= clock.now()) throw invalidField('since', 'must be a day before today', 'query')
  return { from: countsSince(until, await rhythmDays(site.accountId)), until }
}
