import type { Clock } from '@rts/shared/clock'
import type { Failure } from '@rts/shared/failure'
import { hostOfUrl } from '@rts/shared/hosts'
import type { OrganicResult, SerpPage, SerpQuery } from './serp.ts'

/** A result as a provider lists it; without a readable address it still takes its place in the count. */
export type ListedResult = { url: string | null; title: string | null }

/**
 * One page of an engine. `ended` is true when the provider says that there is no further one, `repeats` when it has nothing that
 * earlier pages did not have.
 */
export type EnginePage = {
  ok: true
  listed: ListedResult[]
  questions: string[]
  ended: boolean
  repeats?: boolean
}

/** What an adapter knows of itself; `pageUsd` is the price of a page. */
export type Origin = { source: string; sandbox: boolean; clock: Clock; pageUsd: number }

/** Engines show ten results a page or fewer: half as many pages again find what is there, and bound what a check can cost. */
function mostPages({ depth }: SerpQuery): number {
  return Math.ceil((depth / 10) * 1.5)
}

/** What a check costs at most. */
export function pagesPrice(query: SerpQuery, pageUsd: number): number {
  return mostPages(query) * pageUsd
}

/** Results with their running count from 1, those without a readable host left out, cut to `depth`. */
function countResults(listed: ListedResult[], depth: number): OrganicResult[] {
  return listed.slice(0, depth).flatMap(({ url, title }, index) => {
    const host = url === null ? null : hostOfUrl(url)
    return url === null || host === null ? [] : [{ position: index + 1, url, host, title }]
  })
}

function isSamePage(page: ListedResult[], previous: ListedResult[]): boolean {
  return (
    page.length > 0 &&
    page.length === previous.length &&
    page.every(({ url }, index) => url !== null && url === previous[index]?.url)
  )
}

/** A failed page of a check: the pages before it are paid, and it too where that is known or nobody knows. */
function failureAfter(pages: number, page: Failure, pageUsd: number): Failure {
  const isPaid = page.billed || page.kind === 'timeout'
  return { ...page, billed: page.billed || (pages > 0 && pageUsd > 0), costUsd: (pages + (isPaid ? 1 : 0)) * pageUsd }
}

/**
 * Reads pages (0, 1, …) until `depth` results are listed or the engine has no further page; that the site was found never ends it.
 * One failed page fails the check: a list that was cut must not look like "not found within depth".
 */
export async function collectPages(
  query: SerpQuery,
  { source, sandbox, clock, pageUsd }: Origin,
  fetchPage: (index: number) => Promise<EnginePage | Failure>,
): Promise<SerpPage | Failure> {
  const listed: ListedResult[] = []
  const questions = new Set<string>()
  let previous: ListedResult[] = []
  let depth = query.depth
  let pages = 0
  while (listed.length < query.depth) {
    if (pages === mostPages(query)) {
      depth = listed.length
      break
    }
    const page = await fetchPage(pages)
    if (!page.ok) return failureAfter(pages, page, pageUsd)
    pages++
    for (const question of page.questions) questions.add(question)
    if (page.repeats || isSamePage(page.listed, previous)) {
      // The provider repeats itself instead of going on: nothing is known about what comes after.
      depth = listed.length
      break
    }
    if (page.listed.length === 0) break
    listed.push(...page.listed)
    previous = page.listed
    if (page.ended) break
  }
  const organic = countResults(listed, query.depth)
  const costUsd = pages * pageUsd
  const value = { depth, organic, questions: [...questions] }
  return { ok: true, source, sandbox, fetchedAt: clock.now(), costUsd, value }
}
