/** The facts of a fetched address that a crawl keeps in memory. */
export type PageSummary = {
  url: string
  /** Null when nothing answered. */
  status: number | null
  /** Why nothing answered. */
  failure: string | null
  redirectTo: string | null
  isHtml: boolean
  /** As the server names it, without its parameters; empty where it names none, null where that is not known. */
  mediaType: string | null
  canonical: string | null
  isNoindex: boolean
  /** Hashes of the ids that links can name, as base64; null where they are not all known. */
  ids: string | null
}

/** All that is known of a fetched address. */
export type PageFacts = PageSummary & {
  title: string
  description: string
  h1: string
  /** Of its sections; only a page of HTML has them. */
  headings?: readonly string[]
  lang: string | null
  hreflangs: readonly { lang: string; url: string }[]
  /** Pages of the site that it links to, each once. */
  links: readonly string[]
  /** Those of them that it links to with nofollow, and those that it links to both with and without it. */
  nofollow: readonly string[]
  mixedFollow: readonly string[]
  /** Links to places on pages of the site, with their `#fragment`, each once. */
  places: readonly string[]
  /** Pages of other sites that it links to, each once. */
  outside: readonly string[]
  /** Pictures of the site, each once. */
  images: readonly string[]
  /** Those that srcset names for other widths and formats. */
  candidates: readonly string[]
  words: number
  textHash: string | null
  /** A MinHash of the text; null for few words. */
  sketch: string | null
  /** The findings of the rules about one page: code and detail. */
  issues: readonly (readonly [code: string, detail: string | null])[]
  /** Those of `guardHeaders` that it was sent with, where somebody looked. */
  guards?: readonly string[]
}

/** Headers that guard a page; a site sets them for all its pages in one place. */
export const guardHeaders = ['strict-transport-security', 'content-security-policy', 'x-content-type-options'] as const

export type SitemapFacts = { url: string; status: number | null; kind: 'pages' | 'index' | 'invalid'; isCut: boolean }

export type ImageAnswer = { status: number | null; bytes: number | null; mediaType: string | null }
/** `redirectTo` is where its redirects end; null without one. */
export type OutsideAnswer = { status: number; redirectTo: string | null }

/** One crawl of a site, as its rules see it. */
export type Site = {
  /** Without www. */
  host: string
  /** The address that the crawl began at. */
  home: string
  pages: ReadonlyMap<string, PageSummary>
  /** From the home page; infinite for a page that no link leads to. */
  clicksTo(url: string): number
  /** Reads the facts of all pages once more, in the order in which they were read. */
  facts(): AsyncIterable<PageFacts> | Iterable<PageFacts>
  /** Addresses that robots.txt keeps us from. */
  blocked: ReadonlySet<string>
  robots: { url: string; status: number | null; badLines: readonly number[] }
  sitemaps: readonly SitemapFacts[]
  /** All addresses that sitemaps name, other hosts' included. */
  listed: ReadonlySet<string>
  /** Pictures of the site that were asked for. */
  images: ReadonlyMap<string, ImageAnswer>
  /** Pages of other sites that were asked for and said something of themselves. */
  outside: ReadonlyMap<string, OutsideAnswer>
  /** Those of `guardHeaders` that the home page was sent with; null where it was not read. */
  guards: readonly string[] | null
  probes: {
    /** The status of an address that cannot exist. */
    missing: number | null
    /** Whether the home page answers over plain http without a redirect; null if not asked. */
    isOpenHttp: boolean | null
    /** Whether the home page answers both with and without www. */
    isTwofold: boolean | null
    /** Of the home page's host; null if there is none. */
    certificate: { days: number; daysLeft: number } | null
  }
}

/** Whether robots.txt could be read, or is known not to be there (RFC 9309). */
export function isReadable({ status }: Pick<Site['robots'], 'status'>): boolean {
  return status !== null && status < 500
}

export function isPage<P extends PageSummary>(page: P | undefined): page is P {
  return page?.isHtml === true && page.status !== null && page.status >= 200 && page.status < 300
}

/** A page that search engines may show under its own address. */
export function isIndexable<P extends PageSummary>(page: P | undefined): page is P {
  return isPage(page) && !page.isNoindex && (page.canonical === null || page.canonical === page.url)
}

export function isBroken(page: PageSummary): boolean {
  return page.status === null || page.status >= 400
}

/** Pages of other sites that their servers say are not there; other errors may pass, or be meant for us alone. */
export function isLost(answer: OutsideAnswer | undefined): boolean {
  return answer?.status === 404 || answer?.status === 410
}

/** Browsers follow no more than this. */
const maxHops = 20

/** The addresses that an address redirects to, in order; `isLoop` when it comes back to one of them. */
export function redirectsOf(
  { pages }: Site,
  page: PageSummary,
): { hops: string[]; end: PageSummary | undefined; isLoop: boolean } {
  const hops: string[] = []
  let at: PageSummary | undefined = page
  while (at?.redirectTo) {
    if (hops.length === maxHops) return { hops, end: undefined, isLoop: false }
    if (at.redirectTo === page.url || hops.includes(at.redirectTo)) return { hops, end: undefined, isLoop: true }
    hops.push(at.redirectTo)
    at = pages.get(at.redirectTo)
  }
  return { hops, end: at, isLoop: false }
}
