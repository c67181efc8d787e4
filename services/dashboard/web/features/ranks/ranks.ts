import { keepPreviousData, type Query } from '@tanstack/react-query'
import { type OutputOf, read } from '../../api/call.ts'

export type Ranks = OutputOf<'movements.list'>

const soonestMs = 2_000
const latestMs = 15_000

/** The present ranks beside those of so many days before, or the ranks of two days. */
export type Compared = { days: number } | { from: string; until: string }

/** The ranks of a site beside those of an earlier day; asked again by itself as long as a check is waiting. */
export function ranksOf(siteId: string, compared: Compared) {
  return {
    ...read('movements.list', { params: { id: siteId }, query: compared }),
    // Those of another period stay until the wanted ones come. Those of another site do not: the page begins anew.
    placeholderData: keepPreviousData<Ranks>,
    refetchInterval: ({ state }: Pick<Query<Ranks>, 'state'>) => {
      const since = Math.max(...(state.data?.keywords ?? []).map(queuedAt))
      return since > 0 ? Math.min(latestMs, Math.max(soonestMs, (Date.now() - since) / 10)) : false
    },
  }
}

/** Since when a keyword waits for a check; 0 if it does not. */
function queuedAt({ lastCheck }: Ranks['keywords'][number]): number {
  return lastCheck?.status === 'queued' ? Date.parse(lastCheck.at) : 0
}
