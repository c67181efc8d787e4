import { isDefault, primary } from './language-tag.ts'
import { byAddress, type Follower, followPages } from './rule.ts'
import { isPage, type OutsideAnswer, type PageFacts, type PageSummary, type Site } from './site.ts'

export function versionsWhere(
  site: Site,
  isFault: (version: PageSummary) => boolean,
  isFaultOutside: (answer: OutsideAnswer) => boolean = () => false,
): Follower {
  const has = (url: string, page: PageFacts) => {
    const version = site.pages.get(url)
    const outside = site.outside.get(url)
    if (version) return url !== page.url && isFault(version)
    return outside !== undefined && isFaultOutside(outside)
  }
  return followPages((page) => {
    const found = isPage(page) ? page.hreflangs.find(({ url }) => has(url, page)) : undefined
    return found && versionOf(found)
  })
}

function versionOf({ lang, url }: Version): string {
  return `${lang}: ${url}`
}

type Version = PageFacts['hreflangs'][number]

export function withoutReturn({ pages }: Site): Follower {
  const versions = new Map<string, Version[]>()
  return {
    see(page) {
      // One string per address, however many pages name it.
      const known = page.hreflangs.flatMap(({ lang, url }) => {
        const version = pages.get(url)
        return version ? [{ lang, url: version.url }] : []
      })
      if (isPage(page)) versions.set(page.url, known)
    },
    *findings() {
      const names = new Map([...versions].map(([url, named]) => [url, new Set(named.map((each) => each.url))]))
      for (const [from, named] of [...versions].sort(([a], [b]) => (a < b ? -1 : 1))) {
        const found = named.find(({ url }) => url !== from && names.get(url)?.has(from) === false)
        if (found) yield { url: from, detail: versionOf(found) }
      }
    },
  }
}

/** Pages listed for more than one language; countries of one language count once. */
export function severalLanguages({ pages }: Site): Follower {
  const named = new Map<string, Set<string>>()
  return {
    see(page) {
      for (const { lang, url } of page.hreflangs) {
        if (isDefault(lang) || !pages.has(url)) continue
        const langs = named.get(url) ?? new Set()
        named.set(url, langs.add(primary(lang)))
      }
    },
    *findings() {
      const several = [...named]
        .filter(([, langs]) => langs.size > 1)
        .map(([url, langs]) => ({ url, langs: [...langs] }))
      for (const { url, langs } of several.sort(byAddress)) yield { url, detail: langs.sort().slice(0, 10).join(', ') }
    },
  }
}
