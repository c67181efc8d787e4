import type { Intent } from '@rts/shared/phrases/intent'

/** How often a phrase was searched in a month. */
export type TrendMonth = { year: number; month: number; volume: number | null }

/** What is known of a phrase in a country and language; null is unknown. Money in USD, competition 0 to 1, difficulty 0 to 100. */
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
}
/** Figures of one phrase, and who told them. */
export type KeywordRow = { phrase: string; source: string; sandbox: boolean } & Figures
/** A phrase that a site ranks for. */
export type RankedRow = { position: number; url: string | null } & KeywordRow

export const noFigures: Figures = {
  volume: null,
  difficulty: null,
  cpc: null,
  competition: null,
  intent: null,
  lowBid: null,
  highBid: null,
  trend: [],
}
