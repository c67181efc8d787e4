import { reasons } from '@rts/shared/texts/ideas'
import { answeredIn } from '../answered.ts'
import { dayOf, type Finding, type IdeaSource } from '../model.ts'
import { formOf, subjectOf } from '../phrase.ts'
import { nearnessOf } from '../score.ts'

/** A heading on more pages is part of their frame. */
const maxPages = 2
const fewestWords = 2
const maxWords = 8

/**
 * Sections of crawled pages that no page is about, though they are near what the site is checked for: their headings share a word
 * with a tracked phrase of the site's own country and language.
 */
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
