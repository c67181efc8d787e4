import type { AnyKind } from '@rts/shared/collects/kind'
import { type OverviewKind, overviewKind, type RankedKind, rankedKind } from './collecting-domains.ts'
import { type IdeasKind, ideasKind } from './collecting-ideas.ts'
import { type MetricsDeps, type MetricsKind, metricsKind } from './collecting-metrics.ts'
import type { KeywordSources } from './providers/keyword-sources.ts'

/** What can be collected; null where no provider is configured for it. */
export type Kinds = {
  ideas: IdeasKind | null
  metrics: MetricsKind | null
  ranked: RankedKind | null
  overview: OverviewKind | null
}

export function keywordKinds(
  { ideas, metrics, ranked, overview }: KeywordSources,
  deps: Omit<MetricsDeps, 'metrics'> & { rankedRows: number },
): Kinds {
  return {
    ideas: ideas && ideasKind(ideas, deps.spend),
    metrics: metrics && metricsKind({ ...deps, metrics }),
    ranked: ranked && rankedKind(ranked, deps.rankedRows, deps.spend),
    overview: overview && overviewKind(overview, deps.spend),
  }
}

/** Those that can run. */
export function runningKinds(kinds: Kinds): AnyKind[] {
  return Object.values(kinds).filter((kind) => kind !== null)
}
