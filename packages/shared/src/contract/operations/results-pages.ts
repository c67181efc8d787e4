import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'
import { blockCounts, comparedPages, competingPagesRow, pageDateRow, resultsPageRow } from '../rows/results-page.ts'

const siteParams = z.strictObject({ id: f.siteId })
const keywordParams = z.strictObject({ id: f.siteId, kid: f.idParam })
const callers = ['person'] as const
const days = z.int().min(1)
/** Each check of these days is read: of ten thousand keywords more would take longer than a call may. */
const maxDays = 90

/** The stored results pages of keywords: only those that were fetched for a keyword of the account, as deep as it read them. */
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
    /** Fewer days than were asked for where a site has many keywords. */
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
})
