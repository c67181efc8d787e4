import { z } from 'zod'
import * as f from '../fields.ts'
import { siteLocale } from '../locale.ts'
import { defineOperations } from '../operation.ts'
import { articleRow, month, planRow } from '../rows/writing.ts'
import { described } from '../words.ts'

const siteParams = z.strictObject({ id: f.siteId })
const planParams = siteParams.extend({ planId: f.idParam })
const articleParams = siteParams.extend({ articleId: f.idParam })
/** Based on this version; an older one is refused. */
const version = z.int().min(1)
const section = z.strictObject({
  heading: f.line(1, 160),
  level: z.int().min(2).max(4),
  points: z.array(f.line(1, 300)).max(20),
})
const articlePhrase = f.phrase.pipe(f.line(2, 200)).meta({ minLength: 2, maxLength: 200 })

const madeLater =
  'It is made in the background: post it again to read how far it is. While `status` is `queued` or `writing`, that is free. Once the day is used up, posting it again is 403 as any write is, also where it is finished: it is read on a day with calls left, and in the dashboard at any time.'
const plansContext =
  'Another `context` is taken until it is written, then it is 409 `conflict`; without `context` it is answered as it is. The same topic and month in another country or language is another plan.'

/** Written in the background; posting again reads it. */
export const writingOperations = defineOperations({
  'plans.create': {
    owner: 'content',
    kind: 'write',
    summary: 'Plan a piece of content for a month; posting again reads the plan',
    details: `${madeLater} ${plansContext}`,
    callers: ['account', 'person'],
    params: siteParams,
    body: z.strictObject({
      q: described(f.phrase, 'The topic', 'coffee beans'),
      publishOn: described(month, 'The month, from this one to 24 months on'),
      ...siteLocale,
      context: described(f.multiline(2_000).optional(), 'Facts for the writer', 'We sell whole beans only.'),
    }),
    response: z.object({ plan: planRow, created: f.created }),
    refusals: ['plan_limit_reached', 'conflict'],
    http: { method: 'POST', path: '/projects/:id/content-plans' },
  },
  'plans.list': {
    owner: 'content',
    kind: 'read',
    summary: 'The plans of a site by month',
    callers: ['person'],
    params: siteParams,
    query: z.strictObject({ ...f.paging, limit: z.int().min(1).max(200).optional() }),
    response: z.object({ plans: z.array(planRow), ...f.paged }),
  },
  'plans.update': {
    owner: 'content',
    kind: 'write',
    summary: 'Change a plan, or move it to another month',
    callers: ['person'],
    params: planParams,
    body: z.strictObject({
      version,
      q: f.phrase.optional(),
      publishOn: month.optional(),
      context: f.multiline(2_000).nullable().optional(),
      title: f.line(1, 60).optional(),
      outline: z.array(section).max(50).optional(),
      keywords: z.array(f.phrase).max(50).optional(),
      questions: z.array(f.line(1, 300)).max(50).optional(),
    }),
    response: z.object({ plan: planRow }),
  },
  'plans.delete': {
    owner: 'content',
    kind: 'write',
    summary: 'Delete a plan; the article about its topic stays',
    callers: ['person'],
    params: planParams,
    response: z.object({ ok: z.literal(true) }),
  },
  'articles.create': {
    owner: 'content',
    kind: 'write',
    summary: 'Write an article; posting again reads it',
    details: madeLater,
    callers: ['account', 'person'],
    params: siteParams,
    body: z.strictObject({
      keyword: described(articlePhrase, 'The phrase to write for', 'coffee beans'),
      ...siteLocale,
    }),
    response: z.object({ article: articleRow, created: f.created }),
    refusals: ['plan_limit_reached', 'conflict'],
    http: { method: 'POST', path: '/projects/:id/articles' },
  },
  'articles.list': {
    owner: 'content',
    kind: 'read',
    summary: 'The articles of a site without their texts, the latest first',
    callers: ['person'],
    params: siteParams,
    query: z.strictObject(f.paging),
    response: z.object({ articles: z.array(articleRow.omit({ markdown: true })), ...f.paged }),
  },
  'articles.get': {
    owner: 'content',
    kind: 'read',
    summary: 'An article of a site',
    callers: ['person'],
    params: articleParams,
    response: z.object({ article: articleRow }),
  },
  'articles.update': {
    owner: 'content',
    kind: 'write',
    summary: 'Change an article that is written',
    callers: ['person'],
    params: articleParams,
    body: z.strictObject({
      version,
      keyword: articlePhrase.optional(),
      title: f.line(1, 60).optional(),
      metaDescription: f.line(0, 155).optional(),
      markdown: f.multiline(50_000).optional(),
    }),
    response: z.object({ article: articleRow }),
  },
  'articles.delete': {
    owner: 'content',
    kind: 'write',
    summary: 'Delete an article',
    callers: ['person'],
    params: articleParams,
    response: z.object({ ok: z.literal(true) }),
  },
})
