import type { TrackedKeyword } from '@rts/shared/phrases/own-pages'
import { formOf } from './phrase.ts'

const topPlaces = 3

/** Phrases ranked in the top three, as language and form: they need no text. */
export function answeredIn(keywords: readonly TrackedKeyword[]): ReadonlySet<string> {
  const top = keywords.filter(({ position }) => position !== null && position > 0 && position <= topPlaces)
  return new Set(top.map(({ phrase, language }) => `${language} ${formOf(phrase, language)}`))
}
