import type { Intent } from '@rts/shared/contract/rows/research'

export type TrendMonth = { year: number; month: number; volume: number | null }

/** By country and language; null: unknown. USD, competition 0 to 1, difficulty 0 to 100. */
export type Figures = {
  volume: number | null
  difficulty: number | null
  cpc: number | null
  competition: number | null
  intent: Intent | null
  lowBid: number | null
  highBid: number | null
  /** Oldest month first; empty: unknown. */
  trend: readonly TrendMonth[]
  /** The provider refuses such phrases. */
  unsupported: boolean
}
/** `difficultySource`: set if it differs from the row's source. */
export type KeywordRow = { phrase: string; source: string; sandbox: boolean; difficultySource?: string } & Figures
/** `key`: phrase identity. */
export type KeyedRow = { key: string } & KeywordRow
export type RankedRow = { position: number; url: string | null } & KeywordRow
/** The part of a rank that comparisons need. */
type StoredRank = { key: string } & Pick<
  RankedRow,
  'phrase' | 'position' | 'url' | 'volume' | 'difficulty' | 'cpc' | 'intent' | 'source' | 'sandbox'
>
/** Equally long columns. */
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
