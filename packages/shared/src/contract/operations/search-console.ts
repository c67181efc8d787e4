import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations, managers } from '../operation.ts'

const siteParams = z.strictObject({ id: f.idParam })
const connection = { connected: z.boolean(), connectUrl: z.string().nullable() }
const callers = ['account', 'person'] as const

export const searchConsoleOperations = defineOperations({
  'searchConsole.get': {
    owner: 'projects',
    kind: 'read',
    summary: 'Whether the account is connected to the search console',
    callers,
    response: z.object(connection),
    http: { method: 'GET', path: '/google/status' },
    planned: true,
  },
  'searchConsoleProperties.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'The search-console properties that the site could use',
    callers,
    params: siteParams,
    response: z.object({ ...connection, properties: z.array(z.object({ siteUrl: z.string() })) }),
    http: { method: 'GET', path: '/projects/:id/google/properties' },
    planned: true,
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
    planned: true,
  },
  'searchConsoleQueries.list': {
    owner: 'projects',
    kind: 'read',
    collects: true,
    summary: 'Queries of the site in the search console',
    callers,
    params: siteParams,
    query: z.strictObject({ days: f.window(480), ...f.paging }),
    response: z.object({
      ...connection,
      property: z.string().nullable(),
      startDate: z.string().nullable(),
      endDate: z.string().nullable(),
      queries: z.array(
        z.object({ query: z.string(), clicks: z.int(), impressions: z.int(), ctr: z.number(), position: z.number() }),
      ),
      ...f.paged,
      ...f.collectState,
    }),
    http: { method: 'GET', path: '/projects/:id/google' },
    planned: true,
  },
})
