import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations, managers } from '../operation.ts'
import {
  adviceCard,
  adviceDecision,
  adviceRuleRow,
  adviceRules,
  adviceTotalRow,
  notableChangeRow,
  passRow,
} from '../rows/advice.ts'

const siteParams = z.strictObject({ id: f.siteId })
const callers = ['person'] as const

export const adviceOperations = defineOperations({
  'advice.list': {
    owner: 'dashboard',
    kind: 'read',
    summary: 'The facts about a site that ask for a decision, each with its evidence, from what is saved',
    callers,
    params: siteParams,
    response: z.object({
      cards: z.array(adviceCard),
      total: z.int(),
      /** Their facts could not be read. */
      missing: z.array(z.enum(adviceRules)),
    }),
  },
  'adviceTotals.list': {
    owner: 'dashboard',
    kind: 'read',
    scope: 'sites',
    summary: 'How many cards the sites of the account have, as they were counted last',
    callers,
    response: z.object({
      sites: z.array(adviceTotalRow),
      counting: z.int(),
    }),
  },
  'advice.update': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Decide on a card: dismiss it, call it done, put it off for a week, or do what it proposes; or undo that',
    callers,
    params: siteParams,
    body: z.strictObject({
      decision: z.enum(['dismiss', 'done', 'snooze', 'act', 'undo']),
      about: f.idParam,
    }),
    response: z.object({ decided: adviceDecision }),
  },
  'adviceRules.get': {
    owner: 'dashboard',
    kind: 'read',
    summary: 'The rules of a site, which of them act by themselves, and the last hundred decisions',
    callers,
    params: siteParams,
    response: z.object({ rules: z.array(adviceRuleRow), log: z.array(adviceDecision) }),
  },
  'adviceRules.update': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Let a rule act by itself, so often in seven days at most; null lets it ask again',
    callers,
    roles: managers,
    params: siteParams,
    body: z.strictObject({ rule: z.enum(adviceRules), weeklyCap: z.int().min(1).max(20).nullable() }),
    response: z.object({ rule: adviceRuleRow }),
  },
  'notableChanges.snapshot': {
    owner: 'projects',
    kind: 'read',
    summary:
      'Where keywords of a site came into or left the top ten or changed their page in the last days, and where competitors came ahead of it among the first twenty in fifteen days at most; the newest first',
    callers: ['system'],
    params: siteParams,
    query: z.strictObject({ days: z.int().min(1).max(60) }),
    response: z.object({ changes: z.array(notableChangeRow), passes: z.array(passRow) }),
  },
})
