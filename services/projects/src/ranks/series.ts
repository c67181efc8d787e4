import { type Clock, utcDay } from '@rts/shared/clock'
import type { FailedCheckRow, HistoryRow } from '@rts/shared/contract/rows/keyword'
import type { PositionSeries } from '@rts/shared/contract/rows/series'
import { decodeCursor, encodeCursor, noSuchCursor } from '@rts/shared/cursor'
import { failureKinds } from '@rts/shared/failure'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { Records } from '../database.sql.ts'
import { daysBetween, firstDay, reachOf } from '../history/history.ts'
import { requireKeyword } from '../keywords/keywords.ts'
import { wholeList } from '../lists/lists.ts'
import { listNotes, toNoteRow } from '../notes/notes.ts'
import { listNextChecks } from '../queue/queue.ts'
import { listCompetitors, siteOf } from '../sites/sites.ts'
import { dayColumns } from './rules/day-columns.ts'
import { historyWindow } from './rules/history-window.ts'
import {
  type Check,
  type HistoryEntry,
  type KeywordFailure,
  listChecks,
  listFailures,
  listHistory,
  readDailyPositions,
  readOwnDomain,
} from './series.sql.ts'

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

type SeriesDeps = { db: Database; records: Records; rhythmDays(accountId: string): Promise<number>; clock: Clock }

const sparkDays = 30
const maxFailures = 1_000
const maxRivals = 5

export function seriesHandlers({ db, records, rhythmDays, clock }: SeriesDeps) {
  const since = (days: number) => new Date(firstDay(utcDay(clock.now()), days))
  return {
    'positions.list': async ({ params, query: { keywordIds, hosts, days }, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const rivals = hosts === 'own' ? [] : (await listCompetitors(db, site.id)).slice(0, maxRivals)
      const shown = [{ id: await readOwnDomain(db, site.id), domain: site.domain }, ...rivals]
      const from = since(days)
      const asked = { siteId: site.id, keywordIds, since: from }
      const rhythm = await rhythmDays(site.accountId)
      const [checks, failures, noted, dues] = await Promise.all([
        listChecks(db, asked, { domainIds: shown.map(({ id }) => id), reachDays: reachOf(rhythm) }),
        listFailures(db, asked, maxFailures),
        listNotes(records, site.id),
        listNextChecks(db, site.id, keywordIds),
      ])
      const byLine = Map.groupBy(checks, ({ keywordId, domainId }) => `${keywordId} ${domainId}`)
      const lines = keywordIds.flatMap((keywordId) =>
        shown.map(({ id, domain }, i) => {
          const line = { keywordId, competitorId: i === 0 ? null : id, domain }
          return { ...line, ...columnsOf(byLine.get(`${keywordId} ${id}`) ?? []) }
        }),
      )
      return {
        series: lines,
        failures: failures.map((row) => ({ keywordId: row.keywordId, ...toFailedCheckRow(row) })),
        notes: noted.filter(({ day }) => day >= from).map(toNoteRow),
        rhythmDays: rhythm,
        nextCheckAts: keywordIds.map((id) => dues.get(id)?.toISOString() ?? null),
      }
    },

    'sparks.list': async ({ params, query: { keywordIds }, caller }) => {
      const site = await siteOf(db, caller, params.id)
      const today = utcDay(clock.now())
      const days = daysBetween(firstDay(today, sparkDays), today)
      const asked = { siteId: site.id, keywordIds, since: since(sparkDays) }
      const found = await readDailyPositions(db, asked, await readOwnDomain(db, site.id))
      return { ids: keywordIds, positions: dayColumns(keywordIds, days, found) }
    },
  } satisfies Partial<ServiceHandlers<'projects'>>
}

function columnsOf(checks: readonly Check[]): Omit<PositionSeries, 'keywordId' | 'competitorId' | 'domain'> {
  return {
    ats: checks.map(({ checkedAt }) => checkedAt.toISOString()),
    positions: checks.map(({ position }) => position),
    urls: checks.map(({ url }) => url),
    depths: checks.map(({ depth }) => depth),
    reaches: checks.map(({ reach }) => reach),
    sources: checks.map(({ source }) => source),
    sandboxes: checks.map(({ sandbox }) => sandbox),
  }
}

function toFailedCheckRow({ checkedAt, error, source }: KeywordFailure): FailedCheckRow {
  return { at: checkedAt.toISOString(), error: failureKinds.find((kind) => kind === error) ?? null, source }
}
