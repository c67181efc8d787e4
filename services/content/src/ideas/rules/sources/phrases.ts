import { ownPages, type TrackedKeyword } from '@rts/shared/phrases/own-pages'
import { reasons } from '@rts/shared/texts/ideas'
import { dayOf, type Finding, type IdeaSource } from '../model.ts'
import { formOf, subjectOf, wordsOfIdea } from '../phrase.ts'
import { nearnessOf } from '../score.ts'

/** Results-page questions that no page of the site answers literally. */
export const questions: IdeaSource = function* ({ keywords, pages, crawl }): Iterable<Finding> {
  const answered = answeredIn(keywords)
  for (const keyword of keywords) {
    const { country, language, sandbox } = keyword
    const page = pages.get(keyword.id)
    if (!page || page.fetchedAt === null) continue
    for (const question of page.questions) {
      if (answered.has(`${language} ${formOf(question, language)}`)) continue
      if (crawl?.pages.about(wordsOfIdea(question, language))) continue
      const existingUrl = crawl?.pages.about(subjectOf(question, language))?.url ?? null
      const evidence = reasons.asked({ phrase: keyword.phrase, day: dayOf(page.fetchedAt) })
      const found = { kind: 'question', phrase: question, country, language, keyword: null, seenWith: keyword } as const
      yield { ...found, evidence, existingUrl, win: nearnessOf(keyword.position), source: ownPages, sandbox }
    }
  }
}

/** Untracked search console queries near the first places. */
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

/** A heading on more pages belongs to their layout. */
const maxPages = 2
const fewestWords = 2
const maxWords = 8

/** Sections without a page of their subject that share a word with a phrase tracked in the site's country and language. */
export const sections: IdeaSource = function* ({ site, keywords, crawl }): Iterable<Finding> {
  if (!crawl) return
  const { country, language } = site
  const own = keywords.filter((keyword) => keyword.country === country && keyword.language === language)
  const topics = new Set(own.flatMap(({ phrase }) => subjectOf(phrase, language)))
  const answered = answeredIn(own)
  for (const { heading, urls } of crawl.pages.sections()) {
    const words = subjectOf(heading, language)
    if (words.length < fewestWords || words.length > maxWords || urls.length > maxPages) continue
    if (!words.some((word) => topics.has(word)) || crawl.pages.about(words)) continue
    if (answered.has(`${language} ${formOf(heading, language)}`)) continue
    const place = { phrase: heading, country, language, keyword: null, existingUrl: null }
    for (const url of urls) {
      const evidence = reasons.section({ heading, url, day: dayOf(crawl.at), pages: crawl.pages.count })
      yield { ...place, kind: 'related', evidence, win: nearnessOf(null), source: 'crawler', sandbox: crawl.sandbox }
    }
  }
}

const topPlaces = 3

/** Phrases ranked in the top three, as language and form: they need no text. */
function answeredIn(keywords: readonly TrackedKeyword[]): ReadonlySet<string> {
  const top = keywords.filter(({ position }) => position !== null && position > 0 && position <= topPlaces)
  return new Set(top.map(({ phrase, language }) => `${language} ${formOf(phrase, language)}`))
}
