import type { SkippedLine } from '@rts/shared/contract/rows/keyword'
import { phraseKey, type TrackedPhrase } from './tracked-phrase.ts'

/** The keyword of a line. */
export type LineWish = TrackedPhrase & { line: number }

/** The lines of a text that are not empty, trimmed and numbered from 1. CRLF ends a line too. */
export function linesOf(text: string): { line: number; text: string }[] {
  return text
    .split('\n')
    .map((part, i) => ({ line: i + 1, text: part.trim() }))
    .filter((part) => part.text !== '')
}

/** A line that adds no keyword; its text is cut to the length of a keyword. */
export function skippedLine(line: number, keyword: string, code: SkippedLine['code']): SkippedLine {
  return { line, keyword: [...keyword.toWellFormed().slice(0, 500)].slice(0, 200).join(''), code }
}

/** Takes the first `room` new keywords in the order of their lines; one that is known or on an earlier line is a duplicate. */
export function takeInOrder<W extends LineWish>(
  wishes: readonly W[],
  known: ReadonlySet<string>,
  room: number,
): { taken: W[]; skipped: SkippedLine[] } {
  const seen = new Set(known)
  const taken: W[] = []
  const skipped: SkippedLine[] = []
  for (const wish of wishes) {
    const key = phraseKey(wish)
    const isNew = !seen.has(key)
    seen.add(key)
    if (isNew && taken.length < room) taken.push(wish)
    else skipped.push(skippedLine(wish.line, wish.phrase, isNew ? 'plan_limit_reached' : 'duplicate'))
  }
  return { taken, skipped }
}

/** Each keyword once, by its first line with a rank. */
export function firstRanked<W extends LineWish, R>(wishes: readonly (W & { rank: R | null })[]): (W & { rank: R })[] {
  const first = new Map<string, W & { rank: R }>()
  for (const wish of wishes) {
    const { rank } = wish
    const key = phraseKey(wish)
    if (rank !== null && !first.has(key)) first.set(key, { ...wish, rank })
  }
  return [...first.values()]
}
