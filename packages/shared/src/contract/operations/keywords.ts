import { z } from 'zod'
import * as f from '../fields.ts'
import { languageSchema, siteLocale, variant } from '../locale.ts'
import { defineOperations, KILOBYTE } from '../operation.ts'
import { historyRow, keywordRow, keywordTag, maxTags, skippedLineRow } from '../rows/keyword.ts'
import { described } from '../words.ts'

const siteParams = z.strictObject({ id: f.siteId })
const ownSiteParams = z.strictObject({ id: f.siteParam })
const kid = described(f.idParam, 'The id of a keyword, from `GET /projects/:id/keywords`')
const keywordParams = z.strictObject({ id: f.siteId, kid })
const ownKeywordParams = keywordParams.extend({ id: f.siteParam })
const trackedPhrase = described(f.phrase, 'The phrase as people type it', 'coffee beans')

const changedWhere = {
  country: described(siteLocale.country, 'Where it is tracked from now on: a two-letter country code'),
  language: described(siteLocale.language, 'In which language: a language tag'),
  device: described(variant.device, 'The device that people search on'),
  location: variant.location,
}
const keywordIds = z.array(f.idParam).min(1).max(10_000)
const keywordTags = z.array(keywordTag).max(maxTags).default([])

export const keywordOperations = defineOperations({
  'keywords.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'The keywords of a site, oldest first',
    callers: ['account', 'guest', 'person', 'system'],
    params: siteParams,
    query: z.strictObject({ updatedSince: f.updatedSince, ...f.paging }),
    response: z.object({
      keywords: described(z.array(keywordRow), 'The keywords'),
      nextUpdatedSince: f.nextUpdatedSince,
      ...f.paged,
    }),
    http: { method: 'GET', path: '/projects/:id/keywords' },
  },
  'keywords.create': {
    owner: 'projects',
    kind: 'write',
    summary: 'Track a phrase; its first check starts at once',
    details:
      'A check usually takes seconds: `lastCheck` says when it is done. One that was deleted less than 30 days ago comes back with its history.',
    callers: ['account', 'guest', 'person'],
    params: ownSiteParams,
    body: z.strictObject({ keyword: trackedPhrase, ...siteLocale, ...variant }),
    response: z.object({ keyword: keywordRow, created: f.created, revived: f.revived }),
    refusals: ['plan_limit_reached'],
    http: { method: 'POST', path: '/projects/:id/keywords' },
    mcp: { tool: 'add_keyword' },
  },
  'keywords.createBulk': {
    owner: 'projects',
    kind: 'write',
    summary: 'Track many phrases, one a line',
    details:
      'Lines are added in order until the plan is full. Posting the same text again skips what is tracked already. It is refused only where the plan has room for none.',
    callers: ['account', 'guest', 'person', 'system'],
    params: ownSiteParams,
    body: z.strictObject({
      text: described(z.string(), 'A phrase a line, at most 10,000 lines', 'coffee beans\nCoffee Beans'),
      ...siteLocale,
      ...variant,
    }),
    response: z.object({
      added: described(z.int(), 'Keywords that are new', 1),
      skipped: described(z.int(), 'Lines that added none; blank lines do not count', 1),
      revived: described(
        z.int().optional(),
        'How many of them were deleted less than 30 days ago, and are back with their history',
        1,
      ),
      keywords: described(z.array(keywordRow), 'The new ones'),
      skippedLines: described(z.array(skippedLineRow), 'The others, each with the reason'),
    }),
    refusals: ['plan_limit_reached'],
    http: { method: 'POST', path: '/projects/:id/keywords/bulk', bodyLimitBytes: 1_024 * KILOBYTE },
  },
  'keywords.update': {
    owner: 'projects',
    kind: 'write',
    summary: 'Change a phrase or where it is tracked; the id stays, the history starts anew',
    callers: ['account', 'person'],
    params: keywordParams,
    body: described(
      z.strictObject({
        keyword: trackedPhrase.optional(),
        ...changedWhere,
      }),
      'The changes; omitted fields stay',
      { country: 'gb' },
    ),
    response: z.object({ keyword: keywordRow }),
    refusals: ['conflict'],
    http: { method: 'PATCH', path: '/projects/:id/keywords/:kid' },
  },
  'keywords.updateBulk': {
    owner: 'projects',
    kind: 'write',
    summary: 'Change where many keywords of a site are searched; each that changes starts a new history',
    callers: ['person'],
    params: siteParams,
    body: z.strictObject({ ids: keywordIds, ...changedWhere }),
    response: z.object({
      changed: z.int(),
      /** The site already has these as changed: they stay as they are. */
      conflicts: z.array(f.id),
    }),
  },
  'keywordTags.update': {
    owner: 'projects',
    kind: 'write',
    summary: `Add tags to many keywords of a site and take others away; a keyword has at most ${maxTags}`,
    callers: ['person'],
    params: siteParams,
    body: z.strictObject({ ids: keywordIds, add: keywordTags, remove: keywordTags }),
    response: z.object({ changed: z.int() }),
  },
  'keywords.delete': {
    owner: 'projects',
    kind: 'write',
    summary: 'Stop tracking a phrase',
    details: 'It is kept for 30 days, counts towards no limit, and comes back with its history when it is added again.',
    callers: ['account', 'guest', 'person'],
    params: ownKeywordParams,
    response: z.object({ ok: f.ok, restorableUntil: f.restorableUntil }),
    http: { method: 'DELETE', path: '/projects/:id/keywords/:kid' },
    mcp: { tool: 'remove_keyword' },
  },
  'keywords.deleteBulk': {
    owner: 'projects',
    kind: 'write',
    summary: 'Stop tracking many phrases of a site, all or none; those that are deleted already count as none',
    callers: ['person'],
    params: siteParams,
    body: z.strictObject({ ids: keywordIds }),
    response: z.object({ deleted: z.int(), restorableUntil: f.restorableUntil }),
  },
  'places.list': {
    owner: 'projects',
    kind: 'read',
    scope: 'open',
    summary: 'Places for the `location` of a keyword: cities by a part of their name, those with most people first',
    callers: ['person'],
    query: z.strictObject({
      q: f.line(1, 100),
      country: siteLocale.country,
      limit: z.int().min(1).max(50).default(10),
    }),
    response: z.object({ places: z.array(z.string()) }),
  },
  'history.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'The positions of a keyword, oldest first; `limit` gives the latest',
    details:
      '`cursor` leads from there to older ones. Each keyword is a call: `days` and `fields` of `GET /projects/:id/overview` have those of all keywords in one.',
    callers: ['account', 'guest', 'person'],
    params: ownKeywordParams,
    query: z.strictObject({
      from: described(f.dateBound.optional(), 'From this day or moment on, UTC', '2026-02-01'),
      to: described(f.dateBound.optional(), 'Up to and with this day or moment, UTC', '2026-02-28'),
      ...f.paging,
    }),
    response: z.object({ history: described(z.array(historyRow), 'The checks, oldest first'), ...f.paged }),
    http: { method: 'GET', path: '/projects/:id/keywords/:kid/history' },
    mcp: { tool: 'rank_history' },
  },
  'keywords.import': {
    owner: 'projects',
    kind: 'write',
    scope: 'sites',
    summary: 'Take over the keywords of another rank tracker’s export, each with its last position',
    callers: ['operator', 'person'],
    body: z.strictObject({
      from: z.enum(['serpbear']),
      accountId: f.idParam.optional(),
      domain: f.domain,
      /** Default: the oldest site of the domain, or a new one. */
      siteId: f.idParam.optional(),
      language: languageSchema.default('en'),
      text: z.string().min(1),
    }),
    /** New ones, and skipped or bad lines (the header is line 1). `revived`: keywords from the trash. */
    response: z.object({
      sites: z.int(),
      added: z.int(),
      revived: z.int().optional(),
      positions: z.int(),
      skipped: z.int(),
      skippedLines: z.array(skippedLineRow),
      bad: z.array(z.object({ line: z.int(), reason: z.string() })),
    }),
  },
})
