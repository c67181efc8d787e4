import { phraseIdentity } from '@rts/shared/contract/fields'
import { type Figures, type KeywordRow, noFigures } from '../rules/figures.ts'

/** Refused by Google's keyword planner (support.google.com/google-ads/answer/2453972), and so by DataForSEO's volumes. */
const refused = /[,!@%^*()={};~`<>?\\|―\u{10000}-\u{10ffff}]/u

/** At most 80 characters and ten words; one other phrase fails a whole call. */
export function isPlannable(phrase: string): boolean {
  return phrase.length <= 80 && phrase.split(/\s+/).length <= 10 && !refused.test(phrase)
}

/** One row per requested phrase; those the planner refuses have no figures. */
export function rowsOfAsked(
  phrases: readonly string[],
  figures: ReadonlyMap<string, Figures>,
  origin: Pick<KeywordRow, 'source' | 'sandbox'>,
): KeywordRow[] {
  return phrases.flatMap((phrase): KeywordRow[] => {
    if (!isPlannable(phrase)) return [{ phrase, ...noFigures, unsupported: true, ...origin }]
    const known = figures.get(phraseIdentity(phrase))
    return known ? [{ phrase, ...known, ...origin }] : []
  })
}
