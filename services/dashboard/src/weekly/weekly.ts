import { startLane } from '@rts/shared/loops/lane'
import type { Loop } from '@rts/shared/loops/loop'
import { inTransaction } from '@rts/shared/service/transaction'
import { timeZoneOf } from '../people/people.ts'
import { sitesOf, stopUrlOf, type WeeklyParts } from './facts.ts'
import { claimRecipient, dropRecipient, listWanted, type Recipient, restUntil, takeWeek } from './recipients.sql.ts'
import { weekOf } from './rules/mondays.ts'

export { addRecipient } from './recipients.sql.ts'

/** Writes each person's letter about the week, on Monday morning in their zone. */
export function startWeeklyMail(deps: WeeklyParts): Loop {
  const { database, clock, logger, mail, publicUrl } = deps

  async function write({ personId, email, lastWeek }: Recipient): Promise<void> {
    const wanted = await listWanted(database, personId)
    if (wanted.length === 0) return inTransaction(database, (tx) => dropRecipient(tx, personId))
    const now = clock.now()
    const { monday, isOpen, next } = weekOf(now, await timeZoneOf(database, personId))
    if (!isOpen || lastWeek === monday) return restUntil(database, personId, next)
    const sites = await sitesOf(deps, personId, wanted)
    await inTransaction(database, async (tx) => {
      if (!(await takeWeek(tx, personId, monday, next))) return
      // A letter about a site may be stopped while its facts are read.
      const stillWanted = new Set((await listWanted(tx, personId)).map(({ siteId }) => siteId))
      const told = sites.filter(({ id }) => stillWanted.has(id))
      if (told.length === 0) return
      const siteIds = told.map(({ id }) => id)
      const stopUrl = stopUrlOf(deps, personId, siteIds)
      const variables = { url: publicUrl, stopUrl, monday, sites: told.map(({ id: _id, ...site }) => site) }
      await mail.compose(tx, {
        id: `weekly.${personId}.${monday}`,
        kind: 'weekly',
        to: email,
        at: now.toISOString(),
        variables,
      })
    })
  }

  return startLane({
    claim: () => claimRecipient(database, clock.now()),
    run: write,
    onError: (error) => logger.warn({ err: error }, 'a weekly letter was not written'),
    pollMs: 5_000,
  })
}
