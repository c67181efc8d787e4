import type { Capability } from '@rts/outside/capability'
import type { KeywordRow, RankedRow } from '../rules/figures.ts'

type Place = { country: string; language: string }
export type IdeasQuery = { phrases: readonly string[]; limit: number } & Place
export type MetricsQuery = { phrases: readonly string[] } & Place
export type DomainQuery = { domain: string } & Place
export type RankedQuery = { limit: number } & DomainQuery

/** The phrases that a site ranks for, best known first; `isWhole` is false where a page of them could not be had. */
export type Ranked = { rows: RankedRow[]; isWhole: boolean }
/** What a site has of search as a whole. `traffic` is visits a month, `value` what they would cost as ads, in USD. */
export type Overview = {
  traffic: number | null
  value: number | null
  keywords: number
  positions: { top3: number; top10: number; top20: number; top100: number }
}

export type IdeasSource = Capability<IdeasQuery, KeywordRow[]>
export type MetricsSource = Capability<MetricsQuery, KeywordRow[]>
export type RankedSource = Capability<RankedQuery, Ranked>
export type OverviewSource = Capability<DomainQuery, Overview>
