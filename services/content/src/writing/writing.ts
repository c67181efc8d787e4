import type { Collects } from '@rts/shared/collects/collects'
import type { Sites } from '@rts/shared/facts/site-of'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { Transaction } from '@rts/shared/service/transaction'
import { createSpend } from '@rts/shared/spend/spend'
import type { Crawl } from '../crawl/crawl.ts'
import { createRecords } from '../database.sql.ts'
import { type DueArticle, findDueArticle, storeArticle, type WrittenArticle } from './articles.sql.ts'
import { articleHandlers } from './articles.ts'
import type { WriterConfig } from './config.ts'
import { createCreation } from './creation.ts'
import { createKnowledge } from './knowledge.ts'
import { outlines } from './outlines.ts'
import { type DuePlan, findDuePlan, storePlan } from './plans.sql.ts'
import { planCreation, planHandlers } from './plans.ts'
import { createWriter } from './providers/writer.ts'
import type { PlanText } from './rules/outline.ts'
import { textKind } from './text-kind.ts'
import { deleteMonths, deleteTexts } from './texts.sql.ts'
import { writtenBy } from './writer.ts'

export type { CreatePlan } from './plans.ts'

type Deps = { collects: Collects; sites: Sites; projects: ProjectReader; crawl: Crawl; plans: PlanTable }

/** Plans and articles: their rows, and the workers that write them. */
export function createWriting(
  parts: ServiceParts,
  config: WriterConfig,
  { collects, sites, projects, crawl, plans }: Deps,
) {
  const { pool: database, clock, logger } = parts
  const records = createRecords(database)
  const deps = { know: createKnowledge({ projects, crawl, logger }), clock }
  const writer = createWriter(config, parts)
  const write = writer
    ? writtenBy({ writer, spend: spendOf(parts, config), linkHosts: config.WRITER_LINK_HOSTS })
    : outlines
  const plan = textKind<DuePlan, PlanText>('plan', write.plan, {
    findDue: (id) => findDuePlan(database, id),
    store: (...written) => storePlan(database, ...written),
    ...deps,
  })
  const article = textKind<DueArticle, WrittenArticle>('article', write.article, {
    findDue: (id) => findDueArticle(database, id),
    store: (...written) => storeArticle(records, ...written),
    ...deps,
  })
  const create = createCreation({ collects, limits: plans, clock, hasWriter: writer !== null })
  const createPlan = planCreation({ database, kind: plan, create, clock })
  return {
    createPlan,
    kinds: [plan, article],
    handlers: {
      ...planHandlers({ database, records, sites, createPlan, clock }),
      ...articleHandlers({ database, records, sites, kind: article, create, clock }),
    },
  }
}

/** Deleting a site deletes its texts; closing an account deletes its monthly counts. */
export function forgetWriting(tx: Transaction, scope: string): Promise<void> {
  const id = scope.slice(2)
  return scope.startsWith('s:') ? deleteTexts(tx, id) : deleteMonths(tx, id)
}

function spendOf({ pool, clock }: ServiceParts, config: WriterConfig) {
  const { WRITER_DAILY_BUDGET_USD: budgetUsd, WRITER_ACCOUNT_SHARE: share } = config
  return createSpend({ pool, clock, capability: 'writing', budgetUsd, shareUsd: budgetUsd && budgetUsd * share })
}
