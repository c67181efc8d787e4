import { ownPages } from '@rts/shared/phrases/own-pages'
import { reasons } from '@rts/shared/texts/ideas'
import { dayOf, type Finding, type IdeaSource, ofKeyword } from '../model.ts'
import { subjectOf } from '../phrase.ts'
import { nearnessOf } from '../score.ts'

const farthest = 20

/** Tracked keywords that no page of the site is about: none ranks among the first twenty, and none has its words in title or main heading. */
export const unserved: IdeaSource = function* ({ keywords, crawl }): Iterable<Finding> {
  for (const keyword of keywords) {
    const { phrase, language, position, url, checkedAt } = keyword
    if (position !== null && position > 0 && position <= farthest) continue
    if (crawl?.pages.about(subjectOf(phrase, language))) continue
    const found = { ...ofKeyword(keyword), kind: 'related', win: nearnessOf(position), existingUrl: url } as const
    if (crawl && crawl.pages.count > 0) {
      const evidence = reasons.noPage({ day: dayOf(crawl.at), pages: crawl.pages.count, phrase })
      yield { ...found, evidence, source: 'crawler', sandbox: crawl.sandbox }
    }
    if (position === 0 && checkedAt !== null) {
      const evidence = reasons.notFound({ phrase, day: dayOf(checkedAt) })
      yield { ...found, evidence, source: ownPages, sandbox: keyword.sandbox }
    }
  }
}
