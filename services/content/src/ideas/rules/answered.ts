import type { TrackedKeyword } from '@rts/shared/phrases/own-pages'
import { formOf } from './phrase.ts'

const topPlaces = 3

/** The phrases that the site is among the first three for, as language and form: nothing is to be written about them. */
export function answeredIn(keywords: readonly TrackedKeyword[]): ReadonlySet<string> {
  const top = keywords.filter(({ position }) => position !== null && position > 0 && position <= topPlaces)
  return new Set(top.map(({ phrase, language }) => `${language} ${formOf(phrase, language)}`))
}
