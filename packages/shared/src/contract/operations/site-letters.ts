import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'

const siteParams = z.strictObject({ id: f.idParam })
const callers = ['person'] as const
/** `isAsked`: whether the person has chosen already, also where they chose none. */
const letters = z.object({ weekly: z.boolean(), alerts: z.boolean(), isAsked: z.boolean() })

/** Letters about a site, which are a person's own choice and off until they ask for them. */
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
    summary: 'Choose the letters about a site; what is left out stays as it is',
    callers,
    params: siteParams,
    body: z.strictObject({ weekly: z.boolean().optional(), alerts: z.boolean().optional() }),
    response: z.object({ letters }),
  },
})
