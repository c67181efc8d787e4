import { findSerpOverride, type Overrides } from './overrides.ts'
import type { Query } from './query.ts'
import { ranking } from './ranking.ts'
import { recordedResults } from './recorded.ts'
import {
  organicResult,
  overviewOf,
  questionsFor,
  type Results,
  resultsFor,
  resultsWith,
  snippetOf,
} from './results-page.ts'

/** An override without organic results shows only its questions. */
export function worldResults(set: Overrides, query: Query, day: string): Results {
  const override = findSerpOverride(set, query)
  if (override === null) return recordedResults(query, day) ?? resultsFor(query, day)
  const organic = override.organic.map((url) => organicResult(url, query.phrase, day))
  const results = {
    ...resultsWith(query, day, organic),
    ...(override.pages && { pages: override.pages }),
    ...(override.snippet !== undefined && { snippet: nullOr(override.snippet, (url) => snippetOf(query.phrase, url)) }),
    ...(override.overview !== undefined && {
      overview: nullOr(override.overview, (urls) => overviewOf(query.phrase, urls)),
    }),
  }
  const asked = override.questions === undefined ? null : questionsFor(query.phrase, override.questions)
  if (organic.length > 0) return { ...results, questions: asked ?? results.questions }
  return { ...results, questions: asked ?? [], ...noBoxes, related: [], estimatedTotal: 0 }
}

export function worldUrls(set: Overrides, query: Query, day: string): string[] {
  const override = findSerpOverride(set, query)
  return override?.organic ?? recordedResults(query, day)?.organic.map(({ url }) => url) ?? ranking(query, day)
}

function nullOr<T, R>(value: T | null, of: (value: T) => R): R | null {
  return value === null ? null : of(value)
}

const noBoxes = { ads: [], places: [], knowledge: null, snippet: null, overview: null, videos: [] }

/** Only the first page has other items. */
export type ResultsPage = Results & { start: number; hasNext: boolean }

/** `size` results after `start`, unless an override sizes the pages. */
export function pageOf(results: Results, start: number, size: number): ResultsPage {
  const [from, to] = results.pages ? placesOf(results.pages, start / size, size) : [start, start + size]
  const organic = results.organic.slice(from, to)
  const beside = start === 0 ? {} : { ...noBoxes, questions: [] }
  return { ...results, ...beside, organic, start, hasNext: to < results.organic.length }
}

/** Start and end of a page (from 0), after shorter, empty and repeated ones. */
function placesOf(pages: NonNullable<Results['pages']>, index: number, size: number): [from: number, to: number] {
  const shown = pages.slice(0, index + 1)
  while (shown.length <= index) shown.push(size)
  let from = 0
  let to = 0
  for (const count of shown) {
    if (count === 'again') continue
    from = to
    to += count
  }
  return [from, to]
}
