import { wordsOf } from '@rts/shared/phrases/words'
import type { Candidate } from './candidates.ts'

export type Proposal = Candidate & {
  /** Share of its words in the note, 0 to 1; null: no note. */
  similarity: number | null
  score: number
}
export type Taste = {
  note: string | null
  /** Latest first. */
  refused: readonly string[]
  /** Identities of all proposals ever. */
  known: ReadonlySet<string>
}

const maxRefused = 300
/** Bounds the pairwise comparison. */
const maxCompared = 300
/** As similar to a refused phrase as this: not proposed. */
const tooAlike = 0.6
const noteWeight = 0.6
const worthWeight = 0.4
const withoutNote = 0.5
const unknownWorth = 0.25
/** Worth of a phrase that already brings visitors. */
const searchedWorth = 0.5
/** Share of words in the note needed to add it without a person. */
const enoughAlone = 0.5

/** Best first: none proposed before or like a refused one; with a note, only those about it. */
export function proposalsOf(
  candidates: readonly Candidate[],
  { note, refused, known }: Taste,
  max: number,
): Proposal[] {
  const about = note === null ? null : tellingWords(note)
  const scored = candidates
    .filter(({ key }) => !known.has(key))
    .map((candidate) => {
      const words = tellingWords(candidate.phrase)
      const similarity = about === null ? null : similarityTo(about, words)
      return { candidate, words, similarity, score: scoreOf(candidate, similarity) }
    })
    .filter(({ similarity, words }) => similarity !== 0 && words.size > 0)
  const refusals = refused.slice(0, maxRefused).map(tellingWords)
  return best(scored)
    .slice(0, maxCompared)
    .flatMap(({ candidate, words, similarity, score }) => {
      const alike = refusals.reduce((max, each) => Math.max(max, likeness(words, each)), 0)
      return alike >= tooAlike ? [] : [{ ...candidate, similarity, score: Math.round(score * (1 - alike)) }]
    })
    .sort(byScore)
    .slice(0, max)
}

/** May be added without a person: matches the note, if any. */
export function mayAddAlone({ similarity }: Pick<Proposal, 'similarity'>): boolean {
  return similarity === null || similarity >= enoughAlone
}

export function roomOfWeek({ perWeek, added }: { perWeek: number; added: number }): number {
  return Math.max(0, perWeek - added)
}

/** 100 × (0.6 × similarity + 0.4 × worth): our measure. */
function scoreOf({ opportunity, evidence }: Candidate, similarity: number | null): number {
  const isSearched = evidence.some(({ kind }) => kind === 'search')
  const worth = opportunity === null ? (isSearched ? searchedWorth : unknownWorth) : opportunity / 100
  return 100 * (noteWeight * (similarity ?? withoutNote) + worthWeight * worth)
}

type Scored = { candidate: Candidate; words: Words; similarity: number | null; score: number }

function best(scored: Scored[]): Scored[] {
  return scored.sort((a, b) => b.score - a.score || (a.candidate.phrase < b.candidate.phrase ? -1 : 1))
}

function byScore(a: Proposal, b: Proposal): number {
  return b.score - a.score || (a.phrase < b.phrase ? -1 : 1)
}

type Words = ReadonlySet<string>

/** Words without a subject; nearly all notes are English. */
const fillers = new Set(
  'the and for with that this are our not from you your about a an of in on to is it we i'.split(' '),
)
const shortestStem = 4
const longestEnding = 3

export function tellingWords(text: string): Words {
  return new Set([...wordsOf(text)].filter((word) => !fillers.has(word)))
}

/** Share of a phrase's words in the note, 0 to 1. */
export function similarityTo(note: Words, phrase: Words): number {
  return phrase.size === 0 ? 0 : countShared(phrase, note) / phrase.size
}

/** Jaccard index of the words, 0 to 1. */
export function likeness(one: Words, other: Words): number {
  const shared = Math.min(countShared(one, other), countShared(other, one))
  const all = one.size + other.size - shared
  return all === 0 ? 0 : shared / all
}

function countShared(words: Words, others: Words): number {
  const known = [...others]
  return [...words].filter((word) => others.has(word) || known.some((other) => isSameWord(word, other))).length
}

/** Plurals such as "roaster" and "roasters": one is a prefix of the other. */
function isSameWord(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return short.length >= shortestStem && long.length - short.length <= longestEnding && long.startsWith(short)
}
