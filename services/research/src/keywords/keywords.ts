import type { Collects } from '@rts/shared/collects/collects'
import type { Sites } from '@rts/shared/facts/site-of'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { Comparison } from '@rts/shared/phrases/own-pages'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { Spend } from '@rts/shared/spend/spend'
import type { Records } from '../database.sql.ts'
import { ideasKind, overviewKind, rankedKind } from './collecting.ts'
import { metricsKind } from './collecting-metrics.ts'
import type { KeywordConfig } from './config.ts'
import { figureHandlers } from './figures.ts'
import { gapHandlers } from './gap.ts'
import { savedIdeas } from './ideas.ts'
import { plannerHandlers } from './planner.ts'
import { createKeywordSources } from './providers/keyword-sources.ts'
import { researchHandlers } from './research.ts'
import { curveOf } from './rules/traffic.ts'
import { trafficHandlers } from './traffic.ts'

export { keywordArea, keywordProbes } from './probes.ts'

type KeywordsDeps = {
  records: Records
  collects: Collects
  sites: Sites
  projects: ProjectReader
  spend: Spend
  authorityOf(domains: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Null once the site is deleted. */
  ownerOf(siteId: string): Promise<string | null>
}

/** Keywords: ideas, planner, competitor gap and traffic, figures. */
export function createKeywords(
  { pool: database, clock, logger, calls }: ServiceParts,
  config: KeywordConfig,
  deps: KeywordsDeps,
) {
  const { collects, spend, ...others } = deps
  const sources = createKeywordSources(config, { clock, logger, calls })
  const ideas = sources.ideas && ideasKind(sources.ideas, spend)
  const ranked = sources.ranked && rankedKind(sources.ranked, config.RANKED_ROWS, spend)
  const overview = sources.overview && overviewKind(sources.overview, spend)
  const metrics = sources.metrics && metricsKind(sources.metrics, { database, spend, clock, ...others })
  const reads = {
    ...others,
    collects,
    ideas,
    ranked,
    overview,
    metrics,
    curve: curveOf(config.CLICK_CURVE_FILE ?? null),
  }
  return {
    handlers: {
      ...researchHandlers(reads),
      ...plannerHandlers(reads),
      ...gapHandlers(reads),
      ...trafficHandlers(reads),
      ...figureHandlers(reads),
    },
    kinds: [ideas, metrics, ranked, overview].filter((kind) => kind !== null),
    savedIdeas: (site: KnownSite, comparison: Comparison) => savedIdeas(reads, site, comparison),
  }
}
