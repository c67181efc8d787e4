import { type Collects, createCollects } from '@rts/shared/collects/collects'
import { listCollects } from '@rts/shared/collects/list'
import { accountChanged, siteChanged } from '@rts/shared/collects/ownership'
import { createRpcQuota } from '@rts/shared/collects/quota'
import { accountProjection } from '@rts/shared/facts/account-projection'
import { askProjects, siteProjection } from '@rts/shared/facts/site-projection'
import { createProjectReader } from '@rts/shared/phrases/project-reader'
import { readPlans } from '@rts/shared/plans'
import { mountService } from '@rts/shared/service/mount-service'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import type { Transaction } from '@rts/shared/service/transaction'
import { createSpend } from '@rts/shared/spend/spend'
import { createAi } from './ai/ai.ts'
import { createAutoAdd } from './auto-add/auto-add.ts'
import type { Config } from './config.ts'
import { createRecords } from './database.sql.ts'
import { createGraph } from './graph/graph.ts'
import { createKeywords } from './keywords/keywords.ts'
import { createLinks } from './links/links.ts'
import { ownerOf } from './owners.sql.ts'

type Forget = (tx: Transaction, siteId: string) => Promise<void>

/** Data of the outside world about sites: keywords, links, answers of AI engines. */
export function createApp(parts: ServiceParts, config: Config): Promise<BuiltService> {
  const { pool, clock, logger } = parts
  const call = createRpcClient(parts)
  const projects = createProjectReader(call)
  const { RESEARCH_CONCURRENCY: ask, AI_CONCURRENCY: ai, FETCH_CONCURRENCY: fetch } = config
  const lanes = { ask, ai, fetch, graph: 1 }
  const collects = createCollects({ service: 'research', pool, quota: createRpcQuota(call), logger, lanes })
  const keeping = keepingOf(collects, forget)
  const accounts = accountProjection(pool, { changed: accountChanged(keeping) })
  const sites = siteProjection(pool, askProjects(call), { changed: siteChanged(keeping) })
  const { RESEARCH_DAILY_BUDGET_USD: budgetUsd, RESEARCH_ACCOUNT_SHARE: share } = config
  const spend = createSpend({
    pool,
    clock,
    capability: 'research',
    budgetUsd,
    shareUsd: budgetUsd && budgetUsd * share,
  })
  const records = createRecords(pool)
  const common = { records, collects, sites, projects, spend, call, ownerOf: (siteId: string) => ownerOf(pool, siteId) }

  const graph = createGraph(parts, config, collects)
  const links = createLinks(parts, config, { ...common, graph })
  const keywords = createKeywords(parts, config, { ...common, authorityOf: graph.authorityOf })
  const visibility = createAi(parts, config, { ...common, plans: readPlans(config.PLANS_FILE) })
  const autoAdd = createAutoAdd(parts, { ...common, savedIdeas: keywords.savedIdeas })

  async function forget(tx: Transaction, siteId: string): Promise<void> {
    await links.forget(tx, siteId)
    await visibility.forget(tx, siteId)
    await autoAdd.forget(tx, siteId)
  }

  return mountService('research', parts, {
    handlers: {
      ...keywords.handlers,
      ...links.handlers,
      ...graph.handlers,
      ...visibility.handlers,
      ...autoAdd.handlers,
      'researchCollects.list': listCollects(pool, sites),
    },
    hears: { 'research.accounts': accounts.effect, 'research.sites': sites.effect },
    background: () => [collects.listen(), visibility.start(), autoAdd.start()],
    work: () => [
      collects.work([...keywords.kinds, ...links.kinds, ...graph.kinds, ...visibility.kinds]),
      { stop: links.stop },
    ],
  })
}

/** A deleted site is forgotten by the features too. */
function keepingOf({ forget, keepForGood }: Collects, forgetSite: Forget): Pick<Collects, 'forget' | 'keepForGood'> {
  return {
    keepForGood,
    forget: async (tx, scope) => {
      await forget(tx, scope)
      const [, siteId] = /^s:(.+)$/.exec(scope) ?? []
      if (siteId !== undefined) await forgetSite(tx, siteId)
    },
  }
}
