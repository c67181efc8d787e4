import { z } from 'zod'
import * as f from '../fields.ts'
import { countrySchema, languageSchema } from '../locale.ts'
import { defineOperations, KILOBYTE } from '../operation.ts'
import { historyRow, keywordRow, skippedLineRow } from '../rows/keyword.ts'

const siteParams = z.strictObject({ id: f.idParam })
const ownSiteParams = z.strictObject({ id: f.siteParam })
const keywordParams = z.strictObject({ id: f.idParam, kid: f.idParam })
const locale = { country: countrySchema.optional(), language: languageSchema.optional() }

export const keywordOperations = defineOperations({
  'keywords.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'The keywords of a site, oldest first',
    callers: ['account', 'guest', 'person', 'system'],
    params: siteParams,
    query: z.strictObject(f.paging),
    response: z.object({ keywords: z.array(keywordRow), ...f.paged }),
    http: { method: 'GET', path: '/projects/:id/keywords' },
  },
  'keywords.create': {
    owner: 'projects',
    kind: 'write',
    summary: 'Track a phrase; its first check starts at once',
    callers: ['account', 'guest', 'person'],
    params: ownSiteParams,
    body: z.strictObject({ keyword: f.phrase, ...locale }),
    response: z.object({ keyword: keywordRow, created: z.boolean() }),
    http: { method: 'POST', path: '/projects/:id/keywords' },
    mcp: { tool: 'add_keyword' },
  },
  'keywords.createBulk': {
    owner: 'projects',
    kind: 'write',
    summary: 'Track many phrases, one a line',
    callers: ['account', 'person'],
    params: siteParams,
    body: z.strictObject({ text: z.string(), ...locale }),
    response: z.object({
      added: z.int(),
      skipped: z.int(),
      keywords: z.array(keywordRow),
      skippedLines: z.array(skippedLineRow),
    }),
    http: { method: 'POST', path: '/projects/:id/keywords/bulk', bodyLimitBytes: 1_024 * KILOBYTE },
  },
  'keywords.update': {
    owner: 'projects',
    kind: 'write',
    summary: 'Change a phrase or where it is tracked; the id stays, the history starts anew',
    callers: ['account', 'person'],
    params: keywordParams,
    body: z.strictObject({ keyword: f.phrase.optional(), ...locale }),
    response: z.object({ keyword: keywordRow }),
    http: { method: 'PATCH', path: '/projects/:id/keywords/:kid' },
  },
  'keywords.delete': {
    owner: 'projects',
    kind: 'write',
    summary: 'Stop tracking a phrase',
    callers: ['account', 'person'],
    params: keywordParams,
    response: z.object({ ok: z.literal(true) }),
    http: { method: 'DELETE', path: '/projects/:id/keywords/:kid' },
  },
  'keywords.deleteBulk': {
    owner: 'projects',
    kind: 'write',
    summary: 'Stop tracking many phrases of a site, all or none; those that are deleted already count as none',
    callers: ['person'],
    params: siteParams,
    body: z.strictObject({ ids: z.array(f.idParam).min(1).max(10_000) }),
    response: z.object({ deleted: z.int() }),
  },
  'history.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'The positions of a keyword, oldest first; `limit` gives the latest',
    callers: ['account', 'guest', 'person'],
    params: keywordParams.extend({ id: f.siteParam }),
    query: z.strictObject({ from: f.dateBound.optional(), to: f.dateBound.optional(), ...f.paging }),
    response: z.object({ history: z.array(historyRow), ...f.paged }),
    http: { method: 'GET', path: '/projects/:id/keywords/:kid/history' },
    mcp: { tool: 'rank_history' },
  },
})
