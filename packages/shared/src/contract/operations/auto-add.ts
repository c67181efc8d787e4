import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations, managers } from '../operation.ts'
import { autoAddModes, autoAddPolicyRow, proposalRow } from '../rows/auto-add.ts'

const params = z.strictObject({ id: f.siteId })
const callers = ['person'] as const

/** Proposed from saved data: nothing is collected. */
export const autoAddOperations = defineOperations({
  'autoAdd.get': {
    owner: 'research',
    kind: 'read',
    summary: 'How keywords are proposed and added for a site, and what the last run did',
    callers,
    params,
    response: z.object({ policy: autoAddPolicyRow }),
  },
  'autoAdd.update': {
    owner: 'research',
    kind: 'write',
    summary: 'Choose whether keywords are proposed each Monday, and how many a week are added without a person',
    callers,
    roles: managers,
    params,
    body: z.strictObject({ mode: z.enum(autoAddModes), perWeek: z.int().min(1).max(50) }),
    response: z.object({ policy: autoAddPolicyRow }),
  },
  'autoAdd.run': {
    owner: 'research',
    kind: 'write',
    summary: 'Propose keywords now, as on a Monday',
    callers,
    params,
    response: z.object({ proposed: z.int(), added: z.int(), overLimit: z.boolean() }),
  },
  'proposals.list': {
    owner: 'research',
    kind: 'read',
    summary: 'Proposed keywords, the best first, or those that were decided, the latest first',
    callers,
    params,
    query: z.strictObject({ decided: z.boolean(), ...f.paging }),
    response: z.object({ rows: z.array(proposalRow), ...f.paged }),
  },
  'proposals.update': {
    owner: 'research',
    kind: 'write',
    summary: 'Accept proposed keywords, which are then tracked, or refuse them; decided ones stay as they are',
    callers,
    params,
    body: z.strictObject({ ids: z.array(f.idParam).min(1).max(500), accept: z.boolean() }),
    /** `overLimit` stay proposed: the plan is full. */
    response: z.object({ changed: z.int(), overLimit: z.int() }),
  },
})
