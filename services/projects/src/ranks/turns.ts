import { type Clock, dayMs } from '@rts/shared/clock'
import type { PassRow, TurnRow } from '@rts/shared/contract/rows/advice'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { siteOf } from '../sites/sites.ts'
import { listPasses, listTurns, type Pass, type Turn } from './turns.sql.ts'

/** A pass is news for a week, and the check before it may be a week older. */
const passDays = 15
/** Of each: an answer over the broker has eight megabytes. */
const most = 5_000

/** The news in a site's ranks, as other services read them. */
export function turnHandlers({ db, clock }: { db: Database; clock: Clock }) {
  return {
    'turns.snapshot': async ({ params, query: { days }, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const since = (ago: number) => new Date(clock.now().getTime() - ago * dayMs)
      const [own, passes] = await Promise.all([
        listTurns(db, site.id, since(days), most),
        listPasses(db, site.id, since(Math.min(days, passDays)), most),
      ])
      return { turns: own.map(toTurnRow), passes: passes.map(toPassRow) }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function toTurnRow({ at, beforeAt, beforePosition, beforeUrl, ...turn }: Turn): TurnRow {
  const before = { at: beforeAt.toISOString(), position: beforePosition, url: beforeUrl }
  return { ...turn, at: at.toISOString(), before }
}

function toPassRow({ at, beforeAt, beforePosition, beforeOwn, ...pass }: Pass): PassRow {
  const before = { at: beforeAt.toISOString(), position: beforePosition, own: beforeOwn }
  return { ...pass, at: at.toISOString(), before }
}
