import { hostOfUrl } from '@rts/shared/hosts'
import { z } from 'zod'
import { type FailureKind, type OrganicResult, type SerpFailure, type SerpQuery, serpFailure } from './serp.ts'

const source = 'dataforseo'

const taskSchema = z.looseObject({
  id: z.string().nullish(),
  status_code: z.number(),
  status_message: z.string().nullish(),
  cost: z.number().nonnegative().nullish(),
  data: z.looseObject({ tag: z.string().nullish() }).nullish().catch(undefined),
  result: z.unknown().optional(),
})
const envelopeSchema = z.looseObject({
  status_code: z.number(),
  status_message: z.string().nullish(),
  // One task that cannot be read must not cost the ids of the other ninety-nine.
  tasks: z.array(taskSchema.nullable().catch(null)).nullish(),
})
export type DataForSeoTask = z.output<typeof taskSchema>

const resultSchema = z.tuple([z.object({ items: z.array(z.unknown()).nullable() })])
// Strict about nothing but what we read, and nothing else is copied: a page has thousands of fields.
const organicSchema = z.object({
  rank_group: z.int().min(1),
  url: z.string().nullish(),
  title: z.string().nullish(),
})
const questionsSchema = z.object({ items: z.array(z.object({ title: z.string() })) })

/** What a status code of the envelope or of a task means; null for success. Code 40501 stands for several things: its text tells. */
export function kindOfCode(code: number, message: string): FailureKind | 'empty' | 'pending' | null {
  if (code === 20000) return null
  if (code === 20100 || code === 40601 || code === 40602) return 'pending'
  if (code === 40102 || (code === 40501 && /no search results/i.test(message))) return 'empty'
  if (code === 40202 || code === 40209) return 'rate'
  if (code === 40100 || code === 40104 || code === 40204 || code === 40207) return 'auth'
  if (code >= 40200 && code < 40300) return 'quota'
  // Not found and expired are the task's, not the query's: it can be asked again.
  if (code === 40401 || code === 40403) return 'upstream'
  return (code >= 40000 && code < 40100) || (code >= 40400 && code < 40600) ? 'bad_request' : 'upstream'
}

/** A failure by its code. 40101, the engine's own error, is charged. */
export function failureOfCode(code: number, message: string): SerpFailure {
  const kind = kindOfCode(code, message)
  const isFailure = kind !== null && kind !== 'empty' && kind !== 'pending'
  return serpFailure(source, isFailure ? kind : 'parse', { billed: code === 40101 })
}

/** The tasks of an answer in the order in which they were sent, or the failure that the envelope tells. */
export function readEnvelope(body: unknown): { ok: true; tasks: (DataForSeoTask | null)[] } | SerpFailure {
  const parsed = envelopeSchema.safeParse(body)
  if (!parsed.success) return serpFailure(source, 'parse')
  const { status_code, status_message, tasks } = parsed.data
  if (status_code !== 20000) return failureOfCode(status_code, status_message ?? '')
  return tasks?.length ? { ok: true, tasks } : serpFailure(source, 'parse')
}

type PageParts = { ok: true; organic: OrganicResult[]; questions: string[] }

/** The items of one type; null when something on the page is no item at all. */
function itemsByType(items: unknown[]): ((type: string) => unknown[]) | null {
  const typed = items.map((item) => ({ item, type: Object(item).type }))
  if (typed.some(({ type }) => typeof type !== 'string')) return null
  return (wanted) => typed.filter(({ type }) => type === wanted).map(({ item }) => item)
}

function questionsOf(items: unknown[]): string[] {
  return items.flatMap((item) => questionsSchema.safeParse(item).data?.items.map(({ title }) => title) ?? [])
}

function readResult(result: unknown, query: SerpQuery): PageParts | SerpFailure {
  const parsed = resultSchema.safeParse(result)
  if (!parsed.success) return serpFailure(source, 'parse')
  const ofType = itemsByType(parsed.data[0].items ?? [])
  if (!ofType) return serpFailure(source, 'parse')
  const organic = z.array(organicSchema).safeParse(ofType('organic'))
  if (!organic.success) return serpFailure(source, 'parse')
  const results = organic.data
    // `rank_group` counts organic results alone; `rank_absolute` counts every box on the page.
    .flatMap(({ rank_group: position, url, title }) => {
      const host = url ? hostOfUrl(url) : null
      return !url || host === null || position > query.depth ? [] : [{ position, url, host, title: title ?? null }]
    })
    .sort((a, b) => a.position - b.position)
  return { ok: true, organic: results, questions: questionsOf(ofType('people_also_ask')) }
}

/** A task's results page: its organic results by `rank_group`, "pending" while it waits, or the failure. */
export function readTask(task: DataForSeoTask, query: SerpQuery): PageParts | SerpFailure | { ok: 'pending' } {
  const kind = kindOfCode(task.status_code, task.status_message ?? '')
  if (kind === 'pending') return { ok: 'pending' }
  if (kind === 'empty') return { ok: true, organic: [], questions: [] }
  if (kind !== null) return failureOfCode(task.status_code, task.status_message ?? '')
  return readResult(task.result, query)
}
