import { normalForm } from '../normal-form.ts'

/** Scripts that write no spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

export function plain(text: string): string {
  return normalForm(text, 'NFKC').toLowerCase()
}

/** The different words of a phrase; where a script has no spaces, those that Unicode's rules and dictionaries find. */
export function wordsOf(phrase: string): Set<string> {
  const text = plain(phrase)
  const isUnspaced = unspaced.test(text)
  const words = isUnspaced ? segments(text) : (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
  return new Set(words)
}

/** Whether a text holds a term of one word or more: as whole words, or anywhere where its script has no spaces. */
export function holdsTerm(text: string, term: string): boolean {
  return unspaced.test(term) ? text.includes(term) : ` ${spaced(text)} `.includes(` ${spaced(term)} `)
}

function segments(text: string): string[] {
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
}

function spaced(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{M}.]+/gu, ' ').trim()
}

/** A phrase with a capital at its start, by the rules of its language (a BCP 47 tag): Turkish `istanbul` is `İstanbul`. */
export function capitalised(phrase: string, language: string): string {
  const [first = ''] = phrase
  return first.toLocaleUpperCase(language) + phrase.slice(first.length)
}
