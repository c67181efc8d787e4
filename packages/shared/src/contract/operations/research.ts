import { z } from 'zod'
import * as f from '../fields.ts'
import { countrySchema, languageSchema } from '../locale.ts'
import { defineOperations, KILOBYTE, managers } from '../operation.ts'
import { collectRow } from '../rows/collect.ts'
import { backlinkRow, gapRow, plannerRow, promptRow, researchRow, trafficRow } from '../rows/research.ts'

const siteParams = z.strictObject({ id: f.idParam })
const locale = { country: countrySchema.optional(), language: languageSchema.optional() }
const rowsOf = <R extends z.ZodType>(row: R) => ({ rows: z.array(row), ...f.paged, ...f.collectState })
const researchResponse = z.object({ seed: z.string(), ...rowsOf(researchRow) })
const hint = z.string().nullable()

export const researchOperations = defineOperations({
  'research.get': {
    owner: 'research',
    kind: 'read',
    collects: true,
    summary: 'Keyword ideas for a seed',
    callers: ['account', 'person'],
    query: z.strictObject({ q: f.phrase, ...locale, ...f.paging }),
    response: researchResponse,
    http: { method: 'GET', path: '/keywords/research' },
  },
  'research.run': {
    owner: 'research',
    kind: 'read',
    collects: true,
    summary: 'Keyword ideas for a seed, asked for in a body',
    callers: ['account', 'person'],
    body: z.strictObject({ q: f.phrase.optional(), keyword: f.phrase.optional(), ...locale }),
    response: researchResponse,
    http: { method: 'POST', path: '/keywords/research' },
  },
  'planner.list': {
    owner: 'research',
    kind: 'read',
    collects: true,
    summary: 'Keyword ideas with bids, clusters and what is tracked already',
    callers: ['account', 'guest', 'person'],
    params: siteParams,
    query: z.strictObject({ q: f.phrase.optional(), ...locale, ...f.paging }),
    response: z.object({ ...rowsOf(plannerRow), hint }),
    http: { method: 'GET', path: '/projects/:id/planner' },
    mcp: { tool: 'keyword_planner', gate: 'starter' },
  },
  'gap.list': {
    owner: 'research',
    kind: 'read',
    collects: true,
    summary: 'Keywords that competitors rank for',
    callers: ['account', 'guest', 'person'],
    params: siteParams,
    query: z.strictObject(f.paging),
    response: z.object({ ...rowsOf(gapRow), hint }),
    http: { method: 'GET', path: '/projects/:id/gap' },
    mcp: { tool: 'keyword_gap', gate: 'starter' },
  },
  'traffic.list': {
    owner: 'research',
    kind: 'read',
    collects: true,
    summary: 'Estimated organic traffic of competitors',
    callers: ['account', 'guest', 'person'],
    params: siteParams,
    response: z.object({ ...rowsOf(trafficRow), hint }),
    mcp: { tool: 'competitor_traffic', gate: 'starter' },
  },
  'figures.snapshot': {
    owner: 'research',
    kind: 'read',
    summary: 'The saved figures of the phrases that a site tracks in one place, column by column; nothing is collected',
    callers: ['system'],
    params: siteParams,
    query: z.strictObject({ country: countrySchema, language: languageSchema }),
    response: z.object({
      /** Identities of phrases. */
      keys: z.array(z.string()),
      volumes: z.array(z.int().nullable()),
      difficulties: z.array(z.number().nullable()),
      intents: z.array(z.string().nullable()),
    }),
  },
  'researchCollects.list': {
    owner: 'research',
    kind: 'read',
    summary: 'What is collected for a site: what runs now and how far it is, and when the rest was collected',
    callers: ['person'],
    params: siteParams,
    response: z.object({ collects: z.array(collectRow) }),
  },
  'backlinks.list': {
    owner: 'research',
    kind: 'read',
    collects: true,
    summary: 'Links to the site first seen or lost in the window, with a review',
    callers: ['account', 'guest', 'person'],
    params: siteParams,
    query: z.strictObject({ days: f.window(365), ...f.paging }),
    response: z.object(rowsOf(backlinkRow)),
    http: { method: 'GET', path: '/projects/:id/backlinks' },
    mcp: { tool: 'backlink_review', gate: 'starter' },
  },
  'disavow.list': {
    owner: 'research',
    kind: 'read',
    summary: 'The hosts that the site disavows',
    callers: ['account', 'person'],
    params: siteParams,
    query: z.strictObject(f.paging),
    response: z.object({ domains: z.array(z.string()), ...f.paged }),
    http: { method: 'GET', path: '/projects/:id/disavow' },
  },
  'disavow.add': {
    owner: 'research',
    kind: 'write',
    summary: 'Disavow hosts',
    callers: ['account', 'person'],
    roles: managers,
    params: siteParams,
    body: z.strictObject({ domains: z.array(z.string()).min(1).max(10_000) }),
    response: z.object({
      domains: z.array(z.string()),
      added: z.int(),
      skipped: z.int(),
      invalid: z.array(z.object({ domain: z.string(), reason: z.string() })),
    }),
    http: { method: 'POST', path: '/projects/:id/disavow', bodyLimitBytes: 1_024 * KILOBYTE },
  },
  'prompts.list': {
    owner: 'research',
    kind: 'read',
    collects: true,
    summary: 'How AI engines mention and cite the site, by prompt',
    callers: ['account', 'person'],
    params: siteParams,
    query: z.strictObject(f.paging),
    response: z.object({ prompts: z.array(promptRow), ...f.paged, ...f.collectState }),
    http: { method: 'GET', path: '/projects/:id/ai-visibility' },
  },
  'prompts.create': {
    owner: 'research',
    kind: 'write',
    summary: 'Track one prompt or several',
    callers: ['account', 'person'],
    params: siteParams,
    body: z.strictObject({
      prompt: f.line(1, 500).optional(),
      prompts: z.array(f.line(1, 500)).min(1).max(10_000).optional(),
      source: z.enum(['suggested', 'custom']).default('custom'),
    }),
    response: z.object({
      prompt: promptRow,
      prompts: z.array(z.object({ id: f.id, prompt: z.string(), created: z.boolean() })).optional(),
      created: z.boolean(),
    }),
    http: { method: 'POST', path: '/projects/:id/ai-prompts', bodyLimitBytes: 1_024 * KILOBYTE },
  },
})
