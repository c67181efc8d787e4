import { type PageFacts, type PageSummary, summaryOf } from '../audit/audit.ts'
import { createTraps } from './rules/traps.ts'

export type FrontierRules = {
  limit: number
  year: number
  isSite(url: string): boolean
  isAllowed(url: string): boolean
  /** The counted address of a page with several (twins.ts). */
  one?(url: string): string
}

type Place = Reached & { depth: number; isLinked: boolean }

/** Bounds memory: known addresses per readable page. */
const knownPerPage = 10
const minKnown = 1_000
const maxKnown = 60_000

/** A crawl's known, waiting and done addresses: links by level, then sitemap entries. Rebuilt from done pages. */
export function createFrontier({ limit, year, isSite, isAllowed, one = (url) => url }: FrontierRules) {
  const isTrap = createTraps(year)
  const max = Math.min(maxKnown, Math.max(minKnown, limit * knownPerPage))
  const known = new Map<string, Place>()
  const done = new Map<string, PageSummary>()
  const clicks = createClicks((url) => known.get(url) ?? known.get(one(url)))
  const blocked = new Set<string>()
  const started = new Set<string>()
  const linked = createQueue()
  const listed = createQueue()

  function add(url: string, depth: number): void {
    if (known.has(url) || known.size >= max || blocked.has(url) || !isSite(url) || isTrap(url, depth)) return
    // An earlier run may have read it from the sitemap.
    const isFollowed = done.has(url)
    if (isAllowed(url)) known.set(url, { depth, isLinked: false, clicks: Number.POSITIVE_INFINITY, isFollowed })
    else if (blocked.size < max) blocked.add(url)
  }

  function addLinked(url: string, depth: number): void {
    add(url, depth)
    const place = known.get(url)
    if (!place || place.isLinked) return
    place.isLinked = true
    linked.push(url)
  }

  return {
    blocked,
    done: done as ReadonlyMap<string, PageSummary>,
    known: () => known.size,
    clicksTo: (url: string) => known.get(url)?.clicks ?? Number.POSITIVE_INFINITY,
    wasLate: clicks.wasLate,
    followAgain: clicks.follow,
    start: (url: string) => {
      addLinked(url, 0)
      const place = known.get(url)
      if (place) place.clicks = 0
    },
    addListed: (url: string) => {
      add(url, 1)
      if (known.has(url)) listed.push(url)
    },

    /** Null: none waiting, or the limit is reached. */
    next(): string | null {
      if (started.size >= limit) return null
      for (const queue of [linked, listed]) {
        for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
          if (started.has(url)) continue
          started.add(url)
          return url
        }
      }
      return null
    },

    finish(facts: PageFacts): void {
      const depth = known.get(facts.url)?.depth ?? 0
      started.add(facts.url)
      // A redirect to its own twin is no loop.
      const target = facts.redirectTo && one(facts.redirectTo)
      if (facts.redirectTo && target) addLinked(target === facts.url ? facts.redirectTo : target, depth)
      for (const url of facts.links) addLinked(url, depth + 1)
      // They may be broken even if unlinked.
      for (const url of named(facts)) addLinked(url, depth + 1)
      clicks.follow(facts)
      done.set(facts.url, summaryOf(facts))
    },
  }
}

export type Frontier = ReturnType<typeof createFrontier>

function named({ canonical, hreflangs }: PageFacts): string[] {
  return [...(canonical === null ? [] : [canonical]), ...hreflangs.map(({ url }) => url)]
}

function createQueue() {
  const urls: string[] = []
  let at = 0
  return {
    push: (url: string) => void urls.push(url),
    shift: (): string | undefined => (at < urls.length ? urls[at++] : undefined),
  }
}

export type Reached = { clicks: number; isFollowed: boolean }
type Linking = Pick<PageFacts, 'url' | 'redirectTo' | 'links'>

/** Counts clicks from the home page; redirects count none. Crawl order makes one pass mostly enough. */
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

    /** Whether a page became nearer after its links were followed, since the last call. */
    wasLate(): boolean {
      const was = isLate
      isLate = false
      return was
    },
  }
}
