import type { Intent } from '@rts/shared/contract/rows/research'

/** How often a phrase was searched in a month. */
export type TrendMonth = { year: number; month: number; volume: number | null }

/** The figures of a phrase in a country and language; null is unknown. Money in USD, competition 0 to 1, difficulty 0 to 100. */
export type Figures = {
  volume: number | null
  difficulty: number | null
  cpc: number | null
  competition: number | null
  intent: Intent | null
  lowBid: number | null
  highBid: number | null
  /** Oldest month first; empty where unknown. */
  trend: readonly TrendMonth[]
  /** The provider takes no such phrase: its figures stay unknown. */
  unsupported: boolean
}
/** Figures of one phrase, and their source. */
/** `difficultySource` where the difficulty is of another source than the row. */
export type KeywordRow = { phrase: string; source: string; sandbox: boolean; difficultySource?: string } & Figures
/** A stored row of keyword ideas or of metrics; `key` is the identity of the phrase. */
export type KeyedRow = { key: string } & KeywordRow
/** A phrase that a site ranks for. */
export type RankedRow = { position: number; url: string | null } & KeywordRow
/** A stored rank of a site: the fields that a comparison needs. */
type StoredRank = { key: string } & Pick<
  RankedRow,
  'phrase' | 'position' | 'url' | 'volume' | 'difficulty' | 'cpc' | 'intent' | 'source' | 'sandbox'
>
/** Ranks in columns of equal length. */
export type RankTable = { [K in keyof StoredRank]: StoredRank[K][] }

export const noFigures: Figures = {
  volume: null,
  difficulty: null,
  cpc: null,
  competition: null,
  intent: null,
  lowBid: null,
  highBid: null,
  trend: [],
  unsupported: false,
}
// safe because the keys of an object are its own names
export const figureNames = Object.keys(noFigures) as (keyof Figures)[]
