import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations, managers } from '../operation.ts'
import { siteRow, trashedKeywordRow, trashedSiteRow, unrestoredRow } from '../rows/site.ts'

/** Thirty days, for people. Over REST, adding the same again restores it. */
export const trashOperations = defineOperations({
  'trashedSites.list': {
    owner: 'projects',
    kind: 'read',
    scope: 'sites',
    summary: 'The deleted sites of the account that can be restored, the last deleted first',
    callers: ['person'],
    query: z.strictObject(f.paging),
    response: z.object({ sites: z.array(trashedSiteRow), ...f.paged }),
  },
  'trashedSites.restore': {
    owner: 'projects',
    kind: 'write',
    summary: 'Restore a site with what was deleted with it',
    callers: ['person'],
    roles: managers,
    params: z.strictObject({ id: f.siteId }),
    response: z.object({ project: siteRow }),
    refusals: ['conflict', 'plan_limit_reached'],
  },
  'trashedKeywords.list': {
    owner: 'projects',
    kind: 'read',
    scope: 'sites',
    summary:
      'The deleted keywords that can be restored, of one site or of all that are not deleted, the last deleted first',
    callers: ['person'],
    query: z.strictObject({ projectId: f.idParam.optional(), ...f.paging }),
    response: z.object({ keywords: z.array(trashedKeywordRow), ...f.paged }),
  },
  'trashedKeywords.restore': {
    owner: 'projects',
    kind: 'write',
    scope: 'sites',
    summary: 'Restore keywords until the plan is full; it is refused only where none can be restored',
    callers: ['person'],
    body: z.strictObject({ ids: z.array(f.idParam).min(1).max(10_000) }),
    response: z.object({ restored: z.int(), skipped: z.array(unrestoredRow) }),
    refusals: ['conflict', 'plan_limit_reached'],
  },
})
