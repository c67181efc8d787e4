import { reasons } from '@rts/shared/texts/ideas'
import { answeredIn } from '../answered.ts'
import type { Finding, IdeaSource } from '../model.ts'
import { formOf, wordsOfIdea } from '../phrase.ts'
import { nearnessOf } from '../score.ts'

/** Queries of the search console for which the site is shown near the first places, and which no keyword tracks. */
export const searched: IdeaSource = function* ({ site, keywords, crawl, searched }): Iterable<Finding> {
  if (!searched) return
  const { country, language } = site
  const answered = answeredIn(keywords)
  const { startDate, endDate, sandbox } = searched
  for (const { query, impressions, position } of searched.queries) {
    if (answered.has(`${language} ${formOf(query, language)}`)) continue
    const seen = { times: impressions, from: startDate, until: endDate }
    const evidence = reasons.searched({ position: position.toFixed(1), phrase: query, ...seen })
    const existingUrl = crawl?.pages.about(wordsOfIdea(query, language))?.url ?? null
    const place = { phrase: query, country, language, keyword: null, existingUrl }
    const win = nearnessOf(Math.round(position))
    yield { ...place, kind: 'striking_distance', evidence, win, source: 'search_console', sandbox }
  }
}
