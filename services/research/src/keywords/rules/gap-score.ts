import { clickRate } from '@rts/shared/clicks'
import { weightOf } from '@rts/shared/phrases/opportunity'

/** Lower rivals hold nothing worth having. */
const deepest = 20
const weakBy = 4
const strongPlaces = 3

export type GapType = 'missing' | 'weak' | 'shared'
export type GapInput = {
  /** 0: not found; null: never checked. */
  own: number | null
  /** 0 and null are equal. */
  rivals: readonly (number | null)[]
  volume: number | null
  difficulty: number | null
}

/**
 * A rival's lead for a phrase; null where none of them is within the first twenty. `missing`: the site is
 * not found; `weak`: four places or more behind the best rival and not among the first three; else `shared`.
 * score, 0 to 100: 100 × √(clicks that the best rival has ahead of the site, as part of those of a first place)
 * × (0.5 demand + 0.3 part of the rivals that rank + 0.2 ease). Our own measure; unknown demand counts as the half.
 */
export function scoreGap({ own, rivals, ...searched }: GapInput) {
  let ranked = 0
  let best = deepest
  for (const place of rivals) {
    if (place === null || place <= 0 || place > deepest) continue
    ranked++
    best = Math.min(best, place)
  }
  if (ranked === 0) return null
  const lost = Math.max(0, clickRate(best) - clickRate(own ?? 0)) / clickRate(1)
  const weight = weightOf(searched, ranked / rivals.length)
  return { type: typeOf(own, best), score: Math.round(100 * Math.sqrt(lost) * weight) }
}

function typeOf(own: number | null, best: number): GapType {
  if (own === null || own === 0) return 'missing'
  return own - best >= weakBy && own > strongPlaces ? 'weak' : 'shared'
}
