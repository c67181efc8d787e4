import coffee from '../fixtures/serpapi-coffee.json' with { type: 'json' }
import type { Query } from './query.ts'
import { type Results, resultsWith } from './results-page.ts'

/** A real answer of 2022 for "Coffee" in the United States: eight organic results. */
export const recordedAnswer = coffee

export function recordedResults(query: Query, day: string): Results | null {
  if (query.phrase !== 'coffee' || query.country !== 'us' || query.language !== 'en') return null
  const organic = coffee.organic_results.map((item) => ({
    url: item.link,
    host: new URL(item.link).hostname,
    title: item.title,
    snippet: item.snippet,
  }))
  const questions = coffee.related_questions.map(({ question, snippet, title, link }) => ({
    question,
    answer: snippet ?? '',
    title,
    url: link,
  }))
  const estimatedTotal = coffee.search_information.total_results
  return { ...resultsWith(query, day, organic), questions, estimatedTotal, recorded: true }
}
