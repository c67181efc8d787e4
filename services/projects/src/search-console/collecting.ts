import { type Clock, dayMs } from '@rts/shared/clock'
import type { Kind } from '@rts/shared/collects/kind'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { failed } from '@rts/shared/failure'
import { runInSteps } from '@rts/shared/scheduling'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { z } from 'zod'
import type { Records } from '../database.sql.ts'
import { insertRows, type NewPage, type NewQuery, type NewRows } from './figures.sql.ts'
import type { Dimension, KeyedFigures, Read, SearchConsole } from './providers/console.ts'
import { forgetProperty, holdProperty, replaceReading } from './readings.sql.ts'
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

/** `isCut`: Google's list may be longer. */
type Rows = { rows: KeyedFigures[]; isCut: boolean }
const queriesAStep = 200
type OnePage = Read<{ rows: KeyedFigures[]; isLast: boolean }>

/** The first `max` rows of a list, or somewhat more, page by page. */
async function readRows(page: (startRow: number) => Promise<OnePage>, max: number): Promise<Read<Rows>> {
  const rows: KeyedFigures[] = []
  while (rows.length < max) {
    const answer = await page(rows.length)
    if (!answer.ok) return answer
    for (const row of answer.value.rows) rows.push(row)
    if (answer.value.isLast) return { ok: true, value: { rows, isCut: false } }
  }
  return { ok: true, value: { rows, isCut: true } }
}

/** Queries with the identity of each, in steps: there may be a hundred thousand. */
export function* newQueries(rows: readonly KeyedFigures[]): Generator<void, NewQuery[]> {
  const queries: NewQuery[] = []
  for (const [i, row] of rows.entries()) {
    if (i % queriesAStep === 0) yield
    queries.push(newQuery(row))
  }
  return queries
}

export function newQuery({ key, ...figures }: KeyedFigures): NewQuery {
  const query = whole(key)
  return { query, identity: phraseIdentity(query), ...figures }
}

/** Pages with their clicks of the days before: none where Google's whole list of those has no such page, unknown where the list was cut. */
export function newPages(pages: readonly KeyedFigures[], before: Rows): NewPage[] {
  const previous = new Map(before.rows.map(({ key, clicks }) => [key, clicks]))
  return pages.map(({ key, ...figures }) => {
    const previousClicks = previous.get(key) ?? (before.isCut ? null : 0)
    return { page: whole(key), ...figures, previousClicks }
  })
}

/** Postgres keeps no NUL, and nothing that is half a character. */
function whole(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '')
}
