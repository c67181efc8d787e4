import { z } from 'zod'
import * as f from '../fields.ts'
import { siteLocale } from '../locale.ts'
import { defineOperations, KILOBYTE } from '../operation.ts'
import {
  auditState,
  crawlRow,
  goneIssueRow,
  ideaKinds,
  ideaRow,
  issueRow,
  listedIdea,
  schemaErrorRow,
  schemaItemRow,
} from '../rows/content.ts'
import { month, planRow } from '../rows/writing.ts'
import { described } from '../words.ts'

const siteParams = z.strictObject({ id: f.siteId })
/** On the wire; `code` decodes to 512,000 bytes at most. */
const schemaBodyLimitBytes = 3_200 * KILOBYTE
const examplePage = 'https://example.com/coffee'
const code = described(
  z.string(),
  'HTML or JSON-LD, at most 512,000 bytes',
  '<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Product"}</script>',
)
export const longestPage = 2_000
const ideaQuery = z.strictObject({
  q: described(f.phrase.optional(), 'Only ideas about this', 'coffee beans'),
  ...siteLocale,
  ...f.paging,
})
const found = {
  items: described(z.array(schemaItemRow), 'The structured data'),
  errors: described(z.array(schemaErrorRow), 'All that is wrong, in the order of the text'),
}

export const contentOperations = defineOperations({
  'issues.list': {
    owner: 'content',
    kind: 'read',
    collects: true,
    summary: 'The issues that the on-page audit found',
    callers: ['account', 'guest', 'person', 'system'],
    params: siteParams,
    /** From the saved audit: nothing is crawled. */
    query: z.strictObject({ urls: z.array(z.string().max(longestPage)).min(1).max(20).optional() }),
    response: z.object({
      ...f.collectState,
      ...auditState,
      issues: described(z.array(issueRow), 'The issues'),
      gone: described(z.array(goneIssueRow), 'Issues of the previous crawl that are fixed'),
    }),
    http: { method: 'GET', path: '/projects/:id/issues', query: z.strictObject({}) },
    mcp: { tool: 'on_page_issues' },
  },
  'issuePages.list': {
    owner: 'content',
    kind: 'read',
    collects: true,
    summary: 'The pages behind each on-page issue',
    callers: ['account', 'guest', 'person'],
    params: siteParams,
    query: z.strictObject({ code: z.string().max(100).optional(), ...f.paging }),
    response: z.object({
      ...f.collectState,
      rows: z.array(z.object({ code: z.string(), url: z.string(), detail: z.string().nullable() })),
      ...f.paged,
    }),
    mcp: { tool: 'issue_pages', gate: 'starter' },
  },
  'crawls.list': {
    owner: 'content',
    kind: 'read',
    summary: 'The crawls of a site, the latest first',
    callers: ['person'],
    params: siteParams,
    response: z.object({ crawls: z.array(crawlRow) }),
  },
  'crawls.run': {
    owner: 'content',
    kind: 'write',
    summary: 'Crawl a site again, however old the last crawl is',
    callers: ['person'],
    params: siteParams,
    // Null before the first crawl: it begins within seconds, unless `reason` is set.
    response: z.object({ reason: f.collectState.reason, crawl: crawlRow.nullable() }),
  },
  'schema.check': {
    owner: 'content',
    kind: 'write',
    scope: 'open',
    summary: 'Check the structured data in a piece of HTML or JSON-LD',
    details: 'Nothing of it is kept.',
    callers: ['account', 'person'],
    body: z.strictObject({ code }),
    response: z.object(found),
    http: { method: 'POST', path: '/schema/check', bodyLimitBytes: schemaBodyLimitBytes },
  },
  'siteSchema.check': {
    owner: 'content',
    kind: 'write',
    summary: 'Check the structured data of a page of the site',
    callers: ['account', 'person'],
    params: siteParams,
    body: described(
      z.strictObject({
        code: code.optional(),
        url: described(z.string().max(2_000).optional(), 'A page of the site; needs Starter', examplePage),
      }),
      'One of `code` and `url`',
      { url: examplePage },
    ),
    response: z.object({
      ...found,
      source: described(z.enum(['code', 'url']), 'Whether code or a page was checked', 'url'),
      url: described(z.string().nullable(), 'The page, after redirects; null for `code`', examplePage),
    }),
    fieldGates: { url: 'starter' },
    refusals: ['fetch_failed', 'plan_limit_reached'],
    http: { method: 'POST', path: '/projects/:id/schema/check', bodyLimitBytes: schemaBodyLimitBytes },
  },
  'ideas.list': {
    owner: 'content',
    kind: 'read',
    collects: true,
    summary: 'What to write about next',
    callers: ['account', 'person'],
    params: siteParams,
    query: ideaQuery.extend({
      kind: z.enum(ideaKinds).optional(),
      minVolume: z.int().min(0).optional(),
      maxDifficulty: z.int().min(0).max(100).optional(),
    }),
    response: z.object({ ideas: z.array(listedIdea), ...f.paged, ...f.collectState }),
    http: {
      method: 'GET',
      path: '/projects/:id/content-ideas',
      query: ideaQuery,
      response: z.object({
        ideas: described(z.array(ideaRow), 'The ideas, best first'),
        ...f.paged,
        ...f.collectState,
      }),
    },
    mcp: { tool: 'content_ideas' },
  },
  'ideaPlans.create': {
    owner: 'content',
    kind: 'write',
    summary: 'Plan an idea for a month, with its keywords and questions; posting again reads the plan',
    callers: ['person'],
    params: siteParams,
    /** `country` and `language`: as the idea was listed. */
    body: z.strictObject({ ideaId: f.idParam, publishOn: month, ...siteLocale }),
    response: z.object({ plan: planRow, created: z.boolean() }),
  },
})
