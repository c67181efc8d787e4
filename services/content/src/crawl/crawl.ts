import { askerOf } from '@rts/shared/collects/asker'
import type { Collects } from '@rts/shared/collects/collects'
import type { Asker, Reading } from '@rts/shared/collects/kind'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { PlanTable } from '@rts/shared/plans'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { Database } from '@rts/shared/service/transaction'
import type { AuditReport } from '../audit/audit.ts'
import type { ReadAudit } from '../issues/issues.ts'
import { type CrawlConfig, crawlSettings } from './config.ts'
import { crawlKind } from './crawl-kind.ts'
import { createCrawlThread } from './crawl-thread.ts'
import { type CrawlRecord, findProgress, listCrawledPages, listCrawls } from './crawls.sql.ts'
import type { CrawlAsks, Fetching } from './thread-messages.ts'

export { deletePagesOf } from './runs.sql.ts'

type Deps = Pick<ServiceParts, 'pool' | 'clock'> & {
  collects: Collects
  sites: Sites
  plans: PlanTable
  fetching: Fetching
  /** Our name in robots.txt. */
  crawlerName: string
  lacksFor(owner: string, signal: AbortSignal): CrawlAsks['lacks']
}
export type Crawl = ReturnType<typeof createCrawl>

/** Site crawls, each in a thread; the result is the audit. */
export function createCrawl({ pool: database, collects, sites, ...deps }: Deps, config: CrawlConfig) {
  const kind = crawlKind({
    database,
    clock: deps.clock,
    plans: deps.plans,
    crawl: createCrawlThread({ fetching: deps.fetching, heapMb: 512, silentMs: 30_000 }),
    lacksFor: deps.lacksFor,
    settings: { userAgent: deps.crawlerName, ...crawlSettings(config) },
  })
  const readAs =
    (read: typeof kind) =>
    async ({ id, domain }: Pick<KnownSite, 'id' | 'domain'>, asker: Asker): Promise<Reading<AuditReport>> => {
      const [reading] = await collects.read(read, [{ siteId: id, domain }], asker)
      if (!reading) throw new Error('one input, one reading')
      return reading
    }
  return {
    kind,
    /** Starts a crawl if one is due and `asker` may. */
    readAudit: readAs(kind),
    progressOf: (siteId: string) => findProgress(database, siteId),
    pagesOf: (siteId: string) => listCrawledPages(database, siteId),
    // Forces a new crawl.
    handlers: crawlHandlers({ database, sites, crawlNow: readAs({ ...kind, freshMs: 0 }) }),
  }
}

type CrawlDeps = { database: Database; sites: Sites; crawlNow: ReadAudit }

function crawlHandlers({ database, sites, crawlNow }: CrawlDeps) {
  return {
    'crawls.list': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      return { crawls: (await listCrawls(database, site.id)).map(toRow) }
    },

    'crawls.run': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { state } = await crawlNow(site, { ...askerOf(call, site), waitMs: 0 })
      const [latest] = await listCrawls(database, site.id)
      return { reason: state.reason, crawl: latest ? toRow(latest) : null }
    },
  } satisfies Partial<ServiceHandlers<'content'>>
}

function toRow({ startedAt, endedAt, isComplete, ...crawl }: CrawlRecord) {
  const status = endedAt === null ? ('running' as const) : isComplete ? ('ready' as const) : ('partial' as const)
  return { ...crawl, status, startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
}
