import { utcDay } from '@rts/shared/clock'
import { Sliced } from '@rts/shared/contract/sliced'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Records } from '../database.sql.ts'
import { daysBetween, firstDay } from '../history/history.ts'
import { countKeywords, findKeywordPlace } from '../keywords/keywords.ts'
import { changedSince, rowsOfSlice, type SliceRequest, sliceRequest, slicesOf } from '../lists/lists.ts'
import { siteOf } from '../sites/sites.ts'
import { createQuestions, type QuestionDeps } from './questions.ts'
import { toTaggedRow, toWeighed } from './rows.ts'
import { columnsOf, type DayField, dayColumns, dayFields, dayFieldsOf, requirePageOfDays } from './rules/day-columns.ts'
import { visibilityOf, visibilityScore } from './rules/visibility.ts'
import { type DayCheck, readDailyChecks, readDailyPositions, readOwnDomain } from './series.sql.ts'
import { listStandings, readSums, type Standing } from './standings.sql.ts'

export function overviewHandlers({ db, records, clock, rhythmDays }: QuestionDeps & { records: Records }) {
  const { standings } = createQuestions({ db, clock, rhythmDays })

  async function dated(siteId: string, dates: readonly string[], fields: readonly DayField[]) {
    const domainId = await readOwnDomain(db, siteId)
    return async (rows: Standing[]) => {
      const ids = rows.map(({ id }) => id)
      const asked = { siteId, keywordIds: ids, since: new Date(dates[0] ?? 0) }
      if (fields.length > 0) return toDatedRows(rows, dates, await readDailyChecks(db, asked, domainId), fields)
      const columns = dayColumns(ids, dates, await readDailyPositions(db, asked, domainId))
      return rows.map((row, i) => ({ ...toTaggedRow(row), positions: columns[i] ?? [] }))
    }
  }

  return {
    'overview.get': async ({ params, query, caller }) => {
      if (query.counted) return standings(caller, params.id, query)
      const fields = dayFieldsOf(query.fields, query.days)
      const { id: siteId } = await siteOf(db, caller, params.id)
      const request = await sliceRequest('overview', query, (id) => findKeywordPlace(records, siteId, id))
      const { since, head } = await changedSince(db, query)
      const slice = rowsOfSlice((query.days ?? 0) * (1 + fields.length))
      const read = (part: SliceRequest) => listStandings(db, siteId, part, since)
      // A page that holds all keywords is their tally too. A list without a limit may be long: its slices wait for their turn.
      const take = query.limit && Math.min(query.limit, slice)
      const first = take === undefined ? undefined : await read({ ...request, take })
      const isWhole = first?.isLast && request.after === null && since === null
      const sums = isWhole ? null : await readSums(db, siteId)
      const known = sums?.keywords ?? first?.rows.length ?? 0
      const total = since === null ? known : await countKeywords(records, siteId, since)
      const score = sums ? visibilityOf(sums) : visibilityScore((first?.rows ?? []).map(toWeighed))
      const paging = { ...request, slice }
      if (query.days === undefined) {
        const present = (rows: Standing[]) => rows.map(toTaggedRow)
        return new Sliced('keywords', { score, total, ...head }, slicesOf('overview', paging, read, present, first))
      }
      requirePageOfDays(query.days, Math.min(request.take, total))
      const today = utcDay(clock.now())
      const dates = daysBetween(firstDay(today, query.days), today)
      const slices = slicesOf('overview', paging, read, await dated(siteId, dates, fields), first)
      return new Sliced('keywords', { score, dates, total, ...head }, slices)
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function toDatedRows(
  rows: Standing[],
  dates: readonly string[],
  checks: readonly DayCheck[],
  fields: readonly DayField[],
) {
  const ids = rows.map(({ id }) => id)
  const ofEach = <V>(value: (check: DayCheck) => V | null) => columnsOf(ids, dates, checks, value)
  const positions = ofEach(({ position }) => position)
  const values = {
    url: ofEach(({ url }) => url),
    checkedAt: ofEach((of) => of.checkedAt.toISOString()),
    depth: ofEach((of) => of.depth),
  }
  return rows.map((row, i) => ({
    ...toTaggedRow(row),
    positions: positions[i] ?? [],
    ...Object.fromEntries(fields.map((field) => [dayFields[field], values[field][i] ?? []])),
  }))
}
