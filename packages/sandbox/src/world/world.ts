import { findSerpOverride, type Overrides } from './overrides.ts'
import type { Query } from './query.ts'
import { ranking } from './ranking.ts'
import { recordedResults } from './recorded.ts'
import { organicResult, questionsFor, type Results, resultsFor, resultsWith } from './results-page.ts'

/** The results of a query on a day, overrides included. An override without organic results shows its questions only. */
export function worldResults(set: Overrides, query: Query, day: string): Results {
  const override = findSerpOverride(set, query)
  if (override === null) return recordedResults(query, day) ?? resultsFor(query, day)
  const organic = override.organic.map((url) => organicResult(url, query.phrase, day))
  const results = resultsWith(query, day, organic)
  const asked = override.questions === undefined ? null : questionsFor(query.phrase, override.questions)
  if (organic.length > 0) return { ...results, questions: asked ?? results.questions }
  return { ...results, questions: asked ?? [], ads: [], places: [], knowledge: null, related: [], estimatedTotal: 0 }
}

/** The organic addresses of a query on a day alone, in rank order: what reading many pages needs. */
export function worldUrls(set: Overrides, query: Query, day: string): string[] {
  const override = findSerpOverride(set, query)
  return override?.organic ?? recordedResults(query, day)?.organic.map(({ url }) => url) ?? ranking(query, day)
}

/** A page of results: its organic part, and whether another page follows. Only the first page has other items. */
export type ResultsPage = Results & { start: number; hasNext: boolean }

/** The page that begins after `start` organic results and holds `size` of them. */
export function pageOf(results: Results, start: number, size: number): ResultsPage {
  const organic = results.organic.slice(start, start + size)
  const beside = start === 0 ? {} : { ads: [], places: [], questions: [], knowledge: null }
  return { ...results, ...beside, organic, start, hasNext: start + size < results.organic.length }
}
