import type { Capability } from '@rts/outside/capability'
import type { CallLogger, ProviderHttp } from '@rts/outside/http'
import type { Clock } from '@rts/shared/clock'
import type { Place } from '@rts/shared/phrases/own-pages'
import type { KeywordConfig } from '../config.ts'
import type { KeywordRow, RankedRow } from '../rules/figures.ts'
import type { Overview } from '../rules/traffic-rows.ts'

export type AdapterDeps = { config: KeywordConfig; http: ProviderHttp; clock: Clock; logger: CallLogger }
export type IdeasQuery = { phrases: readonly string[]; limit: number } & Place
export type MetricsQuery = { phrases: readonly string[] } & Place
export type DomainQuery = { domain: string } & Place
export type RankedQuery = { limit: number } & DomainQuery

/** Best known first; `isWhole` false: a page failed. */
export type Ranked = { rows: RankedRow[]; isWhole: boolean }
export type IdeasSource = Capability<IdeasQuery, KeywordRow[]>
export type MetricsSource = Capability<MetricsQuery, KeywordRow[]>
export type RankedSource = Capability<RankedQuery, Ranked>
export type OverviewSource = Capability<DomainQuery, Overview>
