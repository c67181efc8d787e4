import type { GuardedFetcher } from '@rts/outside/guarded/fetcher'
import type { Sites } from '@rts/shared/facts/site-of'
import type { SchemaConfig } from './config.ts'
import { createLacks } from './lacks.ts'
import { schemaHandlers } from './schema-handlers.ts'
import { createPageReader } from './site-page.ts'
import { createStructuredPool } from './structured-pool.ts'

/** Checks of structured data, in threads of their own. */
export function createStructuredData(
  { fetcher, sites }: { fetcher: GuardedFetcher; sites: Sites },
  config: SchemaConfig,
) {
  const pool = createStructuredPool({ workers: config.SCHEMA_CHECK_THREADS, queued: 50, checkMs: 4_000, heapMb: 256 })
  return {
    handlers: schemaHandlers({ check: pool.check, sites, readPage: createPageReader(fetcher) }),
    /** Checks the structured data of one crawl's pages. */
    lacksFor: (owner: string, gone: AbortSignal) => createLacks(pool, owner, gone),
    stop: pool.stop,
  }
}
