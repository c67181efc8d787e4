import { once } from 'node:events'
import { startThread } from '@rts/shared/threads/thread'
import { z } from 'zod'
import { type ArticleText, longestTitle, type PlanText } from './rules/outline.ts'
import { plainLine } from './rules/text.ts'

/** A writer's text, or what is wrong with it. `unsupported`: the wrong language. */
export type ReadAnswer<T> = { ok: true; text: T } | { ok: false; kind: 'parse' | 'unsupported'; problem: string }

const line = (max: number, shown: number) =>
  z
    .string()
    .max(max)
    .transform((text) => plainLine(text, shown))
const visibleLine = (max: number, shown: number) => line(max, shown).refine((text) => text !== '', 'is empty')
/** A list that drops odd entries. */
const lines = (count: number, shown: number) =>
  z
    .array(line(10_000, shown).catch(''))
    .catch([])
    .default([])
    .transform((list) => [...new Set(list.filter(Boolean))].slice(0, count))

const minCharacters = 200
/** Texts end at 50,000 characters; JSON takes a few times as many. */
const maxCharacters = 200_000

const articleSchema = z.object({
  title: visibleLine(2_000, longestTitle),
  metaDescription: visibleLine(5_000, 1_000),
  markdown: z
    .string()
    .refine((text) => text.trim().length >= minCharacters, `has less than ${minCharacters} characters`),
})
const sectionSchema = z.object({
  heading: visibleLine(2_000, 160),
  level: z
    .number()
    .catch(2)
    .default(2)
    .transform((level) => Math.min(4, Math.max(2, Math.round(level) || 2))),
  points: lines(12, 300),
})
const planSchema = z.object({
  title: visibleLine(2_000, longestTitle),
  outline: z
    .array(sectionSchema)
    .min(1)
    .transform((sections) => sections.slice(0, 30)),
  keywords: lines(30, 200),
  questions: lines(20, 200),
})

export async function readArticle(answer: string, language: string): Promise<ReadAnswer<ArticleText>> {
  const article = read(articleSchema, answer)
  const other = article.ok ? await findOtherLanguage(article.text.markdown, language) : null
  if (other === null) return article
  return { ok: false, kind: 'unsupported', problem: `it is in the language "${other}" instead of "${language}"` }
}
export const readPlan = (answer: string): ReadAnswer<PlanText> => read(planSchema, answer)

/** Finds the JSON in an answer: models add words or a fence. */
function read<T>(schema: z.ZodType<T>, answer: string): ReadAnswer<T> {
  if (answer.length > maxCharacters)
    return { ok: false, kind: 'parse', problem: `it has more than ${maxCharacters} characters` }
  const json = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return { ok: false, kind: 'parse', problem: 'it is not a JSON object' }
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return { ok: true, text: parsed.data }
  const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
  return { ok: false, kind: 'parse', problem: problems.join('; ').slice(0, 500) }
}

const heapMb = 256

/** As `otherLanguage`, in a short-lived thread: the detector's data takes 90 MB. */
async function findOtherLanguage(markdown: string, asked: string): Promise<string | null> {
  const thread = startThread(new URL('language-worker.ts', import.meta.url), heapMb, { markdown, asked })
  const ended = once(thread, 'exit').then(() => {
    throw new Error('the thread of the language ended without an answer')
  })
  const [found] = await Promise.race([once(thread, 'message'), ended])
  return found
}
