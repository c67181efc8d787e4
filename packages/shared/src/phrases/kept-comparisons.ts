import type { Comparison } from './own-pages.ts'

/** Some 300 bytes each, in all comparisons together. */
const mostKeywords = 50_000

type Kept = { version: string; comparison: Comparison }

/**
 * The comparisons that were read last, by site. A list is read a page at a time and put in order anew for each: until the owner's
 * version changes, all of its pages come from one reading.
 */
export function createKeptComparisons() {
  const kept = new Map<string, Kept>()
  let keywords = 0
  function drop(siteId: string): void {
    keywords -= kept.get(siteId)?.comparison.keywords.length ?? 0
    kept.delete(siteId)
  }
  return {
    /** The comparison of this version, which counts as read now. */
    get(siteId: string, version: string): Comparison | undefined {
      const found = kept.get(siteId)
      if (found?.version !== version) return undefined
      kept.delete(siteId)
      kept.set(siteId, found)
      return found.comparison
    },
    keep(siteId: string, version: string, comparison: Comparison): void {
      drop(siteId)
      if (comparison.keywords.length > mostKeywords) return
      kept.set(siteId, { version, comparison })
      keywords += comparison.keywords.length
      for (const [oldest] of kept) {
        if (keywords <= mostKeywords) return
        drop(oldest)
      }
    },
  }
}
