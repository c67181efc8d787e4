import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { HistoryStore } from '../data/history-store.ts'
import type { KeywordStore } from '../data/keyword-store.ts'
import type { SiteStore } from '../data/site-store.ts'
import { historyWindow } from '../domain/history-window.ts'
import { historyRowOf } from './present.ts'
import { paged, scopeOf, sliceWish } from './scope.ts'

export type HistoryHandlerDeps = { sites: SiteStore; keywords: KeywordStore; history: HistoryStore }

export function historyHandlers(deps: HistoryHandlerDeps): Pick<ServiceHandlers<'projects'>, 'history.list'> {
  const { sites, keywords, history } = deps
  return {
    'history.list': async ({ params, query, caller }) => {
      const site = await sites.require(scopeOf(caller), params.id)
      const keyword = await keywords.require(site, params.kid)
      const { after: before, take } = sliceWish('history', query)
      const slice = await history.list(keyword, historyWindow(query.from, query.to), { before, take })
      return { history: slice.rows.map(historyRowOf), ...paged('history', slice) }
    },
  }
}
