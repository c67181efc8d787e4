/** The facts of an address that stay in memory during a crawl. */
export type PageSummary = {
  url: string
  /** Null: no answer. */
  status: number | null
  failure: string | null
  redirectTo: string | null
  isHtml: boolean
  /** Without parameters; empty if absent, null if unknown. */
  mediaType: string | null
  canonical: string | null
  isNoindex: boolean
  /** Hashes of linkable ids, base64; null if incomplete. */
  ids: string | null
}

export type PageFacts = PageSummary & {
  title: string
  description: string
  h1: string
  /** Section headings; HTML pages only. */
  headings?: readonly string[]
  lang: string | null
  hreflangs: readonly { lang: string; url: string }[]
  /** Linked pages of the site, each once. */
  links: readonly string[]
  /** Linked with nofollow; some of them also without. */
  nofollow: readonly string[]
  mixedFollow: readonly string[]
  /** Linked addresses with a `#fragment` on the site, each once. */
  places: readonly string[]
  /** Linked pages of other sites, each once. */
  outside: readonly string[]
  images: readonly string[]
  candidates: readonly string[]
  words: number
  textHash: string | null
  /** MinHash of the text; null for short texts. */
  sketch: string | null
  /** Findings on this page: code and detail. */
  issues: readonly (readonly [code: string, detail: string | null])[]
  /** The `guardHeaders` present; unset if not checked. */
  guards?: readonly string[]
}

/** Security headers, set site-wide. */
export const guardHeaders = ['strict-transport-security', 'content-security-policy', 'x-content-type-options'] as const

export type SitemapFacts = { url: string; status: number | null; kind: 'pages' | 'index' | 'invalid'; isCut: boolean }

export type ImageAnswer = { status: number | null; bytes: number | null; mediaType: string | null }
/** `redirectTo`: the end of its redirects; null without one. */
export type OutsideAnswer = { status: number; redirectTo: string | null }

export type Site = {
  /** Without www. */
  host: string
  home: string
  pages: ReadonlyMap<string, PageSummary>
  /** From the home page; infinite if unlinked. */
  clicksTo(url: string): number
  /** Streams the facts of all pages again, in crawl order. */
  facts(): AsyncIterable<PageFacts> | Iterable<PageFacts>
  blocked: ReadonlySet<string>
  robots: { url: string; status: number | null; badLines: readonly number[] }
  sitemaps: readonly SitemapFacts[]
  /** All sitemap entries, other hosts included. */
  listed: ReadonlySet<string>
  images: ReadonlyMap<string, ImageAnswer>
  /** Requested pages of other sites that answered clearly. */
  outside: ReadonlyMap<string, OutsideAnswer>
  /** The home page's `guardHeaders`; null if it was not read. */
  guards: readonly string[] | null
  probes: {
    missing: number | null
    /** Whether http answers without a redirect; null if not asked. */
    isOpenHttp: boolean | null
    isTwofold: boolean | null
    certificate: { days: number; daysLeft: number } | null
  }
}

/** Read, or known to be absent (RFC 9309). */
export function isReadable({ status }: Pick<Site['robots'], 'status'>): boolean {
  return status !== null && status < 500
}

export function isPage<P extends PageSummary>(page: P | undefined): page is P {
  return page?.isHtml === true && page.status !== null && page.status >= 200 && page.status < 300
}

export function isIndexable<P extends PageSummary>(page: P | undefined): page is P {
  return isPage(page) && !page.isNoindex && (page.canonical === null || page.canonical === page.url)
}

export function isBroken(page: PageSummary): boolean {
  return page.status === null || page.status >= 400
}

/** 404 and 410; other errors may pass or apply only to us. */
export function isLost(answer: OutsideAnswer | undefined): boolean {
  return answer?.status === 404 || answer?.status === 410
}

/** Browsers' limit. */
const maxHops = 20

/** The redirect chain of an address, in order; `isLoop` if it returns to one of them. */
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
