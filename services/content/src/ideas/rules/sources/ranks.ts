import { ownPages } from '@rts/shared/phrases/own-pages'
import { reasons } from '@rts/shared/texts/ideas'
import { dayOf, type Finding, type IdeaSource, ofKeyword } from '../model.ts'
import { lossOf, nearnessOf } from '../score.ts'

const nearest = 4
const farthest = 20
const fallenBy = 3

/** Striking distance: pages that rank near the first places, not among them. */
export const strikingDistance: IdeaSource = function* ({ keywords }): Iterable<Finding> {
  for (const keyword of keywords) {
    const { phrase, position, url, checkedAt, sandbox } = keyword
    if (position === null || position < nearest || position > farthest || checkedAt === null) continue
    const evidence = reasons.ranks({ position, day: dayOf(checkedAt), phrase, url: url ?? '' })
    const found = { kind: 'striking_distance', evidence, existingUrl: url } as const
    yield { ...ofKeyword(keyword), ...found, win: nearnessOf(position), source: ownPages, sandbox }
  }
}

/** Pages that fell by three places or more, or out of the results. */
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
