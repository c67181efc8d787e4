import type { Clock } from '@rts/shared/clock'
import type { Failure } from '@rts/shared/failure'
import { type Found, foundAt } from './organic.ts'
import type { OrganicResult, SerpPage, SerpQuery } from './serp.ts'

/** A result as a provider lists it; one without a readable address still counts as a position. */
export type ListedResult = { url: string | null }

/**
 * One page of an engine. `ended` is true if the provider says that it is the last one, `repeats` if all its results were on
 * earlier pages.
 */
export type EnginePage = {
  ok: true
  listed: ListedResult[]
  questions: string[]
  ended: boolean
  repeats?: boolean
}

/** Facts about an adapter; `pageUsd` is the price of a page. */
export type Origin = { source: string; sandbox: boolean; clock: Clock; pageUsd: number }

/** Engines show ten results a page or fewer: half as many pages again are enough, and bound the cost of a check. */
function mostPages({ depth }: SerpQuery): number {
  return Math.ceil((depth / 10) * 1.5)
}

/** The highest price of a check, in USD. */
export function pagesPrice(query: SerpQuery, pageUsd: number): number {
  return mostPages(query) * pageUsd
}

/** The first `depth` results, counted from 1; those without a readable host are counted, then left out. */
function countResults(listed: (Found | null)[], depth: number): OrganicResult[] {
  return listed.slice(0, depth).flatMap((found, index) => (found ? [{ position: index + 1, ...found }] : []))
}

function isSamePage(page: (Found | null)[], previous: (Found | null)[]): boolean {
  return (
    page.some((found) => found !== null) &&
    page.length === previous.length &&
    page.every((found, index) => found?.url === previous[index]?.url)
  )
}

/** The failure of a check at a page: the earlier pages are paid for, and so is this one if it was billed or timed out. */
function failureAfter(pages: number, page: Failure, pageUsd: number): Failure {
  const isPaid = page.billed || page.kind === 'timeout'
  return { ...page, billed: page.billed || (pages > 0 && pageUsd > 0), costUsd: (pages + (isPaid ? 1 : 0)) * pageUsd }
}

/**
 * Reads pages (0, 1, …) until `depth` results are listed or the engine has no further page, even after the site was found.
 * One failed page fails the check: a shortened list must not look like "not found within depth".
 */
export async function collectPages(
  query: SerpQuery,
  { source, sandbox, clock, pageUsd }: Origin,
  fetchPage: (index: number) => Promise<EnginePage | Failure>,
): Promise<SerpPage | Failure> {
  const listed: (Found | null)[] = []
  const questions = new Set<string>()
  let previous: (Found | null)[] = []
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
    const found = page.listed.map(({ url }) => foundAt(url))
    if (page.repeats || isSamePage(found, previous)) {
      // The provider repeats a page instead of the next one: the results after it are unknown.
      depth = listed.length
      break
    }
    if (found.length === 0) break
    listed.push(...found)
    previous = found
    if (page.ended) break
  }
  const organic = countResults(listed, query.depth)
  const costUsd = pages * pageUsd
  const value = { depth, organic, questions: [...questions] }
  return { ok: true, source, sandbox, fetchedAt: clock.now(), costUsd, value }
}
