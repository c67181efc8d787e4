import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'

const params = z.strictObject({ id: f.siteId })
const request = z.strictObject({
  keywordIds: z.union([z.literal('all'), z.array(f.idParam).min(1).max(10_000)]),
  /** Also those that were checked within the last hour. */
  again: z.boolean().optional(),
})
/** Each keyword counts once. */
const checkCounts = z.object({
  /** Results pages to be queued: each is one collect. */
  pages: z.int(),
  /** Keywords whose check waits or runs already, which costs nothing more. */
  waiting: z.int(),
  /** Keywords that were checked within the last hour, and the newest of these checks. */
  recent: z.int(),
  newestAt: f.timestamp.nullable(),
  frozen: z.int(),
  paused: z.int(),
})

export const checkOperations = defineOperations({
  'checkPrice.get': {
    owner: 'projects',
    kind: 'read',
    summary: 'The cost of checking keywords of a site now',
    callers: ['person'],
    params,
    body: request,
    /** `usd`: the most that the preferred provider charges for the pages; null if it is unknown. */
    response: checkCounts.extend({ usd: z.number().nullable() }),
  },
  'checks.run': {
    owner: 'projects',
    kind: 'write',
    summary: 'Check keywords of a site now, one collect a results page',
    callers: ['person'],
    params,
    body: request,
    /** `unpaid`: pages not queued because the day's collects are used up. */
    response: checkCounts.extend({ unpaid: z.int() }),
  },
})
