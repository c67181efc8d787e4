import type { MovementRow } from '@rts/shared/contract/rows/series'
import { Sliced } from '@rts/shared/contract/sliced'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { AccountStore } from '../accounts/accounts.sql.ts'
import type { KeywordStore } from '../keywords/keyword-store.ts'
import { rowsOfSlice, slicesOf } from '../lists/lists.ts'
import { changeOf } from '../rank-checks/rules/positions.ts'
import type { SiteStore, SliceRequest } from '../sites/sites.sql.ts'
import { siteOf, sliceRequest } from '../sites/sites.ts'
import type { EarlierRank, EarlierRankStore } from './earlier-ranks.sql.ts'
import { overviewRowOf } from './rows.ts'
import { countsForDays } from './rules/daily.ts'
import { visibilityScore } from './rules/visibility.ts'
import type { Standing, StandingStore } from './standings.sql.ts'

export type MovementHandlerDeps = {
  sites: SiteStore
  keywords: KeywordStore
  standings: StandingStore
  earlierRanks: EarlierRankStore
  /** The days between two checks of an account. */
  accounts: Pick<AccountStore, 'rhythmDays'>
}

export function movementHandlers(deps: MovementHandlerDeps) {
  const { sites, keywords, standings, earlierRanks, accounts } = deps
  return {
    'movements.list': async ({ params, query: { days, ...paging }, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const request = await sliceRequest('movements', paging, (id) => keywords.placeOf(site, id))
      const rhythmDays = await accounts.rhythmDays(site.accountId)
      const [earlier, tallies] = await Promise.all([
        earlierRanks.ofSite(site.id, days, countsForDays(rhythmDays)),
        standings.tally(site.id),
      ])
      const rankThen = new Map(earlier.map((rank) => [rank.keywordId, rank]))
      const read = (part: SliceRequest) => standings.list(site.id, part)
      const present = (rows: Standing[]) => rows.map((row) => movementOf(row, rankThen.get(row.id)))
      const slices = slicesOf('movements', { ...request, slice: rowsOfSlice(0) }, read, present)
      const total = tallies.reduce((sum, tally) => sum + tally.keywords, 0)
      return new Sliced('keywords', { score: visibilityScore(tallies), total }, slices)
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function movementOf(row: Standing, then: EarlierRank | undefined): MovementRow {
  const previousPosition = then?.position ?? null
  const change = changeOf(previousPosition, row.position)
  return { ...overviewRowOf(row), previousPosition, previousUrl: then?.url ?? null, change }
}
