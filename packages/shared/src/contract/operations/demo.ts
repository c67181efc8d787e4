import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'
import { siteRow } from '../rows/site.ts'

export const demoOperations = defineOperations({
  'demo.seed': {
    owner: 'projects',
    kind: 'write',
    summary:
      'Give an account the demo site with its keywords, competitors and a year of ranks from the sandbox; one that has the site keeps it as it is',
    callers: ['operator'],
    body: z.strictObject({ accountId: f.idParam }),
    response: z.object({ project: siteRow, created: z.boolean(), keywords: z.int(), positions: z.int() }),
  },
})
