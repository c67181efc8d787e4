import { ownPages } from '@rts/shared/phrases/own-pages'
import { reasons } from '@rts/shared/texts/ideas'
import { dayOf, type Finding, type IdeaSource, ofKeyword } from '../model.ts'
import { subjectOf } from '../phrase.ts'
import { leadOf, lossOf, nearnessOf } from '../score.ts'

const nearest = 4
const farthest = 20
const fallenBy = 3

export const strikingDistance: IdeaSource = function* ({ keywords }): Iterable<Finding> {
  for (const keyword of keywords) {
    const { phrase, position, url, checkedAt, sandbox } = keyword
    if (position === null || position < nearest || position > farthest || checkedAt === null) continue
    const evidence = reasons.ranks({ position, day: dayOf(checkedAt), phrase, url: url ?? '' })
    const found = { kind: 'striking_distance', evidence, existingUrl: url } as const
    yield { ...ofKeyword(keyword), ...found, win: nearnessOf(position), source: ownPages, sandbox }
  }
}

export const fallen: IdeaSource = function* ({ keywords, earlier }): Iterable<Finding> {
  for (const keyword of keywords) {
    const { id, phrase, position, checkedAt, sandbox } = keyword
    if (position === null || checkedAt === null) continue
    for (const ranks of earlier) {
      const before = ranks.get(id)
      if (!before || before.position === 0 || before.position > farthest) continue
      if (position !== 0 && position - before.position < fallenBy) continue
      const existingUrl = keyword.url ?? before.url
      const then = { position: before.position, day: dayOf(before.checkedAt) }
      const now = { now: position, nowDay: dayOf(checkedAt) }
      const evidence = reasons.fell({ ...then, ...now, phrase, url: existingUrl ?? '' })
      const found = { kind: 'refresh', evidence, existingUrl } as const
      yield { ...ofKeyword(keyword), ...found, win: lossOf(before.position, position), source: ownPages, sandbox }
    }
  }
}

/** Phrases with a rival in the top twenty, without the site. */
export const gap: IdeaSource = function* ({ keywords, rivalsOf }): Iterable<Finding> {
  for (const keyword of keywords) {
    const { phrase, position, url, checkedAt, sandbox } = keyword
    if (position === null || checkedAt === null || (position > 0 && position <= farthest)) continue
    const day = dayOf(checkedAt)
    for (const { domain, position: rank } of rivalsOf(keyword)) {
      if (rank === null || rank === 0 || rank > farthest) continue
      const evidence = reasons.rivalRanks({ domain, position: rank, day, phrase, own: position })
      const found = { kind: 'gap', evidence, existingUrl: url } as const
      yield { ...ofKeyword(keyword), ...found, win: leadOf(rank, position), source: ownPages, sandbox }
    }
  }
}

/** Keywords without a page: none in the top twenty, none with their words in title or main heading. */
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
