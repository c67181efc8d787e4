import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'
import { promptSuggestionRow } from '../rows/prompt.ts'

const siteParams = z.strictObject({ id: f.siteId })
const callers = ['person'] as const

export const promptSuggestionOperations = defineOperations({
  'promptSuggestions.list': {
    owner: 'research',
    kind: 'read',
    summary: 'Questions on the results pages of the tracked keywords that are no prompts yet: the twenty asked most',
    callers,
    params: siteParams,
    response: z.object({ suggestions: z.array(promptSuggestionRow), total: z.int() }),
  },
  'promptSuggestions.delete': {
    owner: 'research',
    kind: 'write',
    summary: 'Suggest a question no more',
    callers,
    params: siteParams,
    body: z.strictObject({ question: f.line(1, 500) }),
    response: z.object({ ok: z.literal(true) }),
  },
})
