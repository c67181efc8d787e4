import { askerOf } from '@rts/shared/collects/asker'
import { AppError } from '@rts/shared/errors'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database } from '@rts/shared/service/transaction'
import type { ReadAudit } from '../audit/audit.ts'
import { type CrawlRecord, findCrawl, listCrawls } from './crawls.sql.ts'

type CrawlDeps = { database: Database; sites: Sites; crawlNow: ReadAudit }

/** The crawls of a site, and the start of a new one. */
export function crawlHandlers({ database, sites, crawlNow }: CrawlDeps) {
  return {
    'crawls.list': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      return { crawls: (await listCrawls(database, site.id)).map(toRow) }
    },

    'crawls.get': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const found = await findCrawl(database, site.id, params.crawlId)
      if (!found) throw new AppError('not_found', 'No such crawl')
      return { crawl: toRow(found) }
    },

    'crawls.run': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const { state } = await crawlNow(site, { ...askerOf(call, `s:${site.id}`), waitMs: 0 })
      const [latest] = await listCrawls(database, site.id)
      return { reason: state.reason, crawl: latest ? toRow(latest) : null }
    },
  } satisfies Partial<ServiceHandlers<'content'>>
}

function toRow({ startedAt, endedAt, isComplete, ...crawl }: CrawlRecord) {
  const status = endedAt === null ? ('running' as const) : isComplete ? ('ready' as const) : ('partial' as const)
  return { ...crawl, status, startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
}
