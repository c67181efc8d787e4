import { createGuardedFetcher } from '@rts/outside/guarded/fetcher'
import { placeOf } from '@rts/outside/guarded/overrides'
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
import { issueHandlers } from './audit/issues.ts'
import { createLacks } from './checks/lacks.ts'
import { createStructuredPool } from './checks/structured-pool.ts'
import type { ContentConfig } from './config.ts'
import { crawlKind } from './crawl/crawl-kind.ts'
import { createCrawlThread } from './crawl/crawl-thread.ts'
import { createCrawlListStore } from './crawl/crawls.sql.ts'
import { crawlHandlers } from './crawl/crawls.ts'
import { createCrawlStore } from './crawl/runs.sql.ts'
import { createFigureReader } from './ideas/figures.ts'
import { ideaHandlers } from './ideas/idea-handlers.ts'
import { ideaPlanHandlers } from './ideas/idea-plans.ts'
import { knowledgeFrom } from './ideas/knowledge.ts'
import { schemaHandlers } from './structured-data/schema-handlers.ts'
import { createPageReader } from './structured-data/site-page.ts'
import { forgetMonths, forgetWritings } from './writing/months.sql.ts'
import { createWriting } from './writing/writing.ts'

type AppConfig = Omit<ContentConfig, 'PORT' | 'ADMIN_PORT'>

/** What robots.txt files call us. */
const crawlerName = 'RankTracker'

/** What is on a site's pages: its structured data. */
export function createApp(parts: ServiceParts, config: AppConfig): BuiltService {
  const { pool, clock, logger } = parts
  const call = createRpcClient(parts)
  const collects = createCollects({
    ...{ service: 'content', pool, logger, quota: createRpcQuota(call) },
    lanes: { crawl: config.CRAWL_CONCURRENCY, write: config.WRITER_CONCURRENCY },
  })
  const keeping = keepingOf(collects)
  const accounts = accountProjection(pool, { changed: accountChanged(keeping) })
  const sites = siteProjection(pool, askProjects(call), { changed: siteChanged(keeping) })
  const fetching = {
    userAgent: `${crawlerName}/1.0 (+${config.PUBLIC_URL})`,
    ports: config.FETCH_PORTS,
    overrides: config.HOST_OVERRIDES,
  }
  const fetcher = createGuardedFetcher(fetching)
  const structured = createStructuredPool({
    workers: config.SCHEMA_CHECK_THREADS,
    queued: 50,
    checkMs: 4_000,
    heapMb: 256,
  })
  const limits = readPlans(config.PLANS_FILE)
  const crawl = crawlKind({
    ...{ fetcher, clock, store: createCrawlStore(pool), plans: limits },
    crawl: createCrawlThread({ fetching, heapMb: 512, silentMs: 30_000 }),
    lacksFor: (owner, gone) => createLacks(structured, owner, gone),
    settings: {
      userAgent: crawlerName,
      connections: 4,
      perSecond: config.CRAWL_PAGES_PER_SECOND,
      maxMs: config.CRAWL_MINUTES * 60_000,
      sliceMs: config.CRAWL_SLICE_SECONDS * 1_000,
      freshMs: config.CRAWL_FRESH_DAYS * 86_400_000,
      isPlayed: (domain) => placeOf(config.HOST_OVERRIDES, domain) !== undefined,
    },
  })
  const crawls = createCrawlListStore(pool)
  const courseOfCrawl = async (id: string) => {
    const course = await crawls.progress({ id })
    return course && { done: course.pagesDone, total: course.pagesKnown }
  }
  const audit = { collects, crawl, crawls, sites }
  const projects = createProjectReader(call)
  const writing = createWriting(parts, config, { collects, sites, projects, crawls, limits })
  const knowledgeOf = knowledgeFrom({ ...audit, projects, figures: createFigureReader(call) })
  return mountService('content', parts, {
    handlers: {
      ...schemaHandlers({ ...structured, sites, readPage: createPageReader(fetcher) }),
      ...issueHandlers(audit),
      ...crawlHandlers(audit),
      ...ideaHandlers({ sites, knowledgeOf }),
      ...ideaPlanHandlers({ sites, knowledgeOf, createPlan: writing.createPlan }),
      'contentCollects.list': listCollects(pool, sites, { crawl: courseOfCrawl }),
      ...writing.handlers,
    },
    hears: { 'content.accounts': accounts.effect, 'content.sites': sites.effect },
    background: [collects.start([crawl, ...writing.kinds]), structured, { stop: () => fetcher.close() }],
  })
}

/** A site that is gone takes its texts along, a closed account what it was counted. */
function keepingOf({ forget, keepForGood }: Collects): Pick<Collects, 'forget' | 'keepForGood'> {
  return {
    keepForGood,
    forget: async (client, scope) => {
      await forget(client, scope)
      const id = scope.slice(2)
      await (scope.startsWith('s:') ? forgetWritings(client, id) : forgetMonths(client, id))
    },
  }
}
