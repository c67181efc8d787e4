import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'
import { promptAnswerRow, promptRow, promptSuggestionRow } from '../rows/prompt.ts'

const siteParams = z.strictObject({ id: f.siteId })
const promptParams = z.strictObject({ id: f.siteId, pid: f.idParam })

export const promptOperations = defineOperations({
  'prompts.update': {
    owner: 'research',
    kind: 'write',
    summary: 'Pause a prompt or let it run again',
    callers: ['person'],
    params: promptParams,
    body: z.strictObject({ paused: z.boolean() }),
    response: z.object({ prompt: promptRow }),
  },
  'prompts.delete': {
    owner: 'research',
    kind: 'write',
    summary: 'Delete a prompt with its answers',
    callers: ['person'],
    params: promptParams,
    response: z.object({ ok: z.literal(true) }),
  },
  'prompts.answers': {
    owner: 'research',
    kind: 'read',
    summary: 'The answers of engines to a prompt, newest first',
    callers: ['person'],
    params: promptParams,
    query: z.strictObject({ engine: z.string().min(1).max(50).optional(), ...f.paging }),
    response: z.object({ answers: z.array(promptAnswerRow), ...f.paged }),
  },
  'promptSuggestions.list': {
    owner: 'research',
    kind: 'read',
    summary: 'Questions on the results pages of the tracked keywords that are no prompts yet: the twenty asked most',
    callers: ['person'],
    params: siteParams,
    response: z.object({ suggestions: z.array(promptSuggestionRow), total: z.int() }),
  },
  'promptSuggestions.delete': {
    owner: 'research',
    kind: 'write',
    summary: 'Suggest a question no more',
    callers: ['person'],
    params: siteParams,
    body: z.strictObject({ question: f.line(1, 500) }),
    response: z.object({ ok: z.literal(true) }),
  },
})
