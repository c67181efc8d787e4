import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'

const params = z.strictObject({ id: f.siteId })
const request = z.strictObject({
  keywordIds: z.union([z.literal('all'), z.array(f.idParam).min(1).max(10_000)]),
  /** Includes those checked within the last hour. */
  again: z.boolean().optional(),
})
/** Each keyword counts once. */
const checkCounts = z.object({
  /** To be queued: each is one collect. */
  pages: z.int(),
  /** Waiting or running already: they cost nothing more. */
  waiting: z.int(),
  /** Checked within the last hour, and the latest time. */
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
    /** `usd`: the preferred provider's highest charge; null if unknown. */
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
