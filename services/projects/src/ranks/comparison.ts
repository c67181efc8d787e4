import { Sliced } from '@rts/shared/contract/sliced'
import { invalidField } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { countKeywords, findKeywordPlace } from '../keywords/keywords.ts'
import { cursorBehind, rowsBefore, rowsOfSlice, type SliceRequest, sliceRequest, slicesOf } from '../lists/lists.ts'
import { listCompetitors, siteOf } from '../sites/sites.ts'
import { createQuestions, type QuestionDeps } from './questions.ts'
import { toComparisonRows } from './rows.ts'
import { readOwnDomain } from './series.sql.ts'
import { listOrdered, listStandings, readRivalRanks, type Standing } from './standings.sql.ts'

const pageSize = 200

/** Ranks of a site's keywords beside its competitors': in the order of the keywords, or sorted by one domain's ranks. */
export function comparisonHandlers({ db, records, ...deps }: QuestionDeps & { records: Records }) {
  const { rivals: countedRivals } = createQuestions({ db, ...deps })

  return {
    'rankComparison.list': async ({ params, query, caller }) => {
      const site = await siteOf(db, caller, params.id)
      if (query.counted) return countedRivals(site, query)
      if (query.order) return inOrder(db, site.id, query.order, query.cursor)
      const { id: siteId } = site
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
  } satisfies Partial<ServiceHandlers<'projects'>>
}

type Order = { by: string; isDown: boolean; q: string }

async function inOrder(db: Database, siteId: string, { by, isDown, q }: Order, cursor: string | undefined) {
  const competitors = await listCompetitors(db, siteId)
  if (by !== 'keyword' && by !== 'you' && !competitors.some(({ id }) => id === by))
    throw invalidField('order', 'is neither by "keyword" nor by "you" nor by a competitor of the site', 'query')
  const domainId = by === 'keyword' ? null : by === 'you' ? await readOwnDomain(db, siteId) : by
  const order = { domainId, isDown, q, skip: rowsBefore('compared', cursor), take: pageSize }
  const { rows: found, total } = await listOrdered(db, siteId, order)
  const ids = found.map(({ id }) => id)
  const rows = toComparisonRows(found, competitors, await readRivalRanks(db, competitors, ids))
  return { competitors, rows, total, nextCursor: cursorBehind('compared', order, total) }
}
