import { askerOf } from '@rts/shared/collects/asker'
import type { Collects } from '@rts/shared/collects/collects'
import type { Reading } from '@rts/shared/collects/kind'
import type { Call } from '@rts/shared/contract/call'
import { Free } from '@rts/shared/contract/free'
import { askedList, decodeCursor, encodeCursor } from '@rts/shared/cursor'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { CrawlKind } from '../crawl/crawl-kind.ts'
import type { CrawlListStore } from '../crawl/crawls.sql.ts'
import { goneRowsOf, issuePagesOf, issueRowsOf } from './present.ts'
import type { AuditReport } from './report.ts'

export type AuditDeps = { collects: Collects; crawl: CrawlKind; crawls: CrawlListStore; sites: Sites }

const mostRows = 1_000

export function issueHandlers({
  collects,
  crawl,
  crawls,
  sites,
}: AuditDeps): Pick<ServiceHandlers<'content'>, 'issues.list' | 'issuePages.list'> {
  async function read(siteId: string, call: Call): Promise<{ site: KnownSite; reading: Reading<AuditReport> }> {
    const site = await siteOf(sites, call, siteId)
    const input = { siteId: site.id, domain: site.domain }
    const [reading] = await collects.read(crawl, [input], askerOf(call, `s:${site.id}`))
    if (!reading) throw new Error('one input, one reading')
    return { site, reading }
  }

  return {
    'issues.list': async ({ params, ...call }) => {
      const { site, reading } = await read(params.id, call)
      const { body, state, isFree, sandbox, sources } = reading
      const isRunning = state.status === 'queued' || state.status === 'collecting'
      const progress = (isRunning ? await crawls.progress(site) : null) ?? body
      const answer = {
        ...state,
        score: body?.score ?? null,
        health: body?.health ?? null,
        pagesDone: progress?.pagesDone ?? null,
        pagesKnown: progress?.pagesKnown ?? null,
        source: sources[0] ?? null,
        ...(sandbox ? { sandbox: true as const } : {}),
        issues: body ? issueRowsOf(site.id, body) : [],
        gone: body ? goneRowsOf(site.id, body) : [],
      }
      return isFree ? new Free(answer) : answer
    },

    'issuePages.list': async ({ params, query: { code, limit = mostRows, cursor }, ...call }) => {
      const { reading } = await read(params.id, call)
      const list = askedList('issue-pages', { code })
      const from = Number(decodeCursor(list, cursor) ?? 0) || 0
      const all = reading.body ? issuePagesOf(reading.body, code) : []
      const rows = all.slice(from, from + limit)
      const end = from + rows.length
      const nextCursor = end < all.length ? encodeCursor(list, String(end)) : null
      const answer = { ...reading.state, rows, total: all.length, nextCursor }
      return reading.isFree ? new Free(answer) : answer
    },
  }
}
