import type { HistoryRow } from '@rts/shared/contract/rows/keyword'
import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { requireKeyword } from '../keywords/keywords.ts'
import { wholeList } from '../lists/lists.ts'
import { siteOf } from '../sites/sites.ts'
import { type HistoryEntry, listHistory } from './history.sql.ts'
import { historyWindow } from './rules/history-window.ts'

/** The checks of one keyword. */
export function historyHandlers({ db, records }: { db: Database; records: Records }) {
  return {
    'history.list': async ({ params, query, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const keyword = await requireKeyword(records, site.id, params.kid)
      const request = { before: timeBefore(query.cursor), take: query.limit ?? wholeList }
      const { rows, total, next } = await listHistory(db, keyword.id, historyWindow(query.from, query.to), request)
      const nextCursor = next === null ? null : encodeCursor('history', String(next))
      return { history: rows.map(toHistoryRow), total, nextCursor }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** The time of the oldest entry shown so far, before which the next page ends; null without a cursor. */
function timeBefore(cursor: string | undefined): number | null {
  const time = decodeCursor('history', cursor)
  if (time !== null && !/^\d{1,15}$/.test(time)) throw noSuchCursor()
  return time === null ? null : Number(time)
}

function toHistoryRow({ position, checkedAt, url, depth, source, sandbox }: HistoryEntry): HistoryRow {
  const row = { position, checkedAt: checkedAt.toISOString(), url, found: position > 0, depth, source }
  return sandbox ? { ...row, sandbox } : row
}
