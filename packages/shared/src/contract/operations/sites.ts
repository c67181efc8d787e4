import { z } from 'zod'
import { depths } from '../../plans.ts'
import * as f from '../fields.ts'
import { countrySchema, languageSchema } from '../locale.ts'
import { defineOperations, managers } from '../operation.ts'
import { siteDepthRow, siteRow } from '../rows/site.ts'
import { described } from '../words.ts'

const unique = (tags: string[]) => [...new Set(tags)]
const siteParams = z.strictObject({ id: f.siteId })
const name = described(f.name(200), 'A label for the site', 'Example shop')
const settings = {
  tags: described(
    z.array(f.line(1, 50)).max(50).transform(unique).optional(),
    'Your own labels, each once; needs Starter, but for an empty list',
    ['shop'],
  ),
  description: described(f.multiline(1_000).nullable().optional(), 'A note; null clears it', 'Our shop'),
  country: described(
    countrySchema.optional(),
    'Where its keywords are tracked unless they say otherwise: a two-letter country code',
    'us',
  ),
  language: described(languageSchema.optional(), 'In which language, likewise: a language tag', 'en'),
  autoAddPreference: described(
    f.multiline(1_000).nullable().optional(),
    'A description of the keywords that Auto-add should look for; null clears it',
    'Only beans, no machines',
  ),
}
const newLocale = {
  country: described(settings.country, 'Where its keywords are tracked: a two-letter country code, `us` by default'),
  language: described(settings.language, 'In which language: a language tag, `en` by default'),
}
const shownSite = z.object({ project: siteRow })
const siteQuery = z.strictObject({ updatedSince: f.updatedSince, ...f.paging })
const newSite = z.strictObject({ name, domain: f.domain, ...settings, ...newLocale })
const tagsGate = { tags: 'starter' } as const

export const siteOperations = defineOperations({
  'sites.list': {
    owner: 'projects',
    kind: 'read',
    scope: 'sites',
    summary: 'The sites of the account, oldest first',
    callers: ['account', 'guest', 'person', 'system'],
    query: siteQuery.extend({ domain: f.domain.optional() }),
    response: z.object({
      projects: described(z.array(siteRow), 'The sites'),
      nextUpdatedSince: f.nextUpdatedSince,
      ...f.paged,
    }),
    http: { method: 'GET', path: '/projects', query: siteQuery },
  },
  'sites.create': {
    owner: 'projects',
    kind: 'write',
    scope: 'account',
    summary: 'Add a site; one with the same domain and name is answered as it is',
    details: 'One that was deleted less than 30 days ago comes back with all that was deleted with it.',
    callers: ['account', 'guest', 'person'],
    /** `byDomain`: returns an existing site of the domain, whatever its name. */
    body: newSite.extend({ name: name.optional(), byDomain: z.literal(true).optional() }),
    response: z.object({ project: siteRow, created: f.created, revived: f.revived }),
    fieldGates: tagsGate,
    refusals: ['plan_limit_reached'],
    http: { method: 'POST', path: '/projects', body: newSite },
    mcp: { tool: 'add_project' },
  },
  'sites.get': {
    owner: 'projects',
    kind: 'read',
    summary: 'One site',
    callers: ['account', 'guest', 'person', 'system'],
    params: z.strictObject({ id: f.siteParam }),
    /** `room`: of a frozen site, for services: the plan's limit and the sites in use. */
    response: shownSite.extend({ room: z.object({ max: z.int(), used: z.int() }).optional() }),
    http: { method: 'GET', path: '/projects/:id', response: shownSite },
  },
  'sites.update': {
    owner: 'projects',
    kind: 'write',
    summary: 'Change a site; `checksPaused` pauses or resumes its scheduled checks',
    details: 'Another domain keeps the ids of its keywords and starts new histories.',
    callers: ['account', 'person'],
    params: siteParams,
    body: described(
      z.strictObject({
        name: name.optional(),
        domain: f.domain.optional(),
        ...settings,
        checksPaused: described(z.boolean().optional(), 'True pauses scheduled checks, false resumes them', true),
      }),
      'The changes',
      { checksPaused: true },
    ),
    response: z.object({ project: siteRow }),
    fieldGates: tagsGate,
    refusals: ['conflict'],
    http: { method: 'PATCH', path: '/projects/:id' },
  },
  'siteDepth.get': {
    owner: 'projects',
    kind: 'read',
    summary: 'How many results of each page are read for a site',
    callers: ['person'],
    params: siteParams,
    response: z.object({ reading: siteDepthRow }),
  },
  'siteDepth.update': {
    owner: 'projects',
    kind: 'write',
    summary: 'Change how many results of each page are read for a site',
    callers: ['person'],
    params: siteParams,
    body: z.strictObject({ depth: z.literal(depths).optional(), smart: z.boolean().optional() }),
    response: z.object({ reading: siteDepthRow }),
  },
  'sites.delete': {
    owner: 'projects',
    kind: 'write',
    summary: 'Delete a site and all that belongs to it',
    details: 'It is kept for 30 days, counts towards no limit, and comes back when the same is added again.',
    callers: ['account', 'guest', 'person'],
    roles: managers,
    params: siteParams,
    response: z.object({ ok: f.ok, restorableUntil: f.restorableUntil }),
    http: { method: 'DELETE', path: '/projects/:id' },
    mcp: { tool: 'remove_project', callers: ['guest'] },
  },
})
