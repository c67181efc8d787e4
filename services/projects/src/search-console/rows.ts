import { phraseIdentity } from '@rts/shared/contract/fields'
import type { NewPage, NewQuery } from './figures.sql.ts'
import type { KeyedFigures, Read } from './providers/console.ts'

/** `isCut`: Google's list may be longer. */
export type Rows = { rows: KeyedFigures[]; isCut: boolean }
const queriesAStep = 200
type OnePage = Read<{ rows: KeyedFigures[]; isLast: boolean }>

/** The first `max` rows of a list, or somewhat more, page by page. */
export async function readRows(page: (startRow: number) => Promise<OnePage>, max: number): Promise<Read<Rows>> {
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
