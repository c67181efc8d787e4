import { areaOf, type ProviderArea } from '@rts/outside/checks/area'
import { type Probe, probeOf } from '@rts/outside/checks/probe'
import type { Clock } from '@rts/shared/clock'
import type { Collects } from '@rts/shared/collects/collects'
import { type EndSome, ofSite } from '@rts/shared/facts/endings'
import type { RequireThawed } from '@rts/shared/facts/frozen-site'
import type { Sites } from '@rts/shared/facts/site-of'
import type { Logger } from '@rts/shared/logger'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { showSpend } from '@rts/shared/spend/figures'
import { createSpend } from '@rts/shared/spend/spend'
import type { Crawl } from '../crawl/crawl.ts'
import { createRecords } from '../database.sql.ts'
import { type DueArticle, findDueArticle, storeArticle, type WrittenArticle } from './articles.sql.ts'
import { articleHandlers } from './articles.ts'
import { type WriterConfig, writerSettings } from './config.ts'
import { createCreation } from './creation.ts'
import { outlines } from './outlines.ts'
import { type DuePlan, findDuePlan, storePlan } from './plans.sql.ts'
import { planCreation, planHandlers } from './plans.ts'
import { createWriter, writerOn } from './providers/writer.ts'
import type { PlanText } from './rules/outline.ts'
import type { SiteKnowledge } from './rules/topic.ts'
import { type Knowing, textKind } from './text-kind.ts'
import { deleteMonths, textEndings } from './texts.sql.ts'
import { writtenBy } from './writer.ts'

export type { CreatePlan } from './plans.ts'

const capability = 'writing'

type Deps = {
  collects: Collects
  sites: Sites
  projects: ProjectReader
  crawl: Crawl
  plans: PlanTable
  requireThawed: RequireThawed
}

export function createWriting(
  parts: ServiceParts,
  config: WriterConfig,
  { collects, sites, projects, crawl, plans, requireThawed }: Deps,
) {
  const { pool: database, clock, logger } = parts
  const records = createRecords(database)
  const deps = { know: createKnowledge({ projects, crawl, logger }), clock }
  const writer = createWriter(config, parts)
  const write = writer
    ? writtenBy({ writer, spend: writingSpend(parts, config), linkHosts: config.WRITER_LINK_HOSTS })
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
  const create = createCreation({ collects, requireThawed, limits: plans, clock, hasWriter: writer !== null })
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

/** A site ends with its texts, an account with its few monthly counts. */
export const writingEndings: readonly EndSome[] = [
  ...textEndings.map(ofSite),
  async (tx, scope) => (scope.startsWith('a:') ? deleteMonths(tx, scope.slice(2)) : 0),
]

export function showWritingSpend(parts: Parameters<typeof showSpend>[0], config: WriterConfig): void {
  showSpend(parts, { capability, budgetUsd: config.WRITER_DAILY_BUDGET_USD })
}

export function writingSpend({ pool, clock }: Pick<ServiceParts, 'pool' | 'clock'>, config: WriterConfig) {
  const { WRITER_DAILY_BUDGET_USD: budgetUsd, WRITER_ACCOUNT_SHARE: share } = config
  return createSpend({ pool, clock, capability, budgetUsd, shareUsd: budgetUsd && budgetUsd * share })
}

type KnowingDeps = {
  projects: Pick<ProjectReader, 'comparison' | 'pages'>
  crawl: Pick<Crawl, 'pagesOf'>
  logger: Pick<Logger, 'warn'>
}

/** Reads saved facts for a text; fetches and buys nothing. */
function createKnowledge({ projects, crawl, logger }: KnowingDeps): Knowing['know'] {
  const missing = (error: unknown) => {
    logger.warn({ err: error }, 'the keywords of a site could not be read for a text')
    return null
  }
  return async ({ accountId, siteId, siteName, domain }, { country, language }) => {
    const [ranks, seen, pages] = await Promise.all([
      projects.comparison(accountId, siteId).catch(missing),
      projects.pages(accountId, siteId).catch(missing),
      crawl.pagesOf(siteId),
    ])
    if (!ranks || !seen) return null
    const own = ranks.keywords.filter((keyword) => keyword.country === country && keyword.language === language)
    return {
      name: siteName,
      domain,
      // Position 0: not found.
      keywords: own.map(({ phrase, position }) => ({ phrase, position: position || null })),
      pages: pages.filter(({ status }) => status === 200).map(({ url, title, h1 }) => ({ url, title, heading: h1 })),
      questions: own.flatMap(({ id }) => seen.get(id)?.questions ?? []),
      competitors: ranks.competitors.map((rival) => rival.domain),
    } satisfies SiteKnowledge
  }
}

const content = 'Answer with the word yes.'
const unset = { baseUrl: '', key: undefined, model: '', price: null, maxUsd: 0, sandbox: false }

export function writerArea(config: WriterConfig): ProviderArea {
  return areaOf(config, {
    area: 'texts',
    variable: null,
    on: writerSettings(config) ? ['writer'] : [],
    known: ['writer'],
    needsOf: () => ['WRITER_BASE_URL', 'WRITER_MODEL'],
    addressOf: () => config.WRITER_BASE_URL,
  })
}

export function writerProbe(config: WriterConfig, clock: Clock): Probe {
  const settings = writerSettings(config)
  return probeOf({
    provider: 'writer',
    capability: 'texts',
    isSet: settings !== null,
    asks: `“${content}”`,
    create: (http) => writerOn(http, settings ?? unset, clock),
    query: [{ role: 'user', content }],
    rowsOf: ({ text }) => (text === '' ? 0 : 1),
    // Self-hosted servers may omit it.
    mayLack: ['usage'],
  })
}
