import { askerOf } from '@rts/shared/collects/asker'
import type { Asker, Reading } from '@rts/shared/collects/kind'
import type { Call } from '@rts/shared/contract/caller'
import { freeIf } from '@rts/shared/contract/free'
import type { goneIssueRow, issueRow } from '@rts/shared/contract/rows/content'
import { decodeCursor, encodeCursor } from '@rts/shared/cursor'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import { withoutFragment } from '@rts/shared/hosts'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { z } from 'zod'
import { type AuditReport, catalogue } from '../audit/audit.ts'

/** The last audit; starts a crawl if one is due and `asker` may. */
export type ReadAudit = (site: Pick<KnownSite, 'id' | 'domain'>, asker: Asker) => Promise<Reading<AuditReport>>
type IssueDeps = {
  sites: Sites
  readAudit: ReadAudit
  progressOf(siteId: string): Promise<{ pagesDone: number; pagesKnown: number } | null>
}
type IssueRow = z.input<typeof issueRow>
type IssuePage = { code: string; url: string; detail: string | null }

const maxRows = 1_000
/** Pages shown with an issue; the rest is paged. */
const shownUrls = 100

export function issueHandlers({ sites, readAudit, progressOf }: IssueDeps) {
  async function read(siteId: string, call: Call, isSaved = false) {
    const site = await siteOf(sites, call, siteId)
    const asker = askerOf(call, site)
    return { site, reading: await readAudit(site, isSaved ? { ...asker, mayCollect: false, waitMs: 0 } : asker) }
  }

  return {
    'issues.list': async ({ params, query: { urls }, ...call }) => {
      const { site, reading } = await read(params.id, call, urls !== undefined)
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
        issues: body ? issuesOf(site.id, body, urls) : [],
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
  } satisfies Partial<ServiceHandlers<'content'>>
}

/** Skips codes that left the catalogue. */
function issuesOf(siteId: string, { issues, urls }: AuditReport, pages: readonly string[] | undefined): IssueRow[] {
  const wanted = pages && new Set(pages.map(withoutFragment))
  return issues.flatMap(({ code, at, details, isNew, firstSeen }) => {
    const issue = catalogue.get(code)
    if (!issue) return []
    const { severity, category, title, description, howToFix } = issue
    const found = at.map((place, i) => ({ url: urls[place] ?? '', detail: details[i] ?? null }))
    const asked = wanted ? found.filter(({ url }) => wanted.has(withoutFragment(url))) : found
    if (wanted && asked.length === 0) return []
    const shown = asked.slice(0, shownUrls)
    const count = at.length
    const about = { id: idOf(siteId, code), code, severity, category, title, description, howToFix }
    return [{ ...about, count, isNew, firstSeen, urls: shown }]
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

function pagesOf({ issues, urls }: AuditReport, code: string | undefined): IssuePage[] {
  return issues
    .filter((issue) => code === undefined || issue.code === code)
    .flatMap((issue) =>
      issue.at.map((place, i) => ({ code: issue.code, url: urls[place] ?? '', detail: issue.details[i] ?? null })),
    )
}

/** Stable from crawl to crawl. */
function idOf(siteId: string, code: string): string {
  return `${siteId}_${code}`
}
