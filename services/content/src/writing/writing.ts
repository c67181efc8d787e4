import type { Collects } from '@rts/shared/collects/collects'
import type { Sites } from '@rts/shared/facts/site-of'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { createSpend } from '@rts/shared/spend/spend'
import type { CrawlListStore } from '../crawl/crawls.sql.ts'
import { createArticleEditor } from './article-editor.sql.ts'
import { createArticleStore } from './articles.sql.ts'
import { articleHandlers } from './articles.ts'
import type { WriterConfig } from './config.ts'
import { articleEditHandlers } from './edit-articles.ts'
import { planEditHandlers } from './edit-plans.ts'
import { createKnowledge } from './knowledge.ts'
import { outlines } from './outlines.ts'
import { createPlanEditor } from './plan-editor.sql.ts'
import { createPlanStore } from './plans.sql.ts'
import { createPlans, planHandlers } from './plans.ts'
import { createWriter } from './providers/writer.ts'
import { createTextStart } from './start-text.ts'
import { textKind } from './text-kind.ts'
import { writtenBy } from './writer.ts'

type Deps = { collects: Collects; sites: Sites; projects: ProjectReader; crawls: CrawlListStore; limits: PlanTable }

/** Plans and articles: what is asked for, and the workers that write it. */
export function createWriting(
  parts: ServiceParts,
  config: WriterConfig,
  { collects, sites, projects, crawls, limits }: Deps,
) {
  const { pool, clock, logger } = parts
  const plans = createPlanStore(pool)
  const articles = createArticleStore(pool)
  const deps = { know: createKnowledge({ projects, crawls, logger }), clock }
  const writer = createWriter(config, parts)
  const write = writer
    ? writtenBy({ writer, spend: spendOf(parts, config), linkHosts: config.WRITER_LINK_HOSTS })
    : outlines
  const plan = textKind('plan', plans, write.plan, deps)
  const article = textKind('article', articles, write.article, deps)
  const start = createTextStart({ collects, plans: limits, clock, hasWriter: writer !== null })
  const createPlan = createPlans({ plans, kind: plan, start, clock })
  return {
    createPlan,
    kinds: [plan, article],
    handlers: {
      ...planHandlers(sites, createPlan),
      ...planEditHandlers({ sites, editor: createPlanEditor(pool), clock }),
      ...articleHandlers({ sites, articles, kind: article, start, clock }),
      ...articleEditHandlers({ sites, editor: createArticleEditor(pool), clock }),
    },
  }
}

function spendOf({ pool, clock }: ServiceParts, config: WriterConfig) {
  const { WRITER_DAILY_BUDGET_USD: budgetUsd, WRITER_ACCOUNT_SHARE: share } = config
  return createSpend({ pool, clock, capability: 'writing', budgetUsd, shareUsd: budgetUsd && budgetUsd * share })
}
