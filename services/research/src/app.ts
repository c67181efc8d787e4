import { createCollects } from '@rts/shared/collects/collects'
import { createRpcQuota } from '@rts/shared/collects/quota'
import { accountProjection } from '@rts/shared/facts/account-projection'
import { askProjects, siteProjection } from '@rts/shared/facts/site-projection'
import { mountService } from '@rts/shared/service/mount-service'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import { createSpend } from '@rts/shared/spend/spend'
import type { Config } from './config.ts'
import { createCollectStore } from './data/collect-store.ts'
import { createDatabase } from './data/database.ts'
import { createMetricStore } from './data/metric-store.ts'
import { accountChanged, ownerOf, siteChanged } from './data/ownership.ts'
import { createProjectReader, type ProjectReader } from './data/project-reader.ts'
import { curveOf } from './domain/curve.ts'
import { collectHandlers } from './handlers/collects.ts'
import { gapHandlers } from './handlers/gap.ts'
import { plannerHandlers } from './handlers/planner.ts'
import { researchHandlers } from './handlers/research.ts'
import { trafficHandlers } from './handlers/traffic.ts'
import { keywordKinds, runningKinds } from './kinds/kinds.ts'
import type { KeywordSources } from './providers/keyword-sources.ts'

type AppConfig = Pick<
  Config,
  'RANKED_ROWS' | 'RESEARCH_CONCURRENCY' | 'CLICK_CURVE_FILE' | 'RESEARCH_DAILY_BUDGET_USD' | 'RESEARCH_ACCOUNT_SHARE'
>

/** Keyword data about sites and their rivals: reads that collect, and what accounts and sites change here. */
export function createApp(parts: ServiceParts, config: AppConfig, sources: KeywordSources): BuiltService {
  const { pool, clock, logger } = parts
  const call = createRpcClient(parts)
  const projects = createProjectReader(call)
  const lanes = { ask: config.RESEARCH_CONCURRENCY }
  const collects = createCollects({ service: 'research', pool, quota: createRpcQuota(call), logger, lanes })
  const accounts = accountProjection(pool, { changed: accountChanged(collects) })
  const sites = siteProjection(pool, askProjects(call), { changed: siteChanged(collects) })
  const { RESEARCH_DAILY_BUDGET_USD: budgetUsd, RESEARCH_ACCOUNT_SHARE: share } = config
  const shareUsd = budgetUsd && budgetUsd * share
  const kinds = keywordKinds(sources, {
    spend: createSpend({ pool, clock, capability: 'keywords', budgetUsd, shareUsd }),
    store: createMetricStore(createDatabase(pool), clock),
    trackedPhrases: trackedPhrases(projects, (siteId) => ownerOf(pool, siteId)),
    rankedRows: config.RANKED_ROWS,
  })
  const deps = { collects, sites, projects, ...kinds, curve: curveOf(config.CLICK_CURVE_FILE ?? null) }
  return mountService('research', parts, {
    handlers: {
      ...researchHandlers(deps),
      ...plannerHandlers(deps),
      ...gapHandlers(deps),
      ...trafficHandlers(deps),
      ...collectHandlers({ sites, collected: createCollectStore(pool) }),
    },
    hears: { 'research.accounts': accounts.effect, 'research.sites': sites.effect },
    background: [collects.start(runningKinds(kinds))],
  })
}

/** The phrases that a site tracks in a country and language, asked for in the name of whoever has it now. */
function trackedPhrases(projects: ProjectReader, ownerOf: (siteId: string) => Promise<string | null>) {
  return async ({ siteId, country, language }: { siteId: string; country: string; language: string }) => {
    const accountId = await ownerOf(siteId)
    if (accountId === null) return null
    const { keywords } = await projects.comparison(accountId, siteId)
    return keywords.filter((each) => each.country === country && each.language === language).map(({ phrase }) => phrase)
  }
}
