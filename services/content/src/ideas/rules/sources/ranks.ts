import { ownPages } from '@rts/shared/phrases/own-pages'
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
    const evidence = `Position ${position} on ${dayOf(checkedAt)} for "${phrase}"${pageNamed(url)}`
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
      const now = position === 0 ? `not found on ${dayOf(checkedAt)}` : `${position} on ${dayOf(checkedAt)}`
      const existingUrl = keyword.url ?? before.url
      const evidence = `Position ${before.position} on ${dayOf(before.checkedAt)}, ${now} for "${phrase}"${pageNamed(existingUrl)}`
      const found = { kind: 'refresh', evidence, existingUrl } as const
      yield { ...ofKeyword(keyword), ...found, win: lossOf(before.position, position), source: ownPages, sandbox }
    }
  }
}

function pageNamed(url: string | null): string {
  return url === null ? '' : `; page ${url}`
}

/** Phrases with a rival in the top twenty, without the site. */
export const gap: IdeaSource = function* ({ keywords, rivalsOf }): Iterable<Finding> {
  for (const keyword of keywords) {
    const { phrase, position, url, checkedAt, sandbox } = keyword
    if (position === null || checkedAt === null || (position > 0 && position <= farthest)) continue
    const own = position === 0 ? 'your site not found' : `your site at position ${position}`
    for (const { domain, position: rank } of rivalsOf(keyword)) {
      if (rank === null || rank === 0 || rank > farthest) continue
      const evidence = `${domain} at position ${rank} on ${dayOf(checkedAt)} for "${phrase}", ${own}`
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
      const evidence = `None of the pages crawled by ${dayOf(crawl.at)} (${crawl.pages.count}) has "${phrase}" in its title or main heading`
      yield { ...found, evidence, source: 'crawler', sandbox: crawl.sandbox }
    }
    if (position === 0 && checkedAt !== null) {
      const evidence = `Not found for "${phrase}" on ${dayOf(checkedAt)}`
      yield { ...found, evidence, source: ownPages, sandbox: keyword.sandbox }
    }
  }
}
