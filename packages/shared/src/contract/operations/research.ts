import { z } from 'zod'
import * as f from '../fields.ts'
import { countrySchema, languageSchema, siteLocale } from '../locale.ts'
import { defineOperations, KILOBYTE, managers } from '../operation.ts'
import { backlinkRow, invalidHostRow, linkStates, linkSuggestions } from '../rows/backlink.ts'
import { engineMentions, mentionFilters, promptRow } from '../rows/prompt.ts'
import { gapRow, gapTypes, intents, plannerRow, researchRow, trafficRow } from '../rows/research.ts'
import { described } from '../words.ts'

const siteParams = z.strictObject({ id: f.siteId })
const locale = {
  country: described(countrySchema.optional(), 'A two-letter country code; `us` by default', 'us'),
  language: described(languageSchema.optional(), 'A language tag; `en` by default', 'en'),
}
const seed = described(f.phrase, 'The phrase to start from', 'coffee beans')
const rowsOf = <R extends z.ZodType>(row: R) => ({
  rows: described(z.array(row), 'The rows found'),
  ...f.paged,
  ...f.collectState,
})
const researchResponse = z.object({
  seed: described(z.string(), 'The phrase that it started from', 'coffee beans'),
  ...rowsOf(researchRow),
})
const part = f.line(1, 200).optional()
/** A phrase of unknown figure is left out where that figure is filtered. */
const narrowPhrases = {
  part,
  intent: z.enum(intents).optional(),
  minVolume: z.int().min(0).optional(),
  maxDifficulty: z.int().min(0).max(100).optional(),
}
const plannerQuery = z.strictObject({
  q: described(seed.optional(), 'The phrase to start from; without it the tracked keywords, or else the domain'),
  ...siteLocale,
  ...f.paging,
})
const gapQuery = z.strictObject(f.paging)
const backlinkQuery = z.strictObject({
  days: described(f.window(365), 'How far back the window goes; 30 by default', 30),
  ...f.paging,
})
const promptQuery = z.strictObject({
  ...f.paging,
  days: described(f.window(120), 'Days of `history`; 28 by default', 28),
})
const promptList = z.object({
  prompts: described(z.array(promptRow), 'The prompts'),
  ...f.paged,
  ...f.collectState,
})
const disavowed = described(z.array(z.string()), 'The hosts', ['spam.example.com'])
const question = 'Where can I buy good coffee beans?'
const hint = described(z.string().nullable(), 'A step that would give more rows; null: none', null)

export const researchOperations = defineOperations({
  'research.get': {
    owner: 'research',
    kind: 'read',
    scope: 'account',
    collects: true,
    summary: 'Keyword ideas for a seed',
    callers: ['account', 'person'],
    query: z.strictObject({ q: seed, ...locale, ...f.paging }),
    response: researchResponse,
    http: { method: 'GET', path: '/keywords/research' },
  },
  'research.run': {
    owner: 'research',
    kind: 'read',
    scope: 'account',
    collects: true,
    summary: 'Keyword ideas for a seed, asked for in a body',
    callers: ['account', 'person'],
    body: described(
      z.strictObject({ q: seed.optional(), keyword: described(seed.optional(), 'The same as `q`'), ...locale }),
      'One of `q` and `keyword`',
      { q: 'coffee beans' },
    ),
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
    query: plannerQuery.extend({ ...narrowPhrases, tracked: z.boolean().optional() }),
    response: z.object({ ...rowsOf(plannerRow), hint }),
    http: { method: 'GET', path: '/projects/:id/planner', query: plannerQuery },
    mcp: { tool: 'keyword_planner', gate: 'starter' },
  },
  'gap.list': {
    owner: 'research',
    kind: 'read',
    collects: true,
    summary: 'Keywords that competitors rank for',
    callers: ['account', 'guest', 'person'],
    params: siteParams,
    query: gapQuery.extend({
      competitors: z.array(f.domain).min(1).max(5).optional(),
      ...narrowPhrases,
      type: z.enum(gapTypes).optional(),
      maxRivalPosition: z.int().min(1).max(100).optional(),
    }),
    response: z.object({ ...rowsOf(gapRow), hint }),
    http: { method: 'GET', path: '/projects/:id/gap', query: gapQuery },
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
    callers: ['person', 'system'],
    params: siteParams,
    query: z.strictObject({ country: countrySchema, language: languageSchema, phrase: f.phrase.optional() }),
    response: z.object({
      keys: z.array(z.string()),
      volumes: z.array(z.int().nullable()),
      cpcs: z.array(z.number().nullable()),
      difficulties: z.array(z.number().nullable()),
      intents: z.array(z.string().nullable()),
    }),
  },
  'keywordFigures.list': {
    owner: 'research',
    kind: 'read',
    summary: 'The saved figures of the keywords of a site, column by column; nothing is collected',
    callers: ['account', 'person'],
    params: siteParams,
    /** Null where unknown. */
    response: z.object({
      ids: z.array(z.string()),
      volumes: z.array(z.int().nullable()),
      /** USD per ad click. */
      cpcs: z.array(z.number().nullable()),
      /** USD a month that the position's clicks would cost as ads. */
      values: z.array(z.number().nullable()),
      /** 0 to 100. */
      difficulties: z.array(z.number().nullable()),
      intents: z.array(z.string().nullable()),
    }),
  },
  'backlinks.list': {
    owner: 'research',
    kind: 'read',
    collects: true,
    summary: 'Links to the site first seen or lost in the window, with a review',
    callers: ['account', 'guest', 'person', 'system'],
    params: siteParams,
    /** `part`: of the linking page, host, title or anchor. */
    query: backlinkQuery.extend({
      part,
      suggestion: z.enum(linkSuggestions).optional(),
      state: z.enum(linkStates).optional(),
    }),
    response: z.object(rowsOf(backlinkRow)),
    http: { method: 'GET', path: '/projects/:id/backlinks', query: backlinkQuery },
    mcp: { tool: 'backlink_review', gate: 'starter' },
  },
  'disavow.list': {
    owner: 'research',
    kind: 'read',
    summary: 'The hosts that the site disavows',
    callers: ['account', 'person'],
    params: siteParams,
    query: z.strictObject(f.paging),
    response: z.object({ domains: disavowed, ...f.paged }),
    http: { method: 'GET', path: '/projects/:id/disavow' },
  },
  'disavow.add': {
    owner: 'research',
    kind: 'write',
    summary: 'Disavow hosts',
    details: 'A host covers its subdomains. The list is kept here: nothing is sent to Google.',
    callers: ['account', 'person'],
    roles: managers,
    params: siteParams,
    body: z.strictObject({
      domains: described(
        z.array(z.string()).min(1).max(10_000),
        'Hosts. Scheme, `www` and port are dropped; a path is refused',
        ['spam.example.com', 'localhost'],
      ),
    }),
    response: z.object({
      domains: described(disavowed, 'The whole list'),
      added: described(z.int(), 'Hosts that are new', 1),
      skipped: described(z.int(), 'Hosts that were on it, or are below one that is', 0),
      invalid: described(
        z.array(invalidHostRow),
        'Hosts that were not added. Only a call with nothing else is refused',
      ),
    }),
    http: { method: 'POST', path: '/projects/:id/disavow', bodyLimitBytes: 1_024 * KILOBYTE },
  },
  'prompts.list': {
    owner: 'research',
    kind: 'read',
    collects: true,
    summary: 'How AI engines mention and cite the site, by prompt',
    callers: ['account', 'person', 'system'],
    params: siteParams,
    query: promptQuery
      .extend({
        /** Counts answers over all prompts with `part`. */
        counted: z.literal(true).optional(),
        part,
        engine: z.string().min(1).max(50).optional(),
        filter: z.enum(mentionFilters).optional(),
      })
      .refine(...f.onlyCounted('part', 'engine', 'filter')),
    response: promptList.extend({ summary: z.array(engineMentions).optional() }),
    http: { method: 'GET', path: '/projects/:id/ai-visibility', query: promptQuery, response: promptList },
    mcp: { tool: 'ai_visibility' },
  },
  'prompts.create': {
    owner: 'research',
    kind: 'write',
    summary: 'Track one prompt or several',
    callers: ['account', 'person'],
    params: siteParams,
    body: described(
      z.strictObject({
        prompt: described(f.line(1, 500).optional(), 'One prompt', question),
        prompts: described(z.array(f.line(1, 500)).min(1).max(10_000).optional(), 'Or several', [question]),
        source: described(z.enum(['suggested', 'custom']).default('custom'), 'Whether we suggested them', 'custom'),
      }),
      'One of `prompt` and `prompts`',
      { prompt: question },
    ),
    response: z.object({
      prompt: described(promptRow, 'The first'),
      prompts: described(
        z
          .array(z.object({ id: f.id, prompt: described(z.string(), 'The prompt', question), created: f.created }))
          .optional(),
        'Each, in the order of `prompts`; absent for one prompt',
      ),
      created: described(f.created, 'Whether any is new'),
    }),
    refusals: ['plan_limit_reached'],
    http: { method: 'POST', path: '/projects/:id/ai-prompts', bodyLimitBytes: 1_024 * KILOBYTE },
  },
})
