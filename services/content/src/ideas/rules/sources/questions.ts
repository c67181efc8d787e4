import { ownPages } from '@rts/shared/phrases/own-pages'
import { reasons } from '@rts/shared/texts/ideas'
import { answeredIn } from '../answered.ts'
import { dayOf, type Finding, type IdeaSource } from '../model.ts'
import { formOf, subjectOf, wordsOfIdea } from '../phrase.ts'
import { nearnessOf } from '../score.ts'

/** Questions on the results pages of tracked keywords that no page of the site answers in so many words. */
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
