import { type Clock, dayMs } from '@rts/shared/clock'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { siteOf } from '../sites/sites.ts'
import { listPageChanges } from './notable-changes.sql.ts'
import { competingPages } from './rules/competing-pages.ts'

/** Of the latest turns: hardly any site has more in a quarter. */
const maxTurns = 5_000

/** Phrases for which several addresses of the site take turns, so that none of them gets the strength of all. */
export function competingPageHandlers({ db, clock }: { db: Database; clock: Clock }) {
  return {
    'competingPages.list': async ({ params, query, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const since = new Date(clock.now().getTime() - query.days * dayMs)
      const turns = await listPageChanges(db, site.id, since, maxTurns)
      return { phrases: competingPages(turns) }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}
