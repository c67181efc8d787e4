import type { Clock } from '@rts/shared/clock'
import type { PassRow, TurnRow } from '@rts/shared/contract/rows/advice'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { SiteStore } from '../sites/sites.sql.ts'
import { siteOf } from '../sites/sites.ts'
import type { Pass, Turn, TurnStore } from './turns.sql.ts'

export type TurnHandlerDeps = { sites: SiteStore; turns: TurnStore; clock: Clock }

const dayMs = 86_400_000
/** A pass is news for a week, and the check before it may be a week older. */
const passDays = 15
/** Of each: an answer over the broker has eight megabytes. */
const most = 5_000

export function turnHandlers({ sites, turns, clock }: TurnHandlerDeps) {
  return {
    'turns.snapshot': async ({ params, query: { days }, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const since = (ago: number) => new Date(clock.now().getTime() - ago * dayMs)
      const [own, passes] = await Promise.all([
        turns.turns(site.id, since(days), most),
        turns.passes(site.id, since(Math.min(days, passDays)), most),
      ])
      return { turns: own.map(turnRowOf), passes: passes.map(passRowOf) }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function turnRowOf({ at, beforeAt, beforePosition, beforeUrl, ...turn }: Turn): TurnRow {
  const before = { at: beforeAt.toISOString(), position: beforePosition, url: beforeUrl }
  return { ...turn, at: at.toISOString(), before }
}

function passRowOf({ at, beforeAt, beforePosition, beforeOwn, ...pass }: Pass): PassRow {
  const before = { at: beforeAt.toISOString(), position: beforePosition, own: beforeOwn }
  return { ...pass, at: at.toISOString(), before }
}
