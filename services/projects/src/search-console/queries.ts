import { Free } from '@rts/shared/contract/free'
import type { Slices } from '@rts/shared/contract/sliced'
import { Sliced } from '@rts/shared/contract/sliced'
import { encodeCursor } from '@rts/shared/cursor'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { rowsBefore, siteOf, wholeList } from '../sites/sites.ts'
import type { QueryStore, ShownQuery } from './queries.sql.ts'
import { createReader, type ReadingDeps, savedReading } from './reading.ts'

export type QueryDeps = ReadingDeps & { queries: QueryStore }

const rowsOfSlice = 500
const mostUntracked = 200

/** What Google's search console says of a site's queries. */
export function queryHandlers(deps: QueryDeps) {
  const read = createReader(deps)
  const { readings, queries, sites } = deps
  return {
    'searchConsoleQueries.list': async ({ params, query, ...call }) => {
      const { days, q = null, sort = 'clicks' } = query
      const { site, saved, head, isFree } = await read(params.id, days, call)
      const numbers = saved ? await queries.order(saved.id, { q, sort }) : []
      const list = `search-queries-${sort}` as const
      const start = rowsBefore(list, query.cursor)
      const end = start + (query.limit ?? wholeList)
      const nextCursor = end < numbers.length ? encodeCursor(list, String(end)) : null
      const rowsOf = (part: readonly number[]) => (saved ? queries.rows(saved.id, site, part) : Promise.resolve([]))
      const slices = slicesOf(numbers.slice(start, end), rowsOf, nextCursor)
      const answer = new Sliced('queries', { ...head, total: numbers.length }, slices)
      return isFree ? new Free(answer) : answer
    },

    'searchQueries.snapshot': async ({ params, caller }) => {
      const site = await siteOf(sites, caller, params.id)
      const saved = await savedReading(readings, site)
      if (!saved) return { ...noColumns, startDate: null, endDate: null, sandbox: false }
      const rows = await queries.untracked(saved.id, site.id, mostUntracked)
      const { startDate, endDate, sandbox } = saved
      return {
        queries: rows.map((row) => row.query),
        impressions: rows.map((row) => row.impressions),
        positions: rows.map((row) => row.position),
        ...{ startDate, endDate, sandbox },
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
    yield (await rowsOf(numbers.slice(at, at + rowsOfSlice))).map(rowOf)
  return { rows: (await rowsOf(numbers.slice(at))).map(rowOf), nextCursor }
}

function rowOf({ ownCheckedAt, ...row }: ShownQuery): Row {
  return { ...row, ownCheckedAt: ownCheckedAt?.toISOString() ?? null }
}
