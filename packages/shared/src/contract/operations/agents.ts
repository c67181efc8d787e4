import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'
import { fallRow, pageStandings, unfallen } from '../rows/page-standing.ts'
import { rivalFilters, rivalSummary, standingFilters, standingSorts, standingSummary } from '../rows/question.ts'
import { comparisonRow, overviewRow } from '../rows/rank.ts'
import { noteRow } from '../rows/series.ts'

const ownSiteParams = z.strictObject({ id: f.siteParam })
const callers = ['account', 'guest'] as const
const question = {
  /** A part of the phrase. */
  q: f.line(1, 200).optional(),
  sort: z.enum(standingSorts).optional(),
  /** Previous ranks are those of this day, rather than of the check before. */
  since: z.iso.date().optional(),
  limit: z.int().min(1).max(100).default(25),
  cursor: f.paging.cursor,
}

/** Keywords that a caller may put in order. */
export const maxOrdered = 1_000
/** Beside `since`: the first UTC day on which one of the keywords with `q` was checked; null before the first check. */
const firstCheckedOn = z.iso.date().nullable().optional()

/** Reads for agents alone: over all keywords of a site, sorted, filtered and counted where the ranks are stored; and by a site's domain. */
export const agentOperations = defineOperations({
  'standings.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'A page of the keywords of a site with their ranks, and how many moved, were lost, wait',
    callers,
    params: ownSiteParams,
    /** With `ids` only these keywords, in this order whatever `sort` says; the summary stays that of all with `q`. */
    query: z.strictObject({
      ...question,
      filter: z.enum(standingFilters).optional(),
      ids: z.array(f.idParam).min(1).max(maxOrdered).optional(),
    }),
    /** Score and summary are of all keywords with `q`. */
    response: z.object({
      score: z.number().min(0).max(100),
      summary: standingSummary,
      firstCheckedOn,
      rows: z.array(overviewRow),
      ...f.paged,
    }),
    mcp: { tool: 'keyword_positions' },
  },
  'rivalStandings.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'A page of the keywords of a site beside its competitors, and who passed whom',
    callers,
    params: ownSiteParams,
    query: z.strictObject({
      ...question,
      filter: z.enum(rivalFilters).optional(),
      /** Only these of the site's competitors. */
      competitors: z.array(f.domain).min(1).max(5).optional(),
    }),
    response: z.object({ summary: rivalSummary, firstCheckedOn, rows: z.array(comparisonRow), ...f.paged }),
    mcp: { tool: 'rank_compare', gate: 'starter' },
  },
  'pageStandings.get': {
    owner: 'projects',
    kind: 'read',
    summary: 'Who stands where on the results page of a keyword, now and then',
    callers,
    params: z.strictObject({ id: f.siteParam, kid: f.idParam }),
    /** Then: the last page of that day or before; the page before the latest one without it. */
    query: z.strictObject({ since: z.iso.date().optional() }),
    response: pageStandings,
    mcp: { tool: 'results_page' },
  },
  'falls.list': {
    owner: 'projects',
    kind: 'read',
    summary:
      'The keywords that fell furthest since a day, and what changed meanwhile on their results pages and on those of others',
    callers,
    params: ownSiteParams,
    query: z.strictObject({ since: z.iso.date(), part: question.q, limit: z.int().min(1).max(10).default(5) }),
    /** `notes`: what people noted since that day. */
    response: z.object({
      summary: standingSummary,
      firstCheckedOn: z.iso.date().nullable(),
      rows: z.array(fallRow),
      unfallen: unfallen.optional(),
      notes: z.array(noteRow),
      total: z.int(),
    }),
    mcp: { tool: 'rank_drops', gate: 'starter' },
  },
})
