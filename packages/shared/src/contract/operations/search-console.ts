import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations, managers } from '../operation.ts'
import {
  connectOutcomes,
  googleAccountRow,
  propertyRow,
  searchDayRow,
  searchPageRow,
  searchQueryRow,
} from '../rows/search-console.ts'
import { described } from '../words.ts'

const siteParams = z.strictObject({ id: f.siteId })
/** `connectUrl`: null when connected, or without a Google client. */
const connection = {
  connected: described(z.boolean(), 'Whether a Google account is connected', true),
  connectUrl: described(
    z.string().nullable(),
    'The page where a person connects one; null: that is done, or not possible here',
    null,
  ),
}
const property = described(z.string(), 'The property of the site, as Google names it', 'sc-domain:example.com')
const chosenProperty = described(
  property.nullable(),
  'The property of the site; null: none is chosen',
  'sc-domain:example.com',
)
const callers = ['account', 'person'] as const
const reading = {
  ...connection,
  property: chosenProperty,
  startDate: described(
    z.string().nullable(),
    'The first day of the window, in Pacific Time as all days of Google; null: nothing was read',
    '2026-02-01',
  ),
  endDate: described(z.string().nullable(), 'Its last day; Google is two days behind', '2026-02-28'),
  totals: described(
    z
      .object({
        clicks: described(z.int(), 'All clicks', 480),
        impressions: described(z.int(), 'How often the site was shown', 9_100),
      })
      .nullable(),
    'Of all queries, including those that Google does not name: more than the sum of the rows. Null: nothing was read',
  ),
  isCut: described(
    z.boolean(),
    'Whether the list ends at 100,000 queries, the most clicked: Google may have more',
    false,
  ),
  sandbox: f.provenance.sandbox,
  ...f.collectState,
}

export const searchConsoleOperations = defineOperations({
  'searchConsole.get': {
    owner: 'projects',
    kind: 'read',
    scope: 'sites',
    summary: 'Whether the account is connected to the search console',
    callers,
    response: z.object({
      ...connection,
      isAvailable: described(z.boolean(), 'Whether this installation can connect to Google', true),
      account: described(googleAccountRow.nullable(), 'The Google account; null: none'),
    }),
    http: { method: 'GET', path: '/google/status' },
  },
  'searchConsole.begin': {
    owner: 'projects',
    kind: 'write',
    scope: 'account',
    summary: 'Begin to connect the account to the search console: where Google asks the person',
    callers: ['person'],
    roles: managers,
    body: z.strictObject({ siteId: f.idParam.optional() }),
    response: z.object({ authorizeUrl: z.string() }),
  },
  'searchConsole.finish': {
    owner: 'projects',
    kind: 'write',
    scope: 'account',
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
    scope: 'account',
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
    response: z.object({
      ...connection,
      property: chosenProperty,
      properties: described(z.array(propertyRow), 'The properties that the Google account may read'),
    }),
    refusals: ['provider_failed'],
    http: { method: 'GET', path: '/projects/:id/google/properties' },
  },
  'searchConsole.connect': {
    owner: 'projects',
    kind: 'write',
    summary: 'Choose the property of a site',
    callers,
    roles: managers,
    params: siteParams,
    body: z.strictObject({
      siteUrl: described(f.line(1, 300), 'One of the listed properties', 'sc-domain:example.com'),
    }),
    response: z.object({ property }),
    refusals: ['not_connected', 'provider_failed'],
    http: { method: 'PUT', path: '/projects/:id/google' },
  },
  'searchConsoleQueries.list': {
    owner: 'projects',
    kind: 'read',
    collects: true,
    summary: 'Queries of the site in the search console, with our own position beside Google’s',
    details: 'Where nothing is connected or chosen, and nothing was read before, it is `unavailable` without a reason.',
    callers: [...callers, 'system'],
    params: siteParams,
    query: z.strictObject({
      days: described(f.window(480), 'Length of the window; 28 by default', 28),
      q: described(f.line(1, 200).optional(), 'Only queries with this in them', 'coffee'),
      sort: described(
        z.enum(['clicks', 'impressions', 'ctr', 'position']).optional(),
        'Best first; `clicks` by default',
        'clicks',
      ),
      ...f.paging,
    }),
    response: z.object({ ...reading, queries: described(z.array(searchQueryRow), 'The queries'), ...f.paged }),
    http: { method: 'GET', path: '/projects/:id/google' },
    mcp: { tool: 'search_performance' },
  },
  'searchConsoleFigures.list': {
    owner: 'projects',
    kind: 'read',
    collects: true,
    summary:
      'Clicks and impressions of the site in the search console, by day and by page; one reading with its queries',
    callers: [...callers, 'system'],
    params: siteParams,
    query: z.strictObject({ days: f.window(480) }),
    /** `days` begin one period earlier; `pages`: the thousand most clicked. */
    response: z.object({ ...reading, days: z.array(searchDayRow), pages: z.array(searchPageRow) }),
  },
  'searchQueries.snapshot': {
    owner: 'projects',
    kind: 'read',
    summary:
      'Saved queries at positions 4 to 20 that no keyword of the site tracks, column by column, the two hundred most seen',
    callers: ['system'],
    params: siteParams,
    /** Over the last four weeks; empty if nothing was read. Reads nothing itself. */
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
