import { z } from 'zod'
import * as f from '../fields.ts'
import { countrySchema, languageSchema } from '../locale.ts'
import { defineOperations } from '../operation.ts'
import { articleRow, month, planRow } from '../rows/writing.ts'

const siteParams = z.strictObject({ id: f.idParam })
/** The site's own where they are left out. */
const locale = { country: countrySchema.optional(), language: languageSchema.optional() }

/** Plans and articles: they are written in the background, and posting one again reads it. */
export const writingOperations = defineOperations({
  'plans.create': {
    owner: 'content',
    kind: 'write',
    summary: 'Plan a piece of content for a month; posting again reads the plan',
    callers: ['account', 'person'],
    params: siteParams,
    body: z.strictObject({ q: f.phrase, publishOn: month, ...locale, context: f.multiline(2_000).optional() }),
    response: z.object({ plan: planRow, created: z.boolean() }),
    http: { method: 'POST', path: '/projects/:id/content-plans' },
  },
  'articles.create': {
    owner: 'content',
    kind: 'write',
    summary: 'Write an article; posting again reads it',
    callers: ['account', 'person'],
    params: siteParams,
    body: z.strictObject({ keyword: f.phrase.pipe(f.line(2, 200)), ...locale }),
    response: z.object({ article: articleRow, created: z.boolean() }),
    http: { method: 'POST', path: '/projects/:id/articles' },
  },
})
