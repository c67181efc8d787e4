import { type Clock, dayMs } from '@rts/shared/clock'
import type { KeywordPast, RankChangeRow } from '@rts/shared/contract/rows/rank-change'
import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import { readHorizon } from '../lists/lists.ts'
import { siteOf } from '../sites/sites.ts'
import { type ChangePlace, listPasts, listRankChanges, type RankChange, type StoredPast } from './rank-changes.sql.ts'

const rowsOfPage = 1_000
const start = { at: new Date(0), seq: '0' }

/** Ranks as they changed since a time, for other services. */
export function rankChangeHandlers({ db, clock }: { db: Database; clock: Clock }) {
  return {
    'rankChanges.snapshot': async ({ params, query, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const take = query.limit ?? rowsOfPage
      const { until, after } = placeOf('rankChanges', query.cursor) ?? { until: await readHorizon(db), after: start }
      const rows = await listRankChanges(db, site.id, new Date(query.since), after, take)
      const nextCursor = cursorBehind('rankChanges', until, rows, take, ({ at }) => at)
      return { changes: rows.map(toChange), until: until.toISOString(), nextCursor }
    },

    'rankPasts.snapshot': async ({ params, query, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const take = query.limit ?? rowsOfPage
      const { until, after } = placeOf('rankPasts', query.cursor) ?? { until: await readHorizon(db), after: start }
      const from = new Date(clock.now().getTime() - query.days * dayMs)
      const rows = await listPasts(db, site.id, { updatedSince: new Date(query.since), from }, after.seq, take)
      const nextCursor = cursorBehind('rankPasts', until, rows, take, () => start.at)
      return { keywords: rows.map(toPast), until: until.toISOString(), nextCursor }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

/** Behind which row a page begins, and until when its list was read. Throws `invalid_input` for another list's cursor. */
function placeOf(list: string, cursor: string | undefined): { until: Date; after: ChangePlace } | null {
  const place = decodeCursor(list, cursor)
  if (place === null) return null
  const [, until, at, seq] = /^(\d{1,15})-(\d{1,15})-(\d{1,19})$/.exec(place) ?? []
  if (until === undefined || at === undefined || seq === undefined) throw noSuchCursor()
  return { until: new Date(Number(until)), after: { at: new Date(Number(at)), seq } }
}

function cursorBehind<R extends { seq: string }>(
  list: string,
  until: Date,
  rows: readonly R[],
  take: number,
  timeOf: (row: R) => Date,
): string | null {
  const last = rows.at(-1)
  if (!last || rows.length < take) return null
  return encodeCursor(list, `${until.getTime()}-${timeOf(last).getTime()}-${last.seq}`)
}

function toChange({
  seq: _seq,
  at,
  beforeAt,
  beforePosition,
  beforeUrl,
  sandbox,
  ...change
}: RankChange): RankChangeRow {
  const before = { at: beforeAt.toISOString(), position: beforePosition, url: beforeUrl }
  return { ...change, at: at.toISOString(), before, ...(sandbox && { sandbox }) }
}

function toPast({ seq: _seq, ...past }: StoredPast): KeywordPast {
  return past
}
