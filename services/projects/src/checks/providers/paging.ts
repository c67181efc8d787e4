import { callProvider } from '@rts/outside/call'
import { isSandbox } from '@rts/outside/config'
import type { ProviderRequest } from '@rts/outside/http'
import { type Failure, failed } from '@rts/shared/failure'
import { type Blocks, noBlocks } from '../../history/rules/history.ts'
import type { AdapterDeps } from './adapter.ts'
import { isCaptcha, isOwnBlock, isQuestion, type ListedResult, type Owner, ownerOf } from './organic.ts'
import type { OrganicResult, SerpPage, SerpQuery, SerpSource } from './serp.ts'

/** One page of an engine. `ended` is true if the provider says that it is the last one, of a page with results. */
export type EnginePage = {
  ok: true
  listed: ListedResult[]
  /** The provider's own word that the search has no results; without it a page of nothing may have been withheld. */
  saysEmpty?: boolean
  /** The provider's own word that the results are for another spelling. */
  isRespelled?: boolean
  questions: string[]
  blocks: Blocks
  ended: boolean
  engines?: string[]
}

type PageRequest = { path: string } & Pick<ProviderRequest, 'query' | 'headers' | 'json'>

/** A provider that lists results page by page; `pageUsd` is the price of a page. */
type PagedProvider = {
  source: string
  address: string | undefined
  pageUsd: number
  /** The request for a page, counted from 0; null for a query that the provider cannot answer. */
  request(query: SerpQuery, index: number): PageRequest | null
  read(body: unknown): EnginePage | Failure
  meaningOf?: Parameters<typeof callProvider>[2]
  /** The provider merges engines anew for each page, so that a result may come again: only its first place counts. */
  isMerged?: boolean
}

export function pagedSource(
  provider: PagedProvider,
  config: Parameters<typeof isSandbox>[0],
  { http, clock }: AdapterDeps,
): SerpSource {
  const { source, address, pageUsd } = provider
  const sandbox = isSandbox(config, address)
  return {
    source,
    priceUsd: (query) => maxPages(query) * pageUsd,
    async ask(query, signal) {
      const pages = await collectPages(query, provider, async (index) => {
        const request = provider.request(query, index)
        if (request === null) return failed(source, 'unsupported')
        const { path, ...rest } = request
        const call = { ...rest, provider: source, url: `${address}${path}`, signal }
        const answer = await callProvider(http, call, provider.meaningOf)
        return answer.ok ? provider.read(answer.body) : answer
      })
      return pages.ok ? { ...pages, sandbox, fetchedAt: clock.now() } : pages
    },
  }
}

export function paged<C extends Parameters<typeof isSandbox>[0]>(providerOf: (config: C) => PagedProvider) {
  return (config: C, deps: AdapterDeps): SerpSource => pagedSource(providerOf(config), config, deps)
}

/** Engines show ten results a page or fewer: half as many pages again are enough, and bound the cost of a check. */
function maxPages({ depth }: SerpQuery): number {
  return Math.ceil((depth / 10) * 1.5)
}

/** A page with other boxes on it has eight or nine results; a shorter one is mostly the last. */
export const fullPage = 8
/** Eight of ten known results make a page that was read before. */
const repeatedShare = 0.8

/** The first `depth` results, counted from 1; those without a readable host are counted, then left out. */
function countResults(listed: (Owner | null)[], depth: number): OrganicResult[] {
  return listed.slice(0, depth).flatMap((found, index) => (found ? [{ position: index + 1, ...found }] : []))
}

/** The failure of a check at a page: the earlier pages are paid for, and so is this one if it was billed or timed out. */
function failureAfter(pages: number, page: Failure, pageUsd: number): Failure {
  const isPaid = page.billed || page.kind === 'timeout'
  return { ...page, billed: page.billed || (pages > 0 && pageUsd > 0), costUsd: (pages + (isPaid ? 1 : 0)) * pageUsd }
}

/**
 * Adds pages to one list. `add` answers `end` if there is nothing more, `unknown` if it is unknown what follows: the provider
 * repeats an earlier page, pages after a full one came back empty without its word, or no result leads away from Google; `suspect` if
 * that is so of the first page, or the page is Google's question whether a person searches.
 */
function createList(isMerged: boolean) {
  const listed: (Owner | null)[] = []
  const urls = new Set<string>()
  let lastSize = 0
  let isGap = false

  /** Whether most results of a page stand on earlier ones: it is one of these again, with a box more or less. */
  function isRepeated(found: readonly (Owner | null)[]): boolean {
    const readable = found.flatMap((each) => each?.url ?? [])
    return readable.length > 0 && readable.filter((url) => urls.has(url)).length >= repeatedShare * readable.length
  }

  return {
    listed,
    add(page: EnginePage): 'more' | 'end' | 'unknown' | 'suspect' {
      if (page.listed.some(({ url }) => isCaptcha(url))) return 'suspect'
      const shown = page.listed.filter(({ url }) => !isOwnBlock(url ?? ''))
      if (shown.length === 0) {
        if (listed.length === 0) return page.saysEmpty ? 'end' : 'suspect'
        if (lastSize < fullPage) return 'end'
        if (isGap) return page.saysEmpty ? 'end' : 'unknown'
        isGap = true
        return 'more'
      }
      const found = shown.map(ownerOf)
      if (isQuestion(found)) return listed.length === 0 ? 'suspect' : 'unknown'
      if (isGap || isRepeated(found)) return 'unknown'
      const onPage = new Set<string>()
      for (const [i, each] of found.entries()) {
        const url = each?.url ?? shown[i]?.url ?? null
        // Google shows no address twice on a page, and a merged list has it again on the next: only its first place counts.
        if (url !== null && (onPage.has(url) || (isMerged && urls.has(url)))) continue
        listed.push(each)
        if (url !== null) onPage.add(url)
      }
      for (const url of onPage) urls.add(url)
      lastSize = page.listed.length
      return page.ended ? 'end' : 'more'
    },
  }
}

/** Reads pages until `depth` results are listed or none is left. One failed page fails the check. */
async function collectPages(
  query: SerpQuery,
  { source, pageUsd, isMerged = false }: PagedProvider,
  fetchPage: (index: number) => Promise<EnginePage | Failure>,
): Promise<Omit<SerpPage, 'sandbox' | 'fetchedAt'> | Failure> {
  const list = createList(isMerged)
  const { listed } = list
  const questions = new Set<string>()
  const engines = new Set<string>()
  let blocks = noBlocks
  let pages = 0
  let state: ReturnType<typeof list.add> = 'more'
  while (listed.length < query.depth && state === 'more' && pages < maxPages(query)) {
    const page = await fetchPage(pages)
    if (!page.ok) return failureAfter(pages, page, pageUsd)
    pages++
    // The first page's alone, so that they are the same however deep others read.
    if (pages === 1) {
      for (const question of page.questions) questions.add(question)
      blocks = page.blocks
    }
    for (const engine of page.engines ?? []) engines.add(engine)
    state = list.add(page)
    const doubt = page.isRespelled ? 'respelled' : state
    if (doubt === 'respelled' || doubt === 'suspect')
      return { ...failed(source, doubt, { billed: pageUsd > 0 }), costUsd: pages * pageUsd }
  }
  const depth = state === 'end' ? query.depth : Math.min(listed.length, query.depth)
  const named = engines.size === 0 ? source : `${source}:${[...engines].sort().join('+')}`
  const value = { depth, organic: countResults(listed, depth), questions: [...questions], blocks }
  return { ok: true, source: named, costUsd: pages * pageUsd, value }
}
