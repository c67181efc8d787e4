import type { Page } from '../../page/page.ts'
import type { PageFacts, Site } from './site.ts'

export type Severity = 'error' | 'warning' | 'notice'

export type About = {
  severity: Severity
  /** Points off the page's 100; none for notices. */
  weight?: number
  /** Affects the whole site, not only the reported page. */
  isSitewide?: true
  title: string
  description: string
  howToFix: string
}

/** A true or text verdict is an issue; the text is its detail. */
export type PageRule = About & { check(page: Page): boolean | string }

export type Finding = { url: string; detail: string | null }
/** Sees all pages in crawl order, then returns its findings. */
export type Follower = { see(page: PageFacts): void; findings(): Iterable<Finding> }
/** A rule on all pages together, from their summaries or their full facts. */
export type SiteRule = About & ({ check(site: Site): Iterable<Finding> } | { follow(site: Site): Follower })

export type Rules<R> = Readonly<Record<string, R>>

export function followPages(detailOf: (page: PageFacts) => string | null | undefined): Follower {
  const found: Finding[] = []
  return {
    see(page) {
      const detail = detailOf(page)
      if (detail !== undefined) found.push({ url: page.url, detail })
    },
    findings: () => found.sort(byAddress),
  }
}

/** Collects pages with faulty links; the detail names the first and counts the rest. */
export function pagesWith(faultsOf: (page: PageFacts) => string[]): Follower {
  return followPages((page) => {
    const [first, ...more] = faultsOf(page)
    return more.length === 0 ? first : `${first} and ${more.length} more`
  })
}

export function byAddress(a: { url: string }, b: { url: string }): number {
  return a.url < b.url ? -1 : a.url > b.url ? 1 : 0
}

/** undefined: no issue. */
export function detailOf(verdict: boolean | string): string | null | undefined {
  if (verdict === false) return undefined
  return verdict === true ? null : shortened(verdict)
}

/** Page texts have any length. */
export function shortened(text: string): string {
  const points = [...text.slice(0, 400)]
  return points.length > 200 ? `${points.slice(0, 199).join('')}…` : text.slice(0, 400).toWellFormed()
}

export function length(text: string): number {
  let count = 0
  for (const _character of text) count++
  return count
}
