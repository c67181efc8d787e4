import type { Clock } from '@rts/shared/clock'
import type { Kind } from '@rts/shared/collects/kind'
import { phraseIdentity } from '@rts/shared/contract/fields'
import type { Failure } from '@rts/shared/failure'
import { failed } from '@rts/shared/failure'
import { z } from 'zod'
import type { PropertyStore } from '../data/google/property-store.ts'
import type { NewQuery, ReadingStore } from '../data/google/reading-store.ts'
import { lastDays, type Window } from '../domain/google/window.ts'
import type { QueryFigures, Read, SearchConsole } from '../providers/google/console.ts'

const input = z.object({
  accountId: z.string(),
  siteId: z.string(),
  property: z.string(),
  days: z.int(),
  /** Of the connection: another one may read what this one could not. */
  version: z.string(),
})
export type SearchQueriesInput = z.output<typeof input>
/** What was read is in its own tables. */
export type SearchQueriesKind = Kind<SearchQueriesInput, null>
export type SearchQueriesDeps = {
  console: SearchConsole
  isPlayed: boolean
  ask<T>(accountId: string, question: (token: string) => Promise<Read<T>>): Promise<Read<T>>
  readings: Pick<ReadingStore, 'save'>
  properties: Pick<PropertyStore, 'forget'>
  clock: Clock
}

const source = 'search_console'
const dayMs = 86_400_000
/** Google has no bound of its own; a page of rows is 25,000. */
const mostRows = 100_000

/** Reads the queries of a property, whole. Google's figures of a day are final once: a day-old reading is fresh. */
export function searchQueriesKind(deps: SearchQueriesDeps): SearchQueriesKind {
  const { console, ask, readings, properties, isPlayed, clock } = deps

  async function read({ accountId, property, days }: SearchQueriesInput, signal: AbortSignal) {
    const window = lastDays(days, clock.now())
    const asked = { ...window, property, signal }
    const totals = await ask(accountId, (token) => console.totals(token, asked))
    if (!totals.ok) return totals
    const rows = await readRows((startRow) => ask(accountId, (token) => console.queries(token, { ...asked, startRow })))
    return 'ok' in rows ? rows : { ok: true as const, value: { window, totals: totals.value, rows } }
  }

  async function save({ siteId, property, days }: SearchQueriesInput, found: Found): Promise<boolean> {
    const { window, totals, rows } = found
    const key = { siteId, property, days }
    return readings.save({ ...key, ...window, ...totals, sandbox: isPlayed, readAt: clock.now() }, rows.map(newQuery))
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
        await properties.forget({ id: asked.siteId, accountId: asked.accountId }, asked.property)
      if (!found.ok) return { state: 'failed', failure: found }
      if (!(await save(asked, found.value))) return { state: 'failed', failure: failed(source, 'unsupported') }
      return { state: 'ready', body: null, sources: [source], sandbox: isPlayed, costUsd: null }
    },
  }
}

type Found = { window: Window; totals: { clicks: number; impressions: number }; rows: QueryFigures[] }
type Page = Read<{ rows: QueryFigures[]; isLast: boolean }>

async function readRows(page: (startRow: number) => Promise<Page>): Promise<QueryFigures[] | Failure> {
  const rows: QueryFigures[] = []
  while (rows.length < mostRows) {
    const answer = await page(rows.length)
    if (!answer.ok) return answer
    for (const row of answer.value.rows) rows.push(row)
    if (answer.value.isLast) break
  }
  return rows
}

function newQuery(row: QueryFigures): NewQuery {
  // Postgres keeps no NUL, and nothing that is half a character.
  const query = row.query.toWellFormed().replaceAll('\u0000', '')
  return { ...row, query, identity: phraseIdentity(query) }
}
