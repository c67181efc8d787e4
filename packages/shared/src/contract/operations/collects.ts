import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'

const token = z.string().min(1).max(1_000)

/** The day's collects of an account: one count for REST, agents and people over all services. */
export const collectOperations = defineOperations({
  'collects.take': {
    owner: 'gateway',
    kind: 'write',
    summary: 'Count one collect of the day; a token counts once',
    callers: ['system'],
    body: z.strictObject({ accountId: f.idParam, token }),
    response: z.object({ taken: z.boolean() }),
  },
  'collects.giveBack': {
    owner: 'gateway',
    kind: 'write',
    summary: 'Give a collect back to the day that it was counted for, once',
    callers: ['system'],
    body: z.strictObject({ token }),
    response: z.object({ givenBack: z.boolean() }),
  },
})
