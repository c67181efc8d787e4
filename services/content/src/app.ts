import { questionsOf } from '@rts/outside/checks/check'
import { createFetchThread } from '@rts/outside/guarded/fetch-thread'
import { createCollects } from '@rts/shared/collects/collects'
import { accountChanged, siteChanged } from '@rts/shared/collects/owner-changes'
import { createRpcQuota } from '@rts/shared/collects/quota'
import { accountProjection } from '@rts/shared/facts/account-projection'
import { createEndings, ofSite } from '@rts/shared/facts/endings'
import { thawedByOwner } from '@rts/shared/facts/frozen-site'
import { askProjects, siteProjection } from '@rts/shared/facts/site-projection'
import { createProjectReader } from '@rts/shared/phrases/project-reader'
import { readPlans } from '@rts/shared/plans'
import { crawlerName, userAgentOf } from '@rts/shared/service/build-info'
import { mountService } from '@rts/shared/service/mount-service'
import { providerCheckHandlers } from '@rts/shared/service/provider-checks'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import type { ContentConfig } from './config.ts'
import { createCrawl, deletePagesOf } from './crawl/crawl.ts'
import { createIdeas } from './ideas/ideas.ts'
import { issueHandlers } from './issues/issues.ts'
import { createStructuredData } from './structured-data/structured-data.ts'
import {
  createWriting,
  showWritingSpend,
  writerArea,
  writerProbe,
  writingEndings,
  writingSpend,
} from './writing/writing.ts'

type AppConfig = Omit<ContentConfig, 'PORT' | 'ADMIN_PORT'>

export function createApp(parts: ServiceParts, config: AppConfig): Promise<BuiltService> {
  const { pool, clock, logger } = parts
  const call = createRpcClient(parts)
  const collects = createCollects({
    service: 'content',
    pool,
    logger,
    quota: createRpcQuota(call),
    isFrozen: (siteId) => sites.isFrozen(siteId),
    lanes: { crawl: config.CRAWL_CONCURRENCY, write: config.WRITER_CONCURRENCY },
  })
  const endings = createEndings({
    pool,
    logger,
    stop: collects.cancelRuns,
    // Pages are deleted before their crawl's reading.
    parts: [ofSite(deletePagesOf), collects.deleteReadings, ...writingEndings],
  })
  const keeping = { ...endings, ...collects }
  const accounts = accountProjection(pool, { changed: accountChanged(keeping) })
  const sites = siteProjection(pool, askProjects(call), { changed: siteChanged(keeping) })
  const plans = readPlans(config.PLANS_FILE)
  const projects = createProjectReader(call)
  const fetching = {
    userAgent: userAgentOf(config.PUBLIC_URL),
    ports: config.FETCH_PORTS,
    overrides: config.HOST_OVERRIDES,
  }
  const fetcher = createFetchThread(fetching)
  const requireThawed = thawedByOwner(call)

  const structuredData = createStructuredData({ fetcher, sites, requireThawed }, config)
  const { lacksFor } = structuredData
  const crawl = createCrawl({ pool, clock, collects, sites, plans, fetching, crawlerName, lacksFor }, config)
  const writing = createWriting(parts, config, { collects, sites, projects, crawl, plans, requireThawed })
  const ideas = createIdeas({ call, sites, projects, crawl, createPlan: writing.createPlan })

  return mountService('content', parts, {
    handlers: {
      ...structuredData.handlers,
      ...issueHandlers({ sites, ...crawl }),
      ...crawl.handlers,
      ...ideas.handlers,
      ...writing.handlers,
      ...providerCheckHandlers(
        'content',
        [writerArea(config)],
        questionsOf([writerProbe(config, clock)], config, parts),
        writingSpend(parts, config),
      ),
    },
    hears: { 'content.accounts': accounts.effect, 'content.sites': sites.effect },
    figures: () => showWritingSpend(parts, config),
    background: () => [collects.listen(), endings.start(), structuredData, { stop: () => fetcher.close() }],
    work: () => [collects.work([crawl.kind, ...writing.kinds])],
  })
}
