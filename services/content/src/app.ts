import { createGuardedFetcher } from '@rts/outside/guarded/fetcher'
import { accountProjection } from '@rts/shared/facts/account-projection'
import { askProjects, siteProjection } from '@rts/shared/facts/site-projection'
import { mountService } from '@rts/shared/service/mount-service'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import type { BuiltService, ServiceParts } from '@rts/shared/service/run-service'
import { createStructuredPool } from './checks/structured-pool.ts'
import type { ContentConfig } from './config.ts'
import { schemaHandlers } from './handlers/schema.ts'
import { decodePage } from './page/charset.ts'
import { createPageReader } from './providers/site-page.ts'

type AppConfig = Pick<ContentConfig, 'PUBLIC_URL' | 'FETCH_PORTS' | 'HOST_OVERRIDES' | 'SCHEMA_CHECK_THREADS'>

/** What is on a site's pages: its structured data. */
export function createApp(parts: ServiceParts, config: AppConfig): BuiltService {
  const { pool } = parts
  const accounts = accountProjection(pool)
  const sites = siteProjection(pool, askProjects(createRpcClient(parts)))
  const fetcher = createGuardedFetcher({
    userAgent: `RankTracker/1.0 (+${config.PUBLIC_URL})`,
    ports: config.FETCH_PORTS,
    overrides: config.HOST_OVERRIDES,
  })
  const structured = createStructuredPool({
    workers: config.SCHEMA_CHECK_THREADS,
    queued: 50,
    checkMs: 4_000,
    heapMb: 256,
  })
  return mountService('content', parts, {
    handlers: { ...schemaHandlers({ ...structured, sites, readPage: createPageReader(fetcher, decodePage) }) },
    hears: { 'content.accounts': accounts.effect, 'content.sites': sites.effect },
    background: [structured, { stop: () => fetcher.close() }],
  })
}
