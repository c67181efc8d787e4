import type { Comparison } from './own-pages.ts'

/** Keywords in all comparisons together, some 300 bytes each; a comparison counts as one more. */
const maxKept = 50_000
const sizeOf = ({ keywords }: Comparison) => keywords.length + 1

type Kept = { version: string; comparison: Comparison }

/** The comparisons that were read last, by site: all pages of a list come from one reading until the owner's version changes. */
export function createKeptComparisons() {
  const kept = new Map<string, Kept>()
  let size = 0
  function drop(siteId: string): void {
    const found = kept.get(siteId)
    if (found) size -= sizeOf(found.comparison)
    kept.delete(siteId)
  }
  return {
    get(siteId: string, version: string): Comparison | undefined {
      const found = kept.get(siteId)
      if (found?.version !== version) return undefined
      kept.delete(siteId)
      kept.set(siteId, found)
      return found.comparison
    },
    keep(siteId: string, version: string, comparison: Comparison): void {
      drop(siteId)
      if (sizeOf(comparison) > maxKept) return
      kept.set(siteId, { version, comparison })
      size += sizeOf(comparison)
      for (const [oldest] of kept) {
        if (size <= maxKept) return
        drop(oldest)
      }
    },
  }
}
