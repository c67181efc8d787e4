import type { Collects } from '@rts/shared/collects/collects'
import type { Sites } from '@rts/shared/facts/site-of'
import type { PlanTable } from '@rts/shared/plans'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { CrawlListStore } from './data/crawl-list-store.ts'
import { createSiteReader } from './data/site-reader.ts'
import { createArticleStore } from './data/writing/article-store.ts'
import { createPlanStore } from './data/writing/plan-store.ts'
import { articleHandlers } from './handlers/writing/articles.ts'
import { createPlans, planHandlers } from './handlers/writing/plans.ts'
import { createTextStart } from './handlers/writing/start-text.ts'
import { createKnowledge } from './kinds/writing/knowledge.ts'
import { outlines } from './kinds/writing/offline.ts'
import { textKind } from './kinds/writing/text-kind.ts'

type Deps = { collects: Collects; sites: Sites; call: RpcClient; crawls: CrawlListStore; limits: PlanTable }

/** Plans and articles: what is asked for, and the workers that write it. */
export function createWriting({ pool, clock, logger }: ServiceParts, { collects, sites, call, crawls, limits }: Deps) {
  const plans = createPlanStore(pool)
  const articles = createArticleStore(pool)
  const deps = { know: createKnowledge({ reader: createSiteReader(call), crawls, logger }), clock }
  const plan = textKind('plan', plans, outlines.plan, deps)
  const article = textKind('article', articles, outlines.article, deps)
  const start = createTextStart({ collects, plans: limits, clock, hasWriter: false })
  const createPlan = createPlans({ plans, kind: plan, start, clock })
  return {
    kinds: [plan, article],
    handlers: {
      ...planHandlers(sites, createPlan),
      ...articleHandlers({ sites, articles, kind: article, start, clock }),
    },
  }
}
