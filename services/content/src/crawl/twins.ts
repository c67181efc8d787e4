import type { PageFacts } from '../audit/audit.ts'
import { isSameSite, siteHost } from '../page/page.ts'

/** Pages answer over http and https, with and without `www.`; the home page's origin counts. `isOpen` is asked once each. */
export function createTwins(isOpen: (home: string) => Promise<boolean>) {
  let home: string | null = null
  const asked = new Map<string, Promise<void>>()
  const twins = new Set<string>()

  /** The page's address at the home page's origin, if it answers there. */
  function one(url: string): string {
    const from = originOf(url)
    return home !== null && twins.has(from) ? originOf(home) + url.slice(from.length) : url
  }
  const each = (urls: readonly string[]) => [...new Set(urls.map(one))]

  async function meet(urls: Iterable<string>): Promise<void> {
    if (home === null) return
    const known = originOf(home)
    for (const url of urls) {
      if (url.startsWith(`${known}/`) || !isSameSite(url, siteHost(home))) continue
      const origin = originOf(url)
      const twin = origin + home.slice(known.length)
      if (!asked.has(origin))
        asked.set(
          origin,
          isOpen(twin).then((open) => void (open && twins.add(origin))),
        )
      await asked.get(origin)
    }
  }

  return {
    one,
    isHomeKnown: () => home !== null,
    all: async (urls: ReadonlySet<string>): Promise<Set<string>> => {
      await meet(urls)
      return new Set(each([...urls]))
    },
    /** Unifies a page's links. The first page that is no redirect is the home page. */
    async of(page: PageFacts): Promise<PageFacts> {
      if (page.redirectTo === null) home ??= page.url
      const { links, nofollow, mixedFollow, places, images, candidates, canonical, hreflangs, redirectTo } = page
      const named = [canonical, redirectTo, ...hreflangs.map(({ url }) => url)].filter((url) => url !== null)
      for (const urls of [links, named, images, candidates]) await meet(urls)
      if (twins.size === 0) return page
      return {
        ...page,
        links: each(links),
        nofollow: each(nofollow),
        mixedFollow: each(mixedFollow),
        places: each(places),
        images: each(images),
        candidates: each(candidates),
        canonical: canonical && one(canonical),
        hreflangs: hreflangs.map(({ lang, url }) => ({ lang, url: one(url) })),
      }
    },
  }
}

export type Twins = ReturnType<typeof createTwins>

/** Takes `pageUrl` form. */
function originOf(url: string): string {
  return url.slice(0, url.indexOf('/', url.indexOf('//') + 2))
}
