import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'
import { keywordPast, rankChangeRow } from '../rows/rank-change.ts'

const callers = ['system'] as const
const siteParams = z.strictObject({ id: f.idParam })
/** The same on all pages: reading from there next time misses nothing. */
const until = f.timestamp

/** For other services; without keywords in the trash. */
export const rankChangeOperations = defineOperations({
  'rankChanges.snapshot': {
    owner: 'projects',
    kind: 'read',
    summary:
      'The checks that were stored since a time in which a keyword has another position or page than in the comparable check before, the oldest first. A check may be answered again by a later read, and none is left out',
    callers,
    params: siteParams,
    query: z.strictObject({ since: f.timestamp, ...f.paging }),
    response: z.object({ changes: z.array(rankChangeRow), until, nextCursor: z.string().nullable() }),
  },
  'rankPasts.snapshot': {
    owner: 'projects',
    kind: 'read',
    summary: 'The checks of the last days of each keyword that was written since a time; without frozen keywords',
    callers,
    params: siteParams,
    query: z.strictObject({ since: f.timestamp, days: z.int().min(1).max(120), ...f.paging }),
    response: z.object({ keywords: z.array(keywordPast), until, nextCursor: z.string().nullable() }),
  },
})
