import { Free } from '@rts/shared/contract/free'
import { Sliced, type Slices } from '@rts/shared/contract/sliced'
import { encodeCursor } from '@rts/shared/cursor'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { rowsBefore, wholeList } from '../lists/lists.ts'
import { siteOf } from '../sites/sites.ts'
import { listQueries, listUntracked, orderQueries, type ShownQuery } from './queries.sql.ts'
import { createReader, findUsual, type ReadingDeps } from './reading.ts'

const rowsOfSlice = 500
const maxUntracked = 200

export function queryHandlers(deps: ReadingDeps) {
  const read = createReader(deps)
  const { db } = deps
  return {
    'searchConsoleQueries.list': async ({ params, query, ...call }) => {
      const { days, q = null, sort = 'clicks' } = query
      const { site, saved, head, isFree } = await read(params.id, days, call)
      const numbers = saved ? await orderQueries(db, saved.id, { q, sort }) : []
      const start = rowsBefore('search-queries', query.cursor)
      const end = start + (query.limit ?? wholeList)
      const nextCursor = end < numbers.length ? encodeCursor('search-queries', String(end)) : null
      const rowsOf = (part: readonly number[]) => (saved ? listQueries(db, saved.id, site, part) : Promise.resolve([]))
      const slices = slicesOf(numbers.slice(start, end), rowsOf, nextCursor)
      const answer = new Sliced('queries', { ...head, total: numbers.length }, slices)
      return isFree ? new Free(answer) : answer
    },

    'searchQueries.snapshot': async ({ params, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const saved = await findUsual(db, site)
      if (!saved) return { ...noColumns, startDate: null, endDate: null, sandbox: false }
      const rows = await listUntracked(db, saved.id, site.id, maxUntracked)
      const { startDate, endDate, sandbox } = saved
      return {
        queries: rows.map((row) => row.query),
        impressions: rows.map((row) => row.impressions),
        positions: rows.map((row) => row.position),
        startDate,
        endDate,
        sandbox,
      }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

const noColumns = { queries: [], impressions: [], positions: [] }

type Row = Omit<ShownQuery, 'ownCheckedAt'> & { ownCheckedAt: string | null }

async function* slicesOf(
  numbers: readonly number[],
  rowsOf: (part: readonly number[]) => Promise<ShownQuery[]>,
  nextCursor: string | null,
): Slices<Row> {
  let at = 0
  for (; at + rowsOfSlice < numbers.length; at += rowsOfSlice)
    yield (await rowsOf(numbers.slice(at, at + rowsOfSlice))).map(toRow)
  return { rows: (await rowsOf(numbers.slice(at))).map(toRow), nextCursor }
}

function toRow({ ownCheckedAt, ...row }: ShownQuery): Row {
  return { ...row, ownCheckedAt: ownCheckedAt?.toISOString() ?? null }
}
