import { type DataForSeoTask, failureOfCode, meaningOf } from '@rts/outside/dataforseo/envelope'
import { dataForSeo } from '@rts/outside/dataforseo/request'
import type { BlockKind } from '@rts/shared/contract/rows/results-page'
import { type Failure, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { type Blocks, noBlocks } from '../../history/rules/history.ts'
import { isFilled, urlsIn } from './blocks.ts'
import { foundAt, isCaptcha, isQuestion, ownerOf } from './organic.ts'
import { fullPage } from './paging.ts'
import type { SerpQuery, SerpResults } from './serp.ts'

const resultSchema = z.tuple([
  z.object({
    items: z.array(z.unknown()).nullable(),
    pages_count: z.int().positive().nullish().catch(null),
    spell: z.object({ type: z.string() }).nullish().catch(null),
  }),
])
const questionsSchema = z.object({ items: z.array(z.object({ title: z.string() })) })

export type TaskPage =
  | { state: 'ready'; results: SerpResults }
  | { state: 'waiting' }
  | { state: 'failed'; failure: Failure }

const pageSize = 10
/** Its types of a page that has results of another spelling alone. */
const respellings = ['showing_results_for', 'no_results_found_for']

const unreadable: TaskPage = { state: 'failed', failure: failed(dataForSeo, 'parse') }

type Item = Record<string, unknown>
type ItemsByType = ReadonlyMap<string, readonly Item[]>

/**
 * Sorts the items of a page; null if an entry is not an item. Loops read a page: a function that is made for each page is optimised
 * again after each collection of the heap, which took a tenth of all.
 */
function itemsByType(items: readonly unknown[]): ItemsByType | null {
  const byType = new Map<string, Item[]>()
  for (const item of items) {
    const { type } = Object(item)
    if (typeof type !== 'string') return null
    const others = byType.get(type)
    // safe because it has a field
    if (others) others.push(item as Item)
    else byType.set(type, [item as Item])
  }
  return byType
}

/** Up to the eleventh organic result, so that they are the same however deep others read. */
function itemsOfFirstPage(items: readonly unknown[]): readonly unknown[] {
  for (const [i, item] of items.entries()) {
    const { type, rank_group: position } = Object(item)
    if (type === 'organic' && position > 10) return items.slice(0, i)
  }
  return items
}

/** The organic results by `rank_group`, which counts only them: `rank_absolute` counts every box. Null if one cannot be read. */
function organicOf(items: readonly Item[], depth: number): SerpResults['organic'] | null {
  const organic: SerpResults['organic'] = []
  for (const { rank_group: position, url = null, domain } of items) {
    if (typeof position !== 'number' || !Number.isSafeInteger(position) || position < 1) return null
    if (typeof url !== 'string' && url !== null) return null
    const owner = position > depth ? null : ownerOf({ url, shown: typeof domain === 'string' ? domain : null })
    if (owner) organic.push({ position, url: owner.url, host: owner.host })
  }
  organic.sort(byPosition)
  const single = organic.filter(
    ({ position, url }, i) => organic[i - 1]?.position !== position || organic[i - 1]?.url !== url,
  )
  // A rank that two results have, as where each page counts from 1, says nothing.
  return single.some(({ position }, i) => single[i + 1]?.position === position) ? null : single
}

function byPosition(a: { position: number }, b: { position: number }): number {
  return a.position - b.position
}

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

function blocksIn(items: ItemsByType): Blocks {
  const kinds: Blocks['kinds'] = {}
  // safe because the keys of a record are its own names
  for (const kind of Object.keys(typesOfKind) as BlockKind[])
    kinds[kind] = typesOfKind[kind].some((type) => items.has(type))
  const [snippet] = urlsIn(items.get('featured_snippet')).flatMap((url) => foundAt(url)?.url ?? [])
  return { kinds, citations: citationsOf(items.get('ai_overview') ?? []), snippet: snippet ?? null }
}

/** The references of the whole and those of its parts, which are others; null where Google loads it later, without them. */
function citationsOf(overviews: readonly Item[]): string[] | null {
  if (!overviews.some((overview) => isFilled(Object(overview).items) || isFilled(Object(overview).references)))
    return null
  const parts = overviews.flatMap((overview) => [overview, ...(Object(overview).items ?? [])])
  const urls = parts.flatMap((part) => urlsIn(Object(part).references))
  return [...new Set(urls.flatMap((url) => foundAt(url)?.url ?? []))]
}

function questionsOf(items: readonly Item[]): string[] {
  return items.flatMap((item) => questionsSchema.safeParse(item).data?.items.map(({ title }) => title) ?? [])
}

function readResult(result: unknown, { depth }: SerpQuery): TaskPage {
  const parsed = resultSchema.safeParse(result)
  if (!parsed.success) return unreadable
  const items = parsed.data[0].items ?? []
  const all = itemsByType(items)
  const organic = all && organicOf(all.get('organic') ?? [], depth)
  const ofFirstPage = organic && itemsByType(itemsOfFirstPage(items))
  if (!ofFirstPage) return unreadable
  const isOther = respellings.includes(parsed.data[0].spell?.type ?? '')
  if (isOther || isQuestion(organic) || organic.some(({ url }) => isCaptcha(url)))
    return { state: 'failed', failure: failed(dataForSeo, isOther ? 'respelled' : 'suspect', { billed: true }) }
  const questions = questionsOf(ofFirstPage.get('people_also_ask') ?? [])
  const read = depthRead(all.get('organic') ?? [], parsed.data[0].pages_count ?? null, depth)
  return { state: 'ready', results: { depth: read, organic, questions, blocks: blocksIn(ofFirstPage) } }
}

/**
 * How deep a task was read, which may be less than was asked for (`pages_count`). Where the last page is short nothing follows it. The
 * page of an item is its `page`; without it each page counts ten results.
 */
function depthRead(organic: readonly Item[], pages: number | null, depth: number): number {
  if (pages === null || pages * pageSize >= depth) return depth
  const isPaged = organic.some(({ page }) => typeof page === 'number')
  const onLast = isPaged ? organic.filter(({ page }) => page === pages).length : organic.length - (pages - 1) * pageSize
  if (onLast < fullPage) return depth
  return organic.reduce((deepest, { rank_group: at }) => Math.max(deepest, typeof at === 'number' ? at : 0), 0)
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
