import { ownPages } from '@rts/shared/phrases/own-pages'
import { dayOf, type Finding, type IdeaSource, ofKeyword } from '../model.ts'
import { leadOf } from '../score.ts'

const farthest = 20

/** Phrases that rivals have among the first twenty and the site has not. */
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
