import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'

const tokens = z.array(z.string().min(1).max(1_000)).min(1).max(10_000)

/** One count per account and day, for REST, agents and people. */
export const collectOperations = defineOperations({
  'collects.take': {
    owner: 'gateway',
    kind: 'write',
    summary: 'Count collects of the day in order, as far as they go; a token counts once',
    callers: ['system'],
    body: z.strictObject({ accountId: f.idParam, tokens }),
    response: z.object({ taken: z.array(z.boolean()) }),
  },
  'collects.giveBack': {
    owner: 'gateway',
    kind: 'write',
    summary: 'Give collects back to the days that they were counted for, once',
    callers: ['system'],
    body: z.strictObject({ tokens }),
    response: z.object({ givenBack: z.int() }),
  },
})
