import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations, managers } from '../operation.ts'
import { connectOutcomes, googleAccountRow, propertyRow, searchQueryRow } from '../rows/search-console.ts'

const siteParams = z.strictObject({ id: f.idParam })
/** `connectUrl` is the page where a person connects; null where that is done, or where this installation has no Google client. */
const connection = { connected: z.boolean(), connectUrl: z.string().nullable() }
const callers = ['account', 'person'] as const

export const searchConsoleOperations = defineOperations({
  'searchConsole.get': {
    owner: 'projects',
    kind: 'read',
    summary: 'Whether the account is connected to the search console',
    callers,
    response: z.object({ ...connection, isAvailable: z.boolean(), account: googleAccountRow.nullable() }),
    http: { method: 'GET', path: '/google/status' },
  },
  'searchConsole.begin': {
    owner: 'projects',
    kind: 'write',
    summary: 'Begin to connect the account to the search console: where Google asks the person',
    callers: ['person'],
    roles: managers,
    /** The site to whose page the person returns. */
    body: z.strictObject({ siteId: f.idParam.optional() }),
    response: z.object({ authorizeUrl: z.string() }),
  },
  'searchConsole.finish': {
    owner: 'projects',
    kind: 'write',
    summary: 'Connect the account with what Google sent the person back with',
    callers: ['person'],
    roles: managers,
    body: z.strictObject({
      state: z.string().max(300),
      code: z.string().max(2_000).optional(),
      error: z.string().max(200).optional(),
    }),
    response: z.object({ outcome: z.enum(connectOutcomes), siteId: z.string().nullable() }),
  },
  'searchConsole.disconnect': {
    owner: 'projects',
    kind: 'write',
    summary: 'End the connection to the search console, at Google too, and forget what was read',
    callers: ['person'],
    roles: managers,
    response: z.object({ connected: z.literal(false) }),
  },
  'searchConsoleProperties.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'The search-console properties that the site could use, those of its own domain first',
    callers,
    params: siteParams,
    response: z.object({ ...connection, property: z.string().nullable(), properties: z.array(propertyRow) }),
    http: { method: 'GET', path: '/projects/:id/google/properties' },
  },
  'searchConsole.connect': {
    owner: 'projects',
    kind: 'write',
    summary: 'Choose the property of a site',
    callers,
    roles: managers,
    params: siteParams,
    body: z.strictObject({ siteUrl: f.line(1, 300) }),
    response: z.object({ property: z.string() }),
    http: { method: 'PUT', path: '/projects/:id/google' },
  },
  'searchConsoleQueries.list': {
    owner: 'projects',
    kind: 'read',
    collects: true,
    summary: 'Queries of the site in the search console, with our own position beside Google’s',
    callers,
    params: siteParams,
    query: z.strictObject({
      days: f.window(480),
      q: f.line(1, 200).optional(),
      sort: z.enum(['clicks', 'impressions', 'ctr', 'position']).optional(),
      ...f.paging,
    }),
    response: z.object({
      ...connection,
      property: z.string().nullable(),
      startDate: z.string().nullable(),
      endDate: z.string().nullable(),
      /** Of all queries, also of those that Google names to nobody: more than the sum of the rows. */
      totals: z.object({ clicks: z.int(), impressions: z.int() }).nullable(),
      queries: z.array(searchQueryRow),
      sandbox: z.literal(true).optional(),
      ...f.paged,
      ...f.collectState,
    }),
    http: { method: 'GET', path: '/projects/:id/google' },
  },
  'searchQueries.snapshot': {
    owner: 'projects',
    kind: 'read',
    summary:
      'Saved queries at positions 4 to 20 that no keyword of the site tracks, column by column, the two hundred most seen',
    callers: ['system'],
    params: siteParams,
    /** Empty columns where nothing was read over the last four weeks' days; nothing is read for this. */
    response: z.object({
      queries: z.array(z.string()),
      impressions: z.array(z.int()),
      positions: z.array(z.number()),
      startDate: z.string().nullable(),
      endDate: z.string().nullable(),
      sandbox: z.boolean(),
    }),
  },
})
