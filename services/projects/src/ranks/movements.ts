import type { MovementRow } from '@rts/shared/contract/rows/series'
import { Sliced } from '@rts/shared/contract/sliced'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { findKeywordPlace } from '../keywords/keywords.ts'
import { rowsOfSlice, type SliceRequest, sliceRequest, slicesOf } from '../lists/lists.ts'
import { kindsOf, readFact } from '../rank-checks/rank-checks.ts'
import { siteOf } from '../sites/sites.ts'
import { type EarlierRank, readRanksBefore } from './earlier-ranks.sql.ts'
import { toRow } from './rows.ts'
import { changeOf } from './rules/change.ts'
import { isComparable } from './rules/comparable.ts'
import { countsForDays } from './rules/daily.ts'
import { visibilityScore } from './rules/visibility.ts'
import { listStandings, readTally, type Standing } from './standings.sql.ts'

type MovementDeps = { db: Database; records: Records; rhythmDays(accountId: string): Promise<number> }

export function movementHandlers({ db, records, rhythmDays }: MovementDeps) {
  return {
    'movements.list': async ({ params, query: { days, ...paging }, caller }) => {
      const { id: siteId, accountId } = await siteOf(db, caller, params.id)
      const request = await sliceRequest('movements', paging, (id) => findKeywordPlace(records, siteId, id))
      const reach = countsForDays(await rhythmDays(accountId))
      const [earlier, tallies] = await Promise.all([readRanksBefore(db, siteId, days, reach), readTally(db, siteId)])
      const rankThen = new Map(earlier.map((rank) => [rank.keywordId, rank]))
      const read = (part: SliceRequest) => listStandings(db, siteId, part)
      const present = (rows: Standing[]) => rows.map((row) => toMovementRow(row, rankThen.get(row.id)))
      const slices = slicesOf('movements', { ...request, slice: rowsOfSlice(0) }, read, present)
      const total = tallies.reduce((sum, tally) => sum + tally.keywords, 0)
      return new Sliced('keywords', { score: visibilityScore(tallies), total }, slices)
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function toMovementRow(row: Standing, then: EarlierRank | undefined): MovementRow {
  const previousPosition = then?.position ?? null
  const change = changeOf(previousPosition, row.position)
  const comparable = isComparable(row, { position: previousPosition, depth: then?.depth ?? null })
  return {
    ...toRow(row),
    previousPosition,
    previousUrl: then?.url ?? null,
    change,
    comparable,
    ...blocksOfRow(row),
  }
}

function blocksOfRow({ blocks }: Standing) {
  return {
    blocks: kindsOf(blocks),
    aiOverview: readFact(blocks, 'ai_overview'),
    aiCited: readFact(blocks, 'ai_cited'),
    snippet: readFact(blocks, 'snippet'),
    ownSnippet: readFact(blocks, 'own_snippet'),
  }
}
