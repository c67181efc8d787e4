import { type Clock, dayMs } from '@rts/shared/clock'
import { invalidField } from '@rts/shared/errors'
import type { Database } from '@rts/shared/service/transaction'
import { faults } from '@rts/shared/texts/faults'
import { reachOf, readSiteReach } from '../history/history.ts'
import type { Site } from '../sites/sites.ts'

export type ComparedDayDeps = { db: Database; rhythmDays(accountId: string): Promise<number>; clock: Clock }

/**
 * When the ranks of a day (`YYYY-MM-DD`, UTC) were looked up: at its end, or as far before as one still counted, `from` at the earliest.
 * Throws `invalid_input` for a day that is not over.
 */
export async function comparedDay(
  { db, rhythmDays, clock }: ComparedDayDeps,
  site: Pick<Site, 'id' | 'accountId'>,
  day: string,
) {
  const until = new Date(`${day}T23:59:59.999Z`)
  if (until >= clock.now()) throw invalidField('since', faults.notBeforeToday, 'query')
  const reachDays = reachOf(await rhythmDays(site.accountId))
  const from = new Date(until.getTime() - (1 + (await readSiteReach(db, site.id, reachDays))) * dayMs)
  return { from, until, reachDays }
}
