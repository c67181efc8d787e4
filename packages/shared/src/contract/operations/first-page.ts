import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'
import { fallenRow, firstSteps, foundKeywordRow, suggestedRivalRow } from '../rows/first-page.ts'

const callers = ['person'] as const

/** Over all sites of an account; each is one bounded call. */
export const firstPageOperations = defineOperations({
  'foundKeywords.list': {
    owner: 'projects',
    kind: 'read',
    scope: 'sites',
    summary: 'The first twenty keywords of all sites with a text in them, those of one site first',
    callers,
    query: z.strictObject({ q: f.line(1, 200), siteId: f.idParam.optional() }),
    response: z.object({ keywords: z.array(foundKeywordRow) }),
  },
  'fallen.list': {
    owner: 'projects',
    kind: 'read',
    scope: 'sites',
    summary: 'The twenty keywords of all sites that fell the most against so many days before, and how many fell',
    callers,
    query: z.strictObject({ days: z.int().min(1).max(480) }),
    response: z.object({ keywords: z.array(fallenRow), total: z.int() }),
  },
  'firstSteps.get': {
    owner: 'projects',
    kind: 'read',
    scope: 'sites',
    summary: 'Which first steps are taken on any site of the account but the demo site, or on one site',
    callers,
    query: z.strictObject({ siteId: f.idParam.optional() }),
    response: firstSteps,
  },
  'suggestedRivals.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'The hosts that are most often among the first ten on the last results pages of two hundred keywords',
    callers,
    params: z.strictObject({ id: f.siteId }),
    response: z.object({ rivals: z.array(suggestedRivalRow), pages: z.int() }),
  },
})
