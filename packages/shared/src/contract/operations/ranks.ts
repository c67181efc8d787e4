import { z } from 'zod'
import * as f from '../fields.ts'
import { storedVariant } from '../locale.ts'
import { defineOperations } from '../operation.ts'
import { rivalFilters, rivalSummary, standingFilters, standingSorts, standingSummary } from '../rows/question.ts'
import { comparisonRow, competitorRow, datedOverviewRow } from '../rows/rank.ts'
import { described } from '../words.ts'

const siteParams = z.strictObject({ id: f.siteId })
const ownSiteParams = z.strictObject({ id: f.siteParam })
/** One entry a keyword. Position 0: not found; null: before the first check. */
const ranks = { positions: z.array(z.int().nullable()), urls: z.array(z.string().nullable()) }
/** Results read for each position; null if unknown. */
const depths = z.array(z.int().nullable())

const overviewQuery = z.strictObject({
  days: described(
    f.window(365),
    'Days of history to return, ending today. Keywords × days is at most 100,000 a page',
    30,
  ),
  fields: described(
    z
      .string()
      .regex(
        /^(url|checkedAt|depth)(,(url|checkedAt|depth)){0,2}$/,
        'must be some of url, checkedAt, depth, with commas between',
      )
      .optional(),
    'Beside `days`: what else is wanted of each day, some of `url`, `checkedAt` and `depth`, with commas between',
    'url,checkedAt',
  ),
  updatedSince: f.updatedSince,
  ...f.paging,
})
const overview = z.object({
  score: described(
    z.number().min(0).max(100),
    'Visibility: estimated clicks as a share of what ranking first everywhere would bring, by the click rates of a study of 2022, without AI Overviews. 0: no keyword ranks',
    31.4,
  ),
  dates: described(
    z.array(z.iso.date()).optional(),
    'Beside `days`: the UTC dates of all `positions`, the oldest first',
    ['2026-03-02'],
  ),
  keywords: described(z.array(datedOverviewRow), 'Each keyword with its present rank'),
  nextUpdatedSince: f.nextUpdatedSince,
  ...f.paged,
})
const comparisonQuery = z.strictObject(f.paging)
const comparison = z.object({
  competitors: described(z.array(competitorRow), 'All competitors of the site, also without a keyword'),
  rows: described(z.array(comparisonRow), 'The keywords'),
  ...f.paged,
})
/** Of agents: sorted, filtered and counted where the ranks are stored. */
const question = {
  counted: z.literal(true).optional(),
  q: f.line(1, 200).optional(),
  sort: z.enum(standingSorts).optional(),
  /** Compares with this day instead of the last check. */
  since: z.iso.date().optional(),
}
export const maxOrdered = 1_000
/** First UTC day with a check of a keyword with `q`; null before any. */
const firstCheckedOn = z.iso.date().nullable().optional()

export const rankOperations = defineOperations({
  'overview.get': {
    owner: 'projects',
    kind: 'read',
    summary: 'Visibility score of a site and the present rank of each keyword',
    details:
      'With `days` it is the history of all keywords in one call, and the way for a nightly job: the sites are one call, and `keywords`, this one and `rank-compare` three for each site.',
    callers: ['account', 'guest', 'person'],
    params: ownSiteParams,
    /** `counted` enables the other conditions. `ids`: only these keywords, in this order despite `sort`. */
    query: overviewQuery
      .extend({
        ...question,
        filter: z.enum(standingFilters).optional(),
        ids: z.array(f.idParam).min(1).max(maxOrdered).optional(),
      })
      .refine(...f.onlyCounted('q', 'sort', 'since', 'filter', 'ids'))
      .refine(...f.neverCounted('days'))
      .refine(...f.neverCounted('fields'))
      .refine(...f.neverCounted('updatedSince')),
    response: overview.extend({ summary: standingSummary.optional(), firstCheckedOn }),
    http: { method: 'GET', path: '/projects/:id/overview', query: overviewQuery, response: overview },
    mcp: { tool: 'keyword_positions' },
  },
  'rankComparison.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'Each keyword with the ranks of the site and its competitors',
    callers: ['account', 'guest', 'person', 'system'],
    params: ownSiteParams,
    query: comparisonQuery
      .extend({
        ...question,
        filter: z.enum(rivalFilters).optional(),
        competitors: z.array(f.domain).min(1).max(5).optional(),
        /** 200 keywords with `q` a page, by `keyword`, `you` or a competitor's id. */
        order: z.strictObject({ by: f.idParam, isDown: z.boolean(), q: f.line(0, 200) }).optional(),
      })
      .refine(...f.onlyCounted('q', 'sort', 'since', 'filter', 'competitors'))
      .refine(...f.neverCounted('order')),
    response: comparison.extend({ summary: rivalSummary.optional(), firstCheckedOn }),
    http: { method: 'GET', path: '/projects/:id/rank-compare', query: comparisonQuery, response: comparison },
    mcp: { tool: 'rank_compare', gate: 'starter' },
  },
  'competitors.add': {
    owner: 'projects',
    kind: 'write',
    summary: 'Compare a site with another one',
    details:
      'Its past is filled in from the pages that your own checks have read. `GET /projects/:id/rank-compare` lists the competitors; people remove one in the dashboard (Rank comparison).',
    callers: ['account', 'guest', 'person'],
    params: ownSiteParams,
    body: z.strictObject({ domain: described(f.domain, 'The host of the competitor', 'rival.example') }),
    response: z.object({ competitor: competitorRow, created: f.created }),
    refusals: ['plan_limit_reached'],
    http: { method: 'POST', path: '/projects/:id/competitors' },
    mcp: { tool: 'add_competitor' },
  },
  'competitors.delete': {
    owner: 'projects',
    kind: 'write',
    summary: 'Stop comparing a site with another one',
    callers: ['person', 'operator'],
    params: z.strictObject({ id: f.siteId, competitorId: f.idParam }),
    body: z.strictObject({ accountId: f.idParam.optional() }),
    response: z.object({ ok: z.literal(true) }),
  },
  'competitors.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'The competitors of a site',
    callers: ['account', 'guest', 'person', 'system'],
    params: ownSiteParams,
    response: z.object({ competitors: z.array(competitorRow) }),
    mcp: { tool: 'competitors' },
  },
  'keywords.snapshot': {
    owner: 'projects',
    kind: 'read',
    summary:
      'The keywords of a site with its present ranks, and with those of its competitors and of earlier days if asked, column by column, a thousand a page',
    callers: ['system'],
    params: siteParams,
    query: z.strictObject({
      hosts: f.hosts,
      earlierDays: z.array(z.int().min(1).max(480)).max(2).default([]),
      ...f.paging,
    }),
    response: z.object({
      ids: z.array(f.id),
      phrases: z.array(z.string()),
      countries: z.array(z.string()),
      languages: z.array(z.string()),
      devices: z.array(storedVariant.device),
      locations: z.array(storedVariant.location),
      /** The same for all spellings. */
      identities: z.array(z.string()),
      ...ranks,
      depths,
      checkedAts: z.array(f.timestamp.nullable()),
      aiOverviews: z.array(z.boolean().nullable()).optional(),
      sandboxes: z.array(z.boolean()),
      competitors: z.array(competitorRow.extend({ positions: ranks.positions })),
      /** One per `earlierDays`; null without a check in the ten days before. */
      earlier: z.array(z.object({ ...ranks, depths, checkedAts: z.array(f.timestamp.nullable()) })),
      /** Changes with the site's keywords, competitors and present ranks. First page only, read before it. */
      version: z.string().nullable(),
      ...f.paged,
    }),
  },
  'rivalUrls.snapshot': {
    owner: 'projects',
    kind: 'read',
    summary: 'The addresses with which the competitors of a site rank for some of its keywords, column by column',
    callers: ['system'],
    params: siteParams,
    body: z.strictObject({ ids: z.array(f.idParam).max(1_000) }),
    /** In order of keyword id; null: none ranks. */
    response: z.object({ competitors: z.array(competitorRow.pick({ id: true }).extend({ urls: ranks.urls })) }),
  },
  'pages.snapshot': {
    owner: 'projects',
    kind: 'read',
    summary:
      'The results pages that the keywords of a site have their present ranks from, column by column, a thousand a page',
    callers: ['system'],
    params: siteParams,
    query: z.strictObject(f.paging),
    response: z.object({
      ids: z.array(f.id),
      /** Ten at most; empty without a kept page. */
      urls: z.array(z.array(z.string().nullable())),
      questions: z.array(z.array(z.string())),
      fetchedAts: z.array(f.timestamp.nullable()),
      ...f.paged,
    }),
  },
})
