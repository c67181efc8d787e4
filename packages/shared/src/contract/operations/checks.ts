import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'

export const checkOperations = defineOperations({
  'checks.run': {
    owner: 'projects',
    kind: 'write',
    summary: 'Check keywords of a site now, one collect a results page; `preview` answers the price and queues nothing',
    callers: ['person'],
    params: z.strictObject({ id: f.idParam }),
    body: z.strictObject({
      keywordIds: z.union([z.literal('all'), z.array(f.idParam).min(1).max(10_000)]),
      preview: z.boolean().optional(),
      /** Also those that were checked within the last hour. */
      again: z.boolean().optional(),
    }),
    /** Each keyword counts once. */
    response: z.object({
      /** Results pages that are queued, or that a run would queue: each is one collect. */
      pages: z.int(),
      /** Keywords whose check waits or runs already, which costs nothing more. */
      waiting: z.int(),
      /** Keywords that were checked within the last hour, and the newest of these checks. */
      recent: z.int(),
      newestAt: f.timestamp.nullable(),
      frozen: z.int(),
      paused: z.int(),
      /** Not queued because the day's collects are used up; a preview does not count them. */
      unpaid: z.int(),
    }),
  },
})
