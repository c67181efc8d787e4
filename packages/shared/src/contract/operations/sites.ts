import { z } from 'zod'
import * as f from '../fields.ts'
import { countrySchema, languageSchema } from '../locale.ts'
import { defineOperations, managers } from '../operation.ts'
import { siteRow } from '../rows/site.ts'

const siteParams = z.strictObject({ id: f.idParam })
const settings = {
  tags: z.array(f.line(1, 50)).max(50).optional(),
  description: f.multiline(1_000).nullable().optional(),
  country: countrySchema.optional(),
  language: languageSchema.optional(),
  autoAddPreference: f.multiline(1_000).nullable().optional(),
}
const tagsGate = { tags: 'starter' } as const

export const siteOperations = defineOperations({
  'sites.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'The sites of the account, oldest first',
    callers: ['account', 'guest', 'person', 'system'],
    query: z.strictObject(f.paging),
    response: z.object({ projects: z.array(siteRow), ...f.paged }),
    http: { method: 'GET', path: '/projects' },
  },
  'sites.create': {
    owner: 'projects',
    kind: 'write',
    summary: 'Add a site; one with the same domain and name is answered as it is',
    callers: ['account', 'guest', 'person'],
    body: z.strictObject({ name: f.line(1, 200), domain: f.domain, ...settings }),
    response: z.object({ project: siteRow, created: z.boolean() }),
    fieldGates: tagsGate,
    http: { method: 'POST', path: '/projects' },
  },
  'sites.add': {
    owner: 'projects',
    kind: 'write',
    summary: 'Add a site for an agent; one with the same domain is answered as it is, whatever its name',
    callers: ['account', 'guest'],
    body: z.strictObject({
      domain: f.domain,
      name: f.line(1, 200).optional(),
      country: settings.country,
      language: settings.language,
    }),
    response: z.object({ project: siteRow, created: z.boolean() }),
    mcp: { tool: 'add_project' },
  },
  'sites.get': {
    owner: 'projects',
    kind: 'read',
    summary: 'One site',
    callers: ['account', 'guest', 'person', 'system'],
    params: z.strictObject({ id: f.siteParam }),
    response: z.object({ project: siteRow }),
    http: { method: 'GET', path: '/projects/:id' },
  },
  'sites.update': {
    owner: 'projects',
    kind: 'write',
    summary: 'Change a site; `checksPaused` pauses or resumes its scheduled checks',
    callers: ['account', 'person'],
    params: siteParams,
    body: z.strictObject({
      name: f.line(1, 200).optional(),
      domain: f.domain.optional(),
      ...settings,
      checksPaused: z.boolean().optional(),
    }),
    response: z.object({ project: siteRow }),
    fieldGates: tagsGate,
    http: { method: 'PATCH', path: '/projects/:id' },
  },
  'sites.delete': {
    owner: 'projects',
    kind: 'write',
    summary: 'Delete a site and all that belongs to it',
    callers: ['account', 'person'],
    roles: managers,
    params: siteParams,
    response: z.object({ ok: z.literal(true) }),
    http: { method: 'DELETE', path: '/projects/:id' },
  },
})
