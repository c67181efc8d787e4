import { type DataForSeoTask, failureOfCode, meaningOf } from '@rts/outside/dataforseo/envelope'
import { dataForSeo } from '@rts/outside/dataforseo/request'
import type { BlockKind } from '@rts/shared/contract/rows/results-page'
import { type Failure, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { type Blocks, noBlocks } from '../rules/blocks.ts'
import { isFilled, urlsIn } from './blocks.ts'
import { foundAt } from './organic.ts'
import type { SerpQuery, SerpResults } from './serp.ts'

const resultSchema = z.tuple([z.object({ items: z.array(z.unknown()).nullable() })])
// Checks and copies only the fields that we read: a page has thousands.
const organicSchema = z.array(z.object({ rank_group: z.int().min(1), url: z.string().nullish() }))
const questionsSchema = z.object({ items: z.array(z.object({ title: z.string() })) })

/** The outcome of a task. */
export type TaskPage =
  | { state: 'ready'; results: SerpResults }
  | { state: 'waiting' }
  | { state: 'failed'; failure: Failure }

const unreadable: TaskPage = { state: 'failed', failure: failed(dataForSeo, 'parse') }

/** Up to the eleventh organic result, so that they are the same however deep others read. */
const secondPage = z.object({ type: z.literal('organic'), rank_group: z.int().min(11) })

function itemsOfFirstPage(items: unknown[]): unknown[] {
  const end = items.findIndex((item) => secondPage.safeParse(item).success)
  return end < 0 ? items : items.slice(0, end)
}

/** Selects items by type; null if an entry of the page is not an item. */
function itemsByType(items: unknown[]): ((type: string) => unknown[]) | null {
  const typed = items.map((item) => ({ item, type: Object(item).type }))
  if (typed.some(({ type }) => typeof type !== 'string')) return null
  return (wanted) => typed.filter(({ type }) => type === wanted).map(({ item }) => item)
}

/** Its types of elements, by kind. */
const typesOfKind: Record<BlockKind, readonly string[]> = {
  ad: ['paid'],
  snippet: ['featured_snippet'],
  ai_overview: ['ai_overview'],
  local: ['local_pack', 'map'],
  video: ['video'],
  questions: ['people_also_ask'],
  images: ['images'],
  news: ['top_stories'],
  shopping: ['shopping', 'popular_products', 'commercial_units'],
  knowledge: ['knowledge_graph'],
  recipes: ['recipes'],
  discussions: ['discussions_and_forums', 'perspectives'],
}

function blocksIn(ofType: (type: string) => unknown[]): Blocks {
  const kinds: Blocks['kinds'] = {}
  // safe because the keys of a record are its own names
  for (const kind of Object.keys(typesOfKind) as BlockKind[])
    kinds[kind] = typesOfKind[kind].some((type) => ofType(type).length > 0)
  const [snippet] = urlsIn(ofType('featured_snippet')).flatMap((url) => foundAt(url)?.url ?? [])
  return { kinds, citations: citationsOf(ofType('ai_overview')), snippet: snippet ?? null }
}

/** The references of the whole and those of its parts, which are others; null where Google loads it later, without them. */
function citationsOf(overviews: unknown[]): string[] | null {
  if (!overviews.some((overview) => isFilled(Object(overview).items) || isFilled(Object(overview).references)))
    return null
  const parts = overviews.flatMap((overview) => [overview, ...(Object(overview).items ?? [])])
  const urls = parts.flatMap((part) => urlsIn(Object(part).references))
  return [...new Set(urls.flatMap((url) => foundAt(url)?.url ?? []))]
}

function questionsOf(items: unknown[]): string[] {
  return items.flatMap((item) => questionsSchema.safeParse(item).data?.items.map(({ title }) => title) ?? [])
}

function readResult(result: unknown, query: SerpQuery): TaskPage {
  const parsed = resultSchema.safeParse(result)
  const ofType = parsed.success ? itemsByType(parsed.data[0].items ?? []) : null
  const listed = organicSchema.safeParse(ofType?.('organic'))
  if (!ofType || !listed.success) return unreadable
  const organic = listed.data
    // `rank_group` counts only organic results; `rank_absolute` counts every box on the page.
    .flatMap(({ rank_group: position, url }) => {
      const found = position > query.depth ? null : foundAt(url)
      return found ? [{ position, ...found }] : []
    })
    .sort((a, b) => a.position - b.position)
  const ofFirstPage = itemsByType(itemsOfFirstPage(parsed.data?.[0].items ?? []))
  const questions = questionsOf(ofFirstPage?.('people_also_ask') ?? [])
  const blocks = ofFirstPage ? blocksIn(ofFirstPage) : noBlocks
  return { state: 'ready', results: { depth: query.depth, organic, questions, blocks } }
}

/** Reads a task's results page: the organic results by `rank_group`, or `waiting`, or the failure. */
export function readTask({ status_code, status_message, result }: DataForSeoTask, query: SerpQuery): TaskPage {
  switch (meaningOf(status_code, status_message ?? '')) {
    case 'done':
      return readResult(result, query)
    case 'pending':
      return { state: 'waiting' }
    case 'empty':
      return { state: 'ready', results: { depth: query.depth, organic: [], questions: [], blocks: noBlocks } }
    default:
      return { state: 'failed', failure: failureOfCode(status_code, status_message ?? '') }
  }
}
