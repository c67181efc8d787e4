import { wordsOf } from '@rts/shared/phrases/words'

export type Words = ReadonlySet<string>

/** Words that say nothing of a subject; nearly all notes are in English. */
const fillers = new Set(
  'the and for with that this are our not from you your about a an of in on to is it we i'.split(' '),
)
const [shortestStem, longestEnding] = [4, 3]

/** The words of a text that say what it is about. */
export function tellingWords(text: string): Words {
  return new Set([...wordsOf(text)].filter((word) => !fillers.has(word)))
}

/** The part of a phrase's words that a note has too, 0 to 1. */
export function similarityTo(note: Words, phrase: Words): number {
  return phrase.size === 0 ? 0 : countShared(phrase, note) / phrase.size
}

/** How alike two phrases are, 0 to 1: the words that both have, of all their words. */
export function likeness(one: Words, other: Words): number {
  const shared = Math.min(countShared(one, other), countShared(other, one))
  const all = one.size + other.size - shared
  return all === 0 ? 0 : shared / all
}

function countShared(words: Words, others: Words): number {
  const known = [...others]
  return [...words].filter((word) => others.has(word) || known.some((other) => isSameWord(word, other))).length
}

/** One word in two forms, like "roaster" and "roasters": the shorter is the beginning of the longer. */
function isSameWord(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return short.length >= shortestStem && long.length - short.length <= longestEnding && long.startsWith(short)
}
