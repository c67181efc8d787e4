import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'
import { fallRow, pageStandings, unfallen } from '../rows/page-standing.ts'
import { standingSummary } from '../rows/question.ts'
import { blockCounts, comparedPages, competingPagesRow, pageDateRow, resultsPageRow } from '../rows/results-page.ts'
import { noteRow } from '../rows/series.ts'

const siteParams = z.strictObject({ id: f.siteId })
const keywordParams = z.strictObject({ id: f.siteId, kid: f.idParam })
const callers = ['person'] as const
const days = z.int().min(1)
/** Each check is read: at ten thousand keywords more days would exceed a call's time. */
const maxDays = 90

/** Only pages fetched for the account's keywords, as deep as it read them. */
export const resultsPageOperations = defineOperations({
  'pageDates.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'When the stored results pages of a keyword were fetched, the newest first: the latest thousand',
    callers,
    params: keywordParams,
    response: z.object({ dates: z.array(pageDateRow) }),
  },
  'resultsPages.get': {
    owner: 'projects',
    kind: 'read',
    summary: 'The results page of a keyword at one of its dates',
    callers,
    params: keywordParams,
    query: z.strictObject({ at: f.timestamp }),
    response: z.object({ page: resultsPageRow }),
  },
  'pageChanges.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'Who came, who went and who moved between two results pages of a keyword',
    callers,
    params: keywordParams,
    query: z.strictObject({ before: f.timestamp, after: f.timestamp }),
    response: comparedPages,
  },
  'pageBlocks.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'How many keywords of a site had an AI overview or a featured snippet on their page, day by day',
    callers,
    params: siteParams,
    query: z.strictObject({ days: days.max(480) }),
    /** Fewer days than requested for a site with many keywords. */
    response: z.object({ days: z.array(z.iso.date()), counts: blockCounts }),
  },
  'competingPages.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'The keywords for which addresses of the site took turns in so many days, the latest first',
    callers: [...callers, 'account', 'guest'],
    params: siteParams,
    query: z.strictObject({ days: days.max(maxDays) }),
    response: z.object({ phrases: z.array(competingPagesRow) }),
    mcp: { tool: 'competing_pages' },
  },
  'pageStandings.get': {
    owner: 'projects',
    kind: 'read',
    summary: 'Who stands where on the results page of a keyword, now and then',
    callers: ['account', 'guest'],
    params: z.strictObject({ id: f.siteParam, kid: f.idParam }),
    /** Compares with the last page up to that day; absent: the page before the latest. */
    query: z.strictObject({ since: z.iso.date().optional() }),
    response: pageStandings,
    mcp: { tool: 'results_page' },
  },
  'falls.list': {
    owner: 'projects',
    kind: 'read',
    summary:
      'The keywords that fell furthest since a day, and what changed meanwhile on their results pages and on those of others',
    callers: ['account', 'guest', 'person'],
    params: z.strictObject({ id: f.siteParam }),
    query: z.strictObject({
      since: z.iso.date(),
      part: f.line(1, 200).optional(),
      limit: z.int().min(1).max(10).default(5),
    }),
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
