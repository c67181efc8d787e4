import { questionsOf } from '@rts/outside/checks/check'
import { createCollects } from '@rts/shared/collects/collects'
import { accountChanged, siteChanged } from '@rts/shared/collects/owner-changes'
import { createRpcQuota } from '@rts/shared/collects/quota'
import { accountProjection } from '@rts/shared/facts/account-projection'
import { createEndings, ofSite, siteOfScope } from '@rts/shared/facts/endings'
import { thawedByOwner } from '@rts/shared/facts/frozen-site'
import { askProjects, siteProjection } from '@rts/shared/facts/site-projection'
import { createProjectReader } from '@rts/shared/phrases/project-reader'
import { readPlans } from '@rts/shared/plans'
import { mountService } from '@rts/shared/service/mount-service'
import { providerCheckHandlers } from '@rts/shared/service/provider-checks'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import { showSpend } from '@rts/shared/spend/figures'
import { createSpend } from '@rts/shared/spend/spend'
import { createAi, engineArea, engineProbes, pausePromptsOf, promptEndings, putPromptsLast } from './ai/ai.ts'
import { createAutoAdd, deletePolicy } from './auto-add/auto-add.ts'
import type { Config } from './config.ts'
import { createRecords } from './database.sql.ts'
import { createGraph } from './graph/graph.ts'
import { createKeywords, keywordArea, keywordProbes } from './keywords/keywords.ts'
import { createLinks, linkArea, linkEndings, linkProbes } from './links/links.ts'
import { ownerOf } from './owners.sql.ts'

export function createApp(parts: ServiceParts, config: Config): Promise<BuiltService> {
  const { pool, clock, logger } = parts
  const call = createRpcClient(parts)
  const projects = createProjectReader(call)
  const { RESEARCH_CONCURRENCY: ask, AI_CONCURRENCY: ai, FETCH_CONCURRENCY: fetch } = config
  const lanes = { ask, ai, fetch, graph: 1 }
  const isFrozen = (siteId: string) => sites.isFrozen(siteId)
  const collects = createCollects({ service: 'research', pool, quota: createRpcQuota(call), logger, isFrozen, lanes })
  const endings = createEndings({
    pool,
    logger,
    stop: async (tx, scope) => {
      await collects.cancelRuns(tx, scope)
      const siteId = siteOfScope(scope)
      if (siteId === undefined) return
      await pausePromptsOf(tx, siteId)
      await deletePolicy(tx, siteId)
    },
    parts: [collects.deleteReadings, ...[...linkEndings, ...promptEndings].map(ofSite)],
  })
  const keeping = { ...endings, ...collects }
  const accounts = accountProjection(pool, { changed: accountChanged(keeping) })
  const sites = siteProjection(pool, askProjects(call), { changed: siteChanged(keeping, putPromptsLast) })
  const { RESEARCH_DAILY_BUDGET_USD: budgetUsd, RESEARCH_ACCOUNT_SHARE: share } = config
  const limits = { capability: 'research', budgetUsd }
  const spend = createSpend({ pool, clock, ...limits, shareUsd: budgetUsd && budgetUsd * share })
  const records = createRecords(pool)
  const common = { records, collects, sites, projects, spend, call, ownerOf: (siteId: string) => ownerOf(pool, siteId) }

  const graph = createGraph(parts, config, collects)
  const links = createLinks(parts, config, { ...common, graph })
  const keywords = createKeywords(parts, config, { ...common, authorityOf: graph.authorityOf })
  const visibility = createAi(parts, config, {
    ...common,
    plans: readPlans(config.PLANS_FILE),
    requireThawed: thawedByOwner(call),
  })
  const autoAdd = createAutoAdd(parts, { ...common, savedIdeas: keywords.savedIdeas })

  const areas = [keywordArea(config), linkArea(config), engineArea(config)]
  const probes = [...keywordProbes(config, parts), ...linkProbes(config, parts), ...engineProbes(config, clock)]

  return mountService('research', parts, {
    handlers: {
      ...keywords.handlers,
      ...links.handlers,
      ...graph.handlers,
      ...visibility.handlers,
      ...autoAdd.handlers,
      ...providerCheckHandlers('research', areas, questionsOf(probes, config, parts), spend),
    },
    hears: { 'research.accounts': accounts.effect, 'research.sites': sites.effect },
    figures: () => showSpend(parts, limits),
    background: () => [collects.listen(), endings.start(), visibility.start(), autoAdd.start()],
    work: () => [
      collects.work([...keywords.kinds, ...links.kinds, ...graph.kinds, ...visibility.kinds]),
      { stop: links.stop },
    ],
  })
}
