import { ownPages } from '@rts/shared/phrases/own-pages'
import { reasons } from '@rts/shared/texts/ideas'
import { dayOf, type Finding, type IdeaSource, ofKeyword } from '../model.ts'
import { leadOf } from '../score.ts'

const farthest = 20

/** Phrases that rivals have among the first twenty and the site has not. */
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
