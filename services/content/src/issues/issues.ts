import { askerOf } from '@rts/shared/collects/asker'
import type { Asker, Reading } from '@rts/shared/collects/kind'
import type { Call } from '@rts/shared/contract/call'
import { freeIf } from '@rts/shared/contract/free'
import type { goneIssueRow, issueRow, pageIssueRow } from '@rts/shared/contract/rows/content'
import { decodeCursor, encodeCursor } from '@rts/shared/cursor'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { withoutFragment } from '@rts/shared/without-fragment'
import type { z } from 'zod'
import { type AuditReport, catalogue } from '../audit/audit.ts'

/** Reads the last audit of a site, and starts a crawl where one is due and `asker` may start it. */
export type ReadAudit = (site: Pick<KnownSite, 'id' | 'domain'>, asker: Asker) => Promise<Reading<AuditReport>>
type IssueDeps = {
  sites: Sites
  readAudit: ReadAudit
  /** How far the running crawl of a site is. */
  progressOf(siteId: string): Promise<{ pagesDone: number; pagesKnown: number } | null>
}
type IssueRow = z.input<typeof issueRow>
type IssuePage = { code: string; url: string; detail: string | null }

const maxRows = 1_000
/** Of an issue with more pages the first ones are shown; all of them can be paged through. */
const shownUrls = 100

/** The issues of a site's last audit, and the pages that have them. */
export function issueHandlers({ sites, readAudit, progressOf }: IssueDeps) {
  async function read(siteId: string, call: Call) {
    const site = await siteOf(sites, call, siteId)
    return { site, reading: await readAudit(site, askerOf(call, site)) }
  }

  return {
    'issues.list': async ({ params, ...call }) => {
      const { site, reading } = await read(params.id, call)
      const { body, state, isFree, sandbox, sources } = reading
      const isRunning = state.status === 'queued' || state.status === 'collecting'
      const progress = (isRunning ? await progressOf(site.id) : null) ?? body
      const answer = {
        ...state,
        score: body?.score ?? null,
        health: body?.health ?? null,
        pagesDone: progress?.pagesDone ?? null,
        pagesKnown: progress?.pagesKnown ?? null,
        source: sources[0] ?? null,
        ...(sandbox ? { sandbox: true as const } : {}),
        issues: body ? issuesOf(site.id, body) : [],
        gone: body ? goneOf(site.id, body) : [],
      }
      return freeIf(isFree, answer)
    },

    'issuePages.list': async ({ params, query: { code, limit = maxRows, cursor }, ...call }) => {
      const { reading } = await read(params.id, call)
      const from = Number(decodeCursor('issue-pages', cursor) ?? 0) || 0
      const all = reading.body ? pagesOf(reading.body, code) : []
      const rows = all.slice(from, from + limit)
      const end = from + rows.length
      const nextCursor = end < all.length ? encodeCursor('issue-pages', String(end)) : null
      const answer = { ...reading.state, rows, total: all.length, nextCursor }
      return freeIf(reading.isFree, answer)
    },

    'pageIssues.list': async ({ params, query: { urls }, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      // The saved audit alone: an answer about ranks starts no crawl.
      const asker = { ...askerOf(call, site), mayCollect: false, waitMs: 0 }
      const { body, state } = await readAudit(site, asker)
      return { auditedAt: state.updatedAt, rows: body ? issuesOn(body, urls) : [] }
    },
  } satisfies Partial<ServiceHandlers<'content'>>
}

/** The issues of a report. Codes that the catalogue no longer has are left out. */
function issuesOf(siteId: string, { issues, urls }: AuditReport): IssueRow[] {
  return issues.flatMap(({ code, at, details, isNew, firstSeen }) => {
    const issue = catalogue.get(code)
    if (!issue) return []
    const { severity, category, title, description, howToFix } = issue
    const shown = at.slice(0, shownUrls).map((place, i) => ({ url: urls[place] ?? '', detail: details[i] ?? null }))
    const count = at.length
    const about = { id: idOf(siteId, code), code, severity, category, title, description, howToFix }
    return [{ ...about, count, isNew, firstSeen, urls: shown }]
  })
}

/** The issues of a report on some pages. */
function issuesOn({ issues, urls }: AuditReport, pages: readonly string[]): z.input<typeof pageIssueRow>[] {
  const wanted = new Set(pages.map(withoutFragment))
  return issues.flatMap(({ code, at, details, isNew, firstSeen }) => {
    const issue = catalogue.get(code)
    if (!issue) return []
    const { severity, title } = issue
    return at.flatMap((place, i) => {
      const url = urls[place] ?? ''
      if (!wanted.has(withoutFragment(url))) return []
      return [{ url, code, severity, title, isNew, firstSeen, detail: details[i] ?? null }]
    })
  })
}

function goneOf(siteId: string, { gone }: AuditReport): z.input<typeof goneIssueRow>[] {
  return gone.flatMap(({ code, count, firstSeen }) => {
    const issue = catalogue.get(code)
    if (!issue) return []
    const { severity, category, title } = issue
    return [{ id: idOf(siteId, code), code, severity, category, title, count, firstSeen }]
  })
}

/** The pages behind all issues, or behind one. */
function pagesOf({ issues, urls }: AuditReport, code: string | undefined): IssuePage[] {
  return issues
    .filter((issue) => code === undefined || issue.code === code)
    .flatMap((issue) =>
      issue.at.map((place, i) => ({ code: issue.code, url: urls[place] ?? '', detail: issue.details[i] ?? null })),
    )
}

/** The same issue of a site is the same from crawl to crawl. */
function idOf(siteId: string, code: string): string {
  return `${siteId}_${code}`
}
