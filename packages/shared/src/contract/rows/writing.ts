import { z } from 'zod'
import { failureKinds } from '../../failure.ts'
import { id, timestamp } from '../fields.ts'

/** What plans and articles say of their making. */
const making = {
  status: z.enum(['queued', 'writing', 'ready', 'failed']),
  /** `llm:<model>`, or `offline-outline` for prompts to fill in. */
  generator: z.string().nullable(),
  /** Why the last try failed; of a ready outline, why the writer's answer is not shown. */
  error: z.enum(failureKinds).nullable(),
  sandbox: z.literal(true).optional(),
  /** Counts the changes: an update names the one that it changes. */
  version: z.int(),
  createdAt: timestamp,
  updatedAt: timestamp,
}
/** A month, YYYY-MM. */
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month, YYYY-MM')

export const planRow = z.object({
  id,
  publishOn: month,
  q: z.string(),
  country: z.string(),
  language: z.string(),
  context: z.string().nullable(),
  title: z.string().nullable(),
  outline: z.array(z.object({ heading: z.string(), level: z.int(), points: z.array(z.string()) })),
  keywords: z.array(z.string()),
  questions: z.array(z.string()),
  /** The article about the topic, if there is one. */
  articleId: id.nullable(),
  ...making,
})
export const articleRow = z.object({
  id,
  keyword: z.string(),
  country: z.string(),
  language: z.string(),
  title: z.string().nullable(),
  metaDescription: z.string().nullable(),
  /** Without HTML and pictures; its links lead to the site's own pages, and where the operator allows. */
  markdown: z.string().nullable(),
  wordCount: z.int().nullable(),
  /** The first plan for the topic, if there is one. */
  planId: id.nullable(),
  ...making,
})
