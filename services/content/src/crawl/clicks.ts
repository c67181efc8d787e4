import type { PageFacts } from '../audit/audit.ts'

/** An address as clicks see it: `clicks` from the home page, infinite where no link leads to it. */
export type Reached = { clicks: number; isFollowed: boolean }
type Linking = Pick<PageFacts, 'url' | 'redirectTo' | 'links'>

/**
 * Counts the clicks from the home page to each page that links lead to; a redirect is no click. A crawl reads pages nearly in this
 * order, so that following the links of each once is mostly enough.
 */
export function createClicks(reachedAt: (url: string) => Reached | undefined) {
  let isLate = false

  function reach(url: string, clicks: number): void {
    const target = reachedAt(url)
    if (!target || target.clicks <= clicks) return
    target.clicks = clicks
    isLate ||= target.isFollowed
  }

  return {
    follow({ url, redirectTo, links }: Linking): void {
      const own = reachedAt(url)
      if (!own) return
      own.isFollowed = true
      if (own.clicks === Number.POSITIVE_INFINITY) return
      if (redirectTo !== null) reach(redirectTo, own.clicks)
      else for (const link of links) reach(link, own.clicks + 1)
    },

    /** Whether a page turned out to be nearer than it was when its links were followed, since this was last asked. */
    wasLate(): boolean {
      const was = isLate
      isLate = false
      return was
    },
  }
}
