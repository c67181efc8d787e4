import { Sliced } from '@rts/shared/contract/sliced'
import { invalidField } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { countKeywords, findKeywordPlace } from '../keywords/keywords.ts'
import { cursorBehind, rowsBefore, rowsOfSlice, type SliceRequest, sliceRequest, slicesOf } from '../lists/lists.ts'
import { listCompetitors, siteOf } from '../sites/sites.ts'
import { toComparisonRows } from './rows.ts'
import { readOwnDomain } from './series.sql.ts'
import { listOrdered, listStandings, readRivalRanks, type Standing } from './standings.sql.ts'

const pageSize = 200

/** Ranks of a site's keywords beside its competitors': in the order of the keywords, or sorted by one domain's ranks. */
export function comparisonHandlers({ db, records }: { db: Database; records: Records }) {
  return {
    'rankComparison.list': async ({ params, query, caller }) => {
      const { id: siteId } = await siteOf(db, caller, params.id)
      const request = await sliceRequest('rank-compare', query, (id) => findKeywordPlace(records, siteId, id))
      const [total, rivals] = await Promise.all([countKeywords(records, siteId), listCompetitors(db, siteId)])
      const read = (part: SliceRequest) => listStandings(db, siteId, part)
      const present = async (rows: Standing[]) => {
        const ids = rows.map(({ id }) => id)
        return toComparisonRows(rows, rivals, await readRivalRanks(db, rivals, ids))
      }
      const slices = slicesOf('rank-compare', { ...request, slice: rowsOfSlice(rivals.length) }, read, present)
      return new Sliced('rows', { competitors: rivals, total }, slices)
    },

    'comparedRanks.list': async ({ params, query: { cursor, sort, isDown, q }, caller }) => {
      const { id: siteId } = await siteOf(db, caller, params.id)
      const rivals = await listCompetitors(db, siteId)
      if (sort !== 'keyword' && sort !== 'you' && !rivals.some(({ id }) => id === sort))
        throw invalidField('sort', 'is neither "keyword" nor "you" nor a competitor of the site', 'query')
      const domainId = sort === 'keyword' ? null : sort === 'you' ? await readOwnDomain(db, siteId) : sort
      const order = { domainId, isDown, q, skip: rowsBefore('compared', cursor), take: pageSize }
      const { rows, total } = await listOrdered(db, siteId, order)
      const ids = rows.map(({ id }) => id)
      const compared = toComparisonRows(rows, rivals, await readRivalRanks(db, rivals, ids))
      return { competitors: rivals, rows: compared, total, nextCursor: cursorBehind('compared', order, total) }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}
