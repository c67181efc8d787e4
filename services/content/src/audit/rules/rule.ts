import type { Page } from '../../page/page.ts'
import type { PageFacts, Site } from './site.ts'

export type Severity = 'error' | 'warning' | 'notice'

/** The texts of an issue, for people. */
export type About = {
  severity: Severity
  /** Points of a page's 100 that it costs; notices cost none. */
  weight?: number
  /** About the site, not about the page that it is shown at. */
  isSitewide?: true
  title: string
  /** Why it matters. */
  description: string
  howToFix: string
}

/** The verdict on a page: false, or true, or what is to be said of it. */
export type PageRule = About & { check(page: Page): boolean | string }

export type Finding = { url: string; detail: string | null }
/** Sees all pages, one after the other in the order in which they were read, and then says what it has found. */
export type Follower = { see(page: PageFacts): void; findings(): Iterable<Finding> }
/** Looks at all pages together: at their summaries, or at all that was read of them. */
export type SiteRule = About & ({ check(site: Site): Iterable<Finding> } | { follow(site: Site): Follower })

/** Rules of one subject by the code of their issue. */
export type Rules<R> = Readonly<Record<string, R>>

/** Finds the pages of which something is to be said; undefined where there is nothing. */
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

/** Finds the pages with links that have a fault: which, and how many more. */
export function pagesWith(faultsOf: (page: PageFacts) => string[]): Follower {
  return followPages((page) => {
    const [first, ...more] = faultsOf(page)
    return more.length === 0 ? first : `${first} and ${more.length} more`
  })
}

export function byAddress(a: { url: string }, b: { url: string }): number {
  return a.url < b.url ? -1 : a.url > b.url ? 1 : 0
}

/** The detail of a verdict: undefined where there is no issue. */
export function detailOf(verdict: boolean | string): string | null | undefined {
  if (verdict === false) return undefined
  return verdict === true ? null : shortened(verdict)
}

/** Details come from pages and may be of any length. */
export function shortened(text: string): string {
  const points = [...text.slice(0, 400)]
  return points.length > 200 ? `${points.slice(0, 199).join('')}…` : text.slice(0, 400).toWellFormed()
}

/** The number of characters as people count them. */
export function length(text: string): number {
  let count = 0
  for (const _character of text) count++
  return count
}
