import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { KeywordStore } from '../keywords/keyword-store.ts'
import type { SiteStore } from '../sites/sites.sql.ts'
import { siteOf, wholeList } from '../sites/sites.ts'
import type { HistoryStore } from './history.sql.ts'
import { historyRowOf } from './rows.ts'
import { historyWindow } from './rules/history-window.ts'

export type HistoryHandlerDeps = { sites: SiteStore; keywords: KeywordStore; history: HistoryStore }

export function historyHandlers({ sites, keywords, history }: HistoryHandlerDeps) {
  return {
    'history.list': async ({ params, query, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const keyword = await keywords.require(site, params.kid)
      const request = { before: timeBefore(query.cursor), take: query.limit ?? wholeList }
      const { rows, total, next } = await history.list(keyword, historyWindow(query.from, query.to), request)
      const nextCursor = next === null ? null : encodeCursor('history', String(next))
      return { history: rows.map(historyRowOf), total, nextCursor }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** The time of the oldest entry shown so far, before which the next page ends; null without a cursor. */
function timeBefore(cursor: string | undefined): number | null {
  const time = decodeCursor('history', cursor)
  if (time !== null && !/^\d{1,15}$/.test(time)) throw noSuchCursor()
  return time === null ? null : Number(time)
}
