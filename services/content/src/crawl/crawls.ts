import { askerOf } from '@rts/shared/collects/asker'
import { AppError } from '@rts/shared/errors'
import { siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { AuditDeps } from '../audit/issues.ts'
import type { CrawlRecord } from './crawls.sql.ts'

export function crawlHandlers({
  collects,
  crawl,
  crawls,
  sites,
}: AuditDeps): Pick<ServiceHandlers<'content'>, 'crawls.list' | 'crawls.get' | 'crawls.run'> {
  // However new the last result is, it is too old.
  const anew = { ...crawl, freshMs: 0 }
  return {
    'crawls.list': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      return { crawls: (await crawls.list(site)).map(crawlRowOf) }
    },

    'crawls.get': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const found = await crawls.find(site, params.crawlId)
      if (!found) throw new AppError('not_found', 'No such crawl')
      return { crawl: crawlRowOf(found) }
    },

    'crawls.run': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const asker = { ...askerOf(call, `s:${site.id}`), waitMs: 0 }
      const [reading] = await collects.read(anew, [{ siteId: site.id, domain: site.domain }], asker)
      if (!reading) throw new Error('one input, one reading')
      const [latest] = await crawls.list(site)
      return { reason: reading.state.reason, crawl: latest ? crawlRowOf(latest) : null }
    },
  }
}

function crawlRowOf({ startedAt, endedAt, isComplete, ...crawl }: CrawlRecord) {
  const status = endedAt === null ? ('running' as const) : isComplete ? ('ready' as const) : ('partial' as const)
  return { ...crawl, status, startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
}
