import { type Clock, dayMs } from '@rts/shared/clock'
import type { Kind } from '@rts/shared/collects/kind'
import { failed } from '@rts/shared/failure'
import { runInSteps } from '@rts/shared/scheduling'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { z } from 'zod'
import type { Records } from '../database.sql.ts'
import { insertRows, type NewRows } from './figures.sql.ts'
import type { Dimension, Read, SearchConsole } from './providers/console.ts'
import { forgetProperty, holdProperty, replaceReading } from './readings.sql.ts'
import { newPages, newQueries, readRows } from './rows.ts'
import { daysBefore, lastDays, type Window } from './rules/readings.ts'

const input = z.object({
  accountId: z.string(),
  siteId: z.string(),
  property: z.string(),
  days: z.int(),
  /** Of the connection: another one may read what this one could not. */
  version: z.string(),
})
export type SearchQueriesInput = z.output<typeof input>
export type SearchQueriesKind = Kind<SearchQueriesInput, null>
type SearchQueriesDeps = {
  db: Database
  records: Records
  console: SearchConsole
  isSimulated: boolean
  ask<T>(accountId: string, question: (token: string) => Promise<Read<T>>): Promise<Read<T>>
  clock: Clock
}
type Found = Window & { clicks: number; impressions: number; isCut: boolean; rows: NewRows }

const source = 'search_console'
/** Google has no bound of its own; a page of rows is 25,000. */
const maxQueries = 100_000
/** Each is looked for among the first 25,000 of the days before. */
const maxPages = 1_000

/** Reads the queries of a property, whole, its days and its pages. Google's figures of a day are final once: a day-old reading is fresh. */
export function searchQueriesKind(deps: SearchQueriesDeps): SearchQueriesKind {
  const { db, records, console, ask, isSimulated, clock } = deps

  async function read({ accountId, property, days }: SearchQueriesInput, signal: AbortSignal) {
    const window = lastDays(days, clock.now())
    const before = daysBefore(window, days)
    const asked = { ...window, property, signal }
    const rowsBy = (by: Dimension, max: number, within: Partial<Window> = {}) =>
      readRows((startRow) => ask(accountId, (token) => console.rows(token, { ...asked, ...within, by, startRow })), max)
    const totals = await ask(accountId, (token) => console.totals(token, asked))
    if (!totals.ok) return totals
    const queries = await rowsBy('query', maxQueries)
    if (!queries.ok) return queries
    const dates = await rowsBy('date', 2 * days, { startDate: before.startDate })
    if (!dates.ok) return dates
    const pages = await rowsBy('page', maxPages)
    if (!pages.ok) return pages
    const pagesBefore = await rowsBy('page', maxPages, before)
    if (!pagesBefore.ok) return pagesBefore
    const rows = {
      queries: await runInSteps(newQueries(queries.value.rows)),
      days: dates.value.rows.map(({ key: day, ...figures }) => ({ day, ...figures })),
      pages: newPages(pages.value.rows.slice(0, maxPages), pagesBefore.value),
    }
    return { ok: true as const, value: { ...window, ...totals.value, isCut: queries.value.isCut, rows } }
  }

  /** Saves a reading in the place of the one before, unless the site has another property by now; answers whether it was saved. */
  function save({ siteId, property, days }: SearchQueriesInput, { rows, ...facts }: Found): Promise<boolean> {
    const reading = { siteId, property, days, ...facts, sandbox: isSimulated, readAt: clock.now() }
    return inTransaction(db, async (tx) => {
      if (!(await holdProperty(tx, reading))) return false
      await insertRows(tx, await replaceReading(tx, reading), rows)
      return true
    })
  }

  return {
    name: 'search_queries',
    lane: 'google',
    input,
    keyOf: ({ siteId, property, days, version }) => [siteId, days, version, property].join(' '),
    freshMs: dayMs,
    typicalMs: 3_000,
    retryMs: [5_000, 30_000],
    async run({ input: asked }, signal) {
      const found = await read(asked, signal)
      // Not the connection's any more, or the other kind of property: it is to be chosen again.
      if (!found.ok && found.kind === 'unsupported')
        await forgetProperty(records, { id: asked.siteId, accountId: asked.accountId }, asked.property)
      if (!found.ok) return { state: 'failed', failure: found }
      if (!(await save(asked, found.value))) return { state: 'failed', failure: failed(source, 'unsupported') }
      return { state: 'ready', body: null, sources: [source], sandbox: isSimulated, costUsd: null }
    },
  }
}
