import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'

const siteParams = z.strictObject({ id: f.siteId })
const callers = ['person'] as const
/** `isAsked`: the person has chosen, even none. */
const letters = z.object({ weekly: z.boolean(), alerts: z.boolean(), isAsked: z.boolean() })

/** A person's own choice; off by default. */
export const siteLetterOperations = defineOperations({
  'siteLetters.get': {
    owner: 'dashboard',
    kind: 'read',
    summary: 'Which letters about a site the person gets',
    callers,
    params: siteParams,
    response: z.object({ letters }),
  },
  'siteLetters.update': {
    owner: 'dashboard',
    kind: 'write',
    own: true,
    summary: 'Choose the letters about a site; what is left out stays as it is',
    callers,
    params: siteParams,
    body: z.strictObject({ weekly: z.boolean().optional(), alerts: z.boolean().optional() }),
    response: z.object({ letters }),
  },
})
