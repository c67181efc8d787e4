import type { Intent } from '@rts/shared/contract/rows/research'

export type NarrowPhrases = {
  part?: string | undefined
  intent?: Intent | undefined
  minVolume?: number | undefined
  maxDifficulty?: number | undefined
}
type Phrase = { phrase: string; intent: string | null; volume: number | null; difficulty: number | null }

/** A condition on an unknown figure fails. */
export function isLike(row: Phrase, { part, intent, minVolume, maxDifficulty }: NarrowPhrases): boolean {
  if (part !== undefined && !row.phrase.toLowerCase().includes(part.toLowerCase())) return false
  if (intent !== undefined && row.intent !== intent) return false
  if (minVolume !== undefined && (row.volume === null || row.volume < minVolume)) return false
  return maxDifficulty === undefined || (row.difficulty !== null && row.difficulty <= maxDifficulty)
}
