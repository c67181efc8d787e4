import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'
import { rivalFilters, rivalSummary, standingFilters, standingSorts, standingSummary } from '../rows/question.ts'
import { comparisonRow, overviewRow } from '../rows/rank.ts'
import { gapRow, gapTypes } from '../rows/research.ts'
import { narrowPhrases } from './agent-lists.ts'

const ownSiteParams = z.strictObject({ id: f.siteParam })
const callers = ['account', 'guest'] as const
/** Only these of the site's competitors. */
const competitors = z.array(f.domain).min(1).max(5).optional()
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
    query: z.strictObject({ ...question, filter: z.enum(rivalFilters).optional(), competitors }),
    response: z.object({ summary: rivalSummary, firstCheckedOn, rows: z.array(comparisonRow), ...f.paged }),
    mcp: { tool: 'rank_compare', gate: 'starter' },
  },
  'rivalGap.list': {
    owner: 'research',
    kind: 'read',
    collects: true,
    summary: 'Keywords for which competitors rank within the first 20, and where the site is',
    callers,
    params: z.strictObject({ id: f.siteId }),
    query: z.strictObject({
      competitors,
      ...narrowPhrases,
      type: z.enum(gapTypes).optional(),
      /** The best competitor is at this position or better. */
      maxRivalPosition: z.int().min(1).max(100).optional(),
      limit: question.limit,
      cursor: f.paging.cursor,
    }),
    response: z.object({ ...f.collectState, rows: z.array(gapRow), ...f.paged, hint: z.string().nullable() }),
    mcp: { tool: 'keyword_gap', gate: 'starter' },
  },
  'domainSite.get': {
    owner: 'projects',
    kind: 'read',
    scope: 'sites',
    summary: 'The site with a domain; several of them are refused with their ids',
    callers,
    query: z.strictObject({ domain: f.domain }),
    response: z.object({ id: f.id }),
  },
  'guestSite.delete': {
    owner: 'projects',
    kind: 'write',
    summary: 'Delete a guest’s site and all that belongs to it, so that it may add another',
    callers: ['guest'],
    params: ownSiteParams,
    response: z.object({ ok: z.literal(true) }),
    mcp: { tool: 'remove_project' },
  },
})
