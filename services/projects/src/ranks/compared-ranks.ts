import { invalidField } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { CompetitorStore } from '../sites/competitors.sql.ts'
import type { SiteStore } from '../sites/sites.sql.ts'
import { siteOf } from '../sites/sites.ts'
import { compare } from './comparison.ts'
import type { SeriesStore } from './series.sql.ts'
import type { StandingStore } from './standings.sql.ts'

export type ComparedRankHandlerDeps = {
  sites: SiteStore
  standings: StandingStore
  competitors: CompetitorStore
  series: SeriesStore
}

const pageSize = 200

export function comparedRankHandlers({ sites, standings, competitors, series }: ComparedRankHandlerDeps) {
  return {
    'comparedRanks.list': async ({ params, query: { sort, isDown, q, page }, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const rivals = await competitors.list(site)
      const own = await series.ownDomain(site.id)
      if (sort !== 'keyword' && sort !== 'you' && !rivals.some(({ id }) => id === sort))
        throw invalidField('sort', 'is neither "keyword" nor "you" nor a competitor of the site', 'query')
      const domainId = sort === 'keyword' ? null : sort === 'you' ? own : sort
      const order = { domainId, isDown, q, skip: (page - 1) * pageSize, take: pageSize }
      const { ids, total } = await standings.ordered(site.id, order)
      const [rows, ranks] = await Promise.all([standings.pick(site.id, ids), standings.rivals(rivals, ids)])
      return { rows: compare(rows, rivals, ranks), total, competitors: rivals }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}
