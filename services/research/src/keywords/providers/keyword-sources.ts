import { allOf, type Union } from '@rts/outside/all-of'
import type { Capability } from '@rts/outside/capability'
import type { Budget } from '@rts/outside/cost'
import { firstOf } from '@rts/outside/first-of'
import { createProviderHttp, rowsBytes } from '@rts/outside/http'
import type { LinkDeps } from '@rts/outside/link'
import { phraseIdentity } from '@rts/shared/contract/fields'
import type { Failure } from '@rts/shared/failure'
import type { KeywordConfig, KeywordProviderName } from '../config.ts'
import { type Figures, figureNames, type KeywordRow } from '../rules/figures.ts'
import { createAutocomplete } from './autocomplete.ts'
import { createLabsIdeas, createLabsOverview, createLabsRanked } from './dataforseo-labs.ts'
import { createSearchVolume } from './dataforseo-volume.ts'
import { createGoogleAds } from './google-ads.ts'
import type { IdeasQuery, IdeasSource, MetricsSource, OverviewSource, RankedSource } from './keyword-data.ts'

export type UnitedIdeas = {
  priceUsd(query: IdeasQuery): number
  ask(query: IdeasQuery, signal?: AbortSignal, budget?: Budget): Promise<Union<KeywordRow[]> | Failure>
}

/** Null: no provider. */
export type KeywordSources = {
  ideas: UnitedIdeas | null
  metrics: MetricsSource | null
  ranked: RankedSource | null
  overview: OverviewSource | null
}
type Adapters = { ideas?: IdeasSource; metrics?: MetricsSource; ranked?: RankedSource; overview?: OverviewSource }

/** `KEYWORD_PROVIDERS` by capability: ideas from all, else the first that answers. */
export function createKeywordSources(config: KeywordConfig, deps: LinkDeps): KeywordSources {
  const { clock, logger, calls } = deps
  const timeoutMs = config.RESEARCH_TIMEOUT_MS
  const http = createProviderHttp({ timeoutMs, clock, logger, calls, maxBytes: rowsBytes })
  const made = { config, http, clock, logger }
  const adapters: Record<KeywordProviderName, () => Adapters> = {
    dataforseo: () => ({
      ideas: createLabsIdeas(made),
      metrics: createSearchVolume(made),
      ranked: createLabsRanked(made),
      overview: createLabsOverview(made),
    }),
    google_ads: () => createGoogleAds(made),
    autocomplete: () => ({ ideas: createAutocomplete(made) }),
  }
  const listed = config.KEYWORD_PROVIDERS.map((name) => adapters[name]())
  const ideas = listed.flatMap((each) => each.ideas ?? [])
  const metrics = listed.flatMap((each) => each.metrics ?? [])
  const ranked = listed.flatMap((each) => each.ranked ?? [])
  const overview = listed.flatMap((each) => each.overview ?? [])
  return {
    ideas: ideas.length === 0 ? null : allOf(ideas, mergeRows, deps),
    metrics: first('metrics', metrics, deps),
    ranked: first('ranked', ranked, deps),
    overview: first('overview', overview, deps),
  }
}

function first<Q, R>(name: string, adapters: Capability<Q, R>[], deps: LinkDeps): Capability<Q, R> | null {
  return adapters.length === 0 ? null : firstOf(name, adapters, deps)
}

/** Merges rows by phrase: the first gives its figures, later ones fill unknown ones and are named as sources. */
export function mergeRows(parts: readonly (readonly KeywordRow[])[]): KeywordRow[] {
  const merged = new Map<string, KeywordRow>()
  for (const row of parts.flat()) {
    const key = phraseIdentity(row.phrase)
    const known = merged.get(key)
    merged.set(key, known ? filled(known, row) : row)
  }
  return [...merged.values()]
}

function filled(known: KeywordRow, other: KeywordRow): KeywordRow {
  const lacking = figureNames.filter((field) => isUnknown(known[field]) && !isUnknown(other[field]))
  if (lacking.length === 0) return known
  const more = Object.fromEntries(lacking.map((field) => [field, other[field]]))
  const sources = new Set([...known.source.split('+'), ...other.source.split('+')])
  return { ...known, ...more, source: [...sources].join('+'), sandbox: known.sandbox || other.sandbox }
}

function isUnknown(figure: Figures[keyof Figures]): boolean {
  return figure === null || (Array.isArray(figure) && figure.length === 0)
}
