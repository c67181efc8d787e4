import { type Collects, createCollects } from '@rts/shared/collects/collects'
import { listCollects } from '@rts/shared/collects/list'
import { accountChanged, siteChanged } from '@rts/shared/collects/ownership'
import { createRpcQuota } from '@rts/shared/collects/quota'
import { accountProjection } from '@rts/shared/facts/account-projection'
import { askProjects, siteProjection } from '@rts/shared/facts/site-projection'
import { createProjectReader, type ProjectReader } from '@rts/shared/phrases/project-reader'
import { readPlans } from '@rts/shared/plans'
import { mountService } from '@rts/shared/service/mount-service'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import { createSpend } from '@rts/shared/spend/spend'
import { createAiVisibility } from './ai/ai.ts'
import { forgetPrompts } from './ai/prompts.sql.ts'
import { createAutoAdd } from './auto-add/auto-add.ts'
import { forgetAutoAdd } from './auto-add/policies.sql.ts'
import type { Config } from './config.ts'
import { createDomainGraph, type GraphConfig } from './graph/graph.ts'
import { createGraphStore } from './graph/releases.sql.ts'
import { keywordKinds, runningKinds } from './keywords/collecting.ts'
import { createDatabase } from './keywords/database.sql.ts'
import { figureHandlers } from './keywords/figures.ts'
import { gapHandlers } from './keywords/gap.ts'
import { createMetricStore } from './keywords/metrics.sql.ts'
import { plannerHandlers } from './keywords/planner.ts'
import { researchHandlers } from './keywords/research.ts'
import { curveOf } from './keywords/rules/curve.ts'
import { trafficHandlers } from './keywords/traffic.ts'
import { authorityFrom } from './links/authority.ts'
import { createSiteLinks, type LinksConfig } from './links/links.ts'
import { forgetLinks } from './links/seen.sql.ts'
import { ownerOf } from './owners.sql.ts'
import type { Sources } from './sources.ts'

type AppConfig = Pick<
  Config,
  | 'RANKED_ROWS'
  | 'RESEARCH_CONCURRENCY'
  | 'CLICK_CURVE_FILE'
  | 'RESEARCH_DAILY_BUDGET_USD'
  | 'RESEARCH_ACCOUNT_SHARE'
  | 'AI_CONCURRENCY'
  | 'FETCH_CONCURRENCY'
  | 'PLANS_FILE'
> &
  LinksConfig &
  GraphConfig

/** What the world outside says of sites: keywords, links, AI engines. Reads that collect, and what accounts and sites change here. */
export function createApp(parts: ServiceParts, config: AppConfig, sources: Sources): BuiltService {
  const { pool, clock, logger } = parts
  const call = createRpcClient(parts)
  const projects = createProjectReader(call)
  const { RESEARCH_CONCURRENCY: ask, AI_CONCURRENCY: ai, FETCH_CONCURRENCY: fetch } = config
  const lanes = { ask, ai, fetch, graph: 1 }
  const collects = createCollects({ service: 'research', pool, quota: createRpcQuota(call), logger, lanes })
  const keeping = keepingOf(collects)
  const accounts = accountProjection(pool, { changed: accountChanged(keeping) })
  const sites = siteProjection(pool, askProjects(call), { changed: siteChanged(keeping) })
  const { RESEARCH_DAILY_BUDGET_USD: budgetUsd, RESEARCH_ACCOUNT_SHARE: share } = config
  const shareUsd = budgetUsd && budgetUsd * share
  const spend = createSpend({ pool, clock, capability: 'research', budgetUsd, shareUsd })
  const kinds = keywordKinds(sources.keywords, {
    spend,
    store: createMetricStore(createDatabase(pool), clock),
    trackedPhrases: trackedPhrases(projects, (siteId) => ownerOf(pool, siteId)),
    rankedRows: config.RANKED_ROWS,
  })
  // On a read nobody outside is asked: what the imported graph does not hold is unknown.
  const authorityOf = authorityFrom(createGraphStore(pool).places, null)
  const deps = { collects, sites, projects, authorityOf, ...kinds, curve: curveOf(config.CLICK_CURVE_FILE ?? null) }
  const links = createSiteLinks(parts, config, { collects, sites, projects, spend, sources: sources.links })
  const graph = createDomainGraph(parts, config, collects)
  const plans = readPlans(config.PLANS_FILE)
  const { engines } = sources
  const visibility = createAiVisibility(parts, { collects, sites, projects, call, spend, plans, engines })
  const autoAdd = createAutoAdd(parts, { collects, sites, call, projects, ideas: kinds.ideas })
  return mountService('research', parts, {
    handlers: {
      ...researchHandlers(deps),
      ...plannerHandlers(deps),
      ...gapHandlers(deps),
      ...trafficHandlers(deps),
      ...figureHandlers(deps),
      'researchCollects.list': listCollects(pool, sites),
      ...links.handlers,
      ...graph.handlers,
      ...visibility.handlers,
      ...autoAdd.handlers,
    },
    hears: { 'research.accounts': accounts.effect, 'research.sites': sites.effect },
    background: [
      collects.start([...runningKinds(kinds), ...links.kinds, ...graph.kinds, ...visibility.kinds]),
      visibility.start(),
      autoAdd.start(),
      { stop: sources.links.close },
    ],
  })
}

/** A site that is gone takes all that is kept of it along. */
function keepingOf({ forget, keepForGood }: Collects): Pick<Collects, 'forget' | 'keepForGood'> {
  return {
    keepForGood,
    forget: async (client, scope) => {
      await forget(client, scope)
      const [, siteId] = /^s:(.+)$/.exec(scope) ?? []
      if (siteId === undefined) return
      await forgetLinks(client, siteId)
      await forgetPrompts(client, siteId)
      await forgetAutoAdd(client, siteId)
    },
  }
}

/** The phrases that a site tracks in a country and language, asked for in the name of whoever has it now. */
function trackedPhrases(projects: ProjectReader, ownerOf: (siteId: string) => Promise<string | null>) {
  return async ({ siteId, country, language }: { siteId: string; country: string; language: string }) => {
    const accountId = await ownerOf(siteId)
    if (accountId === null) return null
    const tracked = await projects.phrases(accountId, siteId)
    return tracked.filter((each) => each.country === country && each.language === language).map(({ phrase }) => phrase)
  }
}
