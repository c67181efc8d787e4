import { mayHaveId, readIdHashes } from './id-hashes.ts'
import { byAddress, type Follower, pagesWith, type Rules, type SiteRule } from './rule.ts'
import { isBroken, isIndexable, isLost, isPage, type PageSummary, redirectsOf, type Site } from './site.ts'

function linkingTo({ pages }: Site, isFault: (target: PageSummary) => boolean): Follower {
  return pagesWith((page) =>
    page.links.filter((url) => {
      const target = pages.get(url)
      return target !== undefined && url !== page.url && isFault(target)
    }),
  )
}

function linkedFrom({ pages }: Site, isFound: (page: PageSummary, inlinks: number) => boolean): Follower {
  const inlinks = new Map<string, number>()
  return {
    see(page) {
      for (const url of page.links)
        if (url !== page.url && pages.has(url)) inlinks.set(url, (inlinks.get(url) ?? 0) + 1)
    },
    findings: () =>
      [...pages.values()]
        .filter((page) => isPage(page) && isIndexable(page) && isFound(page, inlinks.get(page.url) ?? 0))
        .map(({ url }) => ({ url, detail: null })),
  }
}

const deepest = 4

export const linkSiteRules: Rules<SiteRule> = {
  LINK_BROKEN_INTERNAL: {
    severity: 'error',
    title: 'Links to broken pages',
    description: 'Readers who click get an error, and search engines lose the way.',
    howToFix: 'Correct the address in the link, or remove the link.',
    follow: (site) => linkingTo(site, isBroken),
  },
  LINK_BROKEN_EXTERNAL: {
    severity: 'warning',
    weight: 3,
    title: 'Links to deleted pages of other sites',
    description: 'Readers who click get an error, and a page whose sources were deleted looks neglected.',
    howToFix: 'Link to where the page has moved or to another source, or remove the link.',
    follow: (site) => pagesWith(({ outside }) => outside.filter((url) => isLost(site.outside.get(url)))),
  },
  LINK_EXTERNAL_REDIRECT: {
    severity: 'notice',
    title: 'Links to other sites that redirect',
    description: 'The other site has moved the page, and the old address may stop working.',
    howToFix: 'Link to the address that the redirect leads to, if it is still the page that you mean.',
    follow: (site) =>
      pagesWith(({ outside }) => outside.filter((url) => typeof site.outside.get(url)?.redirectTo === 'string')),
  },
  LINK_BROKEN_FRAGMENT: {
    severity: 'notice',
    title: 'Links to places that are not on the page',
    description: 'The part after # names a place on the page. Without such a place, readers land at the top.',
    howToFix: 'Write the id of the place that you mean into the link, or give that place the id.',
    follow: brokenPlaces,
  },
  LINK_NOFOLLOW_INDEXABLE: {
    severity: 'warning',
    weight: 3,
    title: 'Pages for search linked with nofollow',
    description: 'The linked page may be shown in search results, and nofollow keeps this link from helping it.',
    howToFix: 'Remove rel="nofollow" from the link, or put noindex on the page if it should not be found.',
    follow: (site) => pagesWith(({ nofollow }) => nofollow.filter((url) => isIndexable(site.pages.get(url)))),
  },
  LINK_NOFOLLOW_MIXED: {
    severity: 'notice',
    title: 'Page is linked with and without nofollow',
    description: 'Some links of the site ask search engines to follow them to this page, and others ask them not to.',
    howToFix: 'Use the same rel on all links to the page; links to your own pages need no nofollow.',
    follow: mixedFollow,
  },
  LINK_TO_REDIRECT: {
    severity: 'notice',
    title: 'Links to addresses that redirect',
    description: 'Each such click takes longer than it needs to.',
    howToFix: 'Link to the address that the redirect leads to.',
    follow: (site) => linkingTo(site, ({ redirectTo }) => redirectTo !== null),
  },
  PAGE_ORPHAN: {
    severity: 'warning',
    title: 'Page that nothing links to',
    description: 'It is in the sitemap, and no page of the site leads to it.',
    howToFix: 'Link to it from the pages that are about the same thing, or remove it from the sitemap.',
    follow: (site) =>
      linkedFrom(site, ({ url }, inlinks) => inlinks === 0 && site.listed.has(url) && url !== site.home),
  },
  PAGE_DEPTH: {
    severity: 'notice',
    title: 'Page is far from the home page',
    description: 'What takes more than four clicks is seldom read, and seldom visited by search engines.',
    howToFix: 'Link to it from a page that is closer to the home page.',
    check: ({ pages, clicksTo }) =>
      [...pages.values()]
        .map((page) => ({ page, clicks: clicksTo(page.url) }))
        .filter(({ page, clicks }) => clicks > deepest && Number.isFinite(clicks) && isPage(page) && isIndexable(page))
        .map(({ page: { url }, clicks }) => ({ url, detail: `${clicks} clicks` })),
  },
  INLINK_SINGLE: {
    severity: 'notice',
    title: 'Page with a single link to it',
    description: 'Pages that matter are linked to from more than one place.',
    howToFix: 'Link to it from other pages where it helps their readers.',
    follow: (site) => linkedFrom(site, ({ url }, inlinks) => inlinks === 1 && url !== site.home),
  },
}

function mixedFollow({ pages }: Site): Follower {
  const followed = new Set<string>()
  const refused = new Map<string, string>()
  return {
    see(page) {
      const only = new Set(page.nofollow)
      for (const url of page.mixedFollow) only.delete(url)
      for (const url of page.links) if (url !== page.url && !only.has(url) && pages.has(url)) followed.add(url)
      for (const url of page.nofollow) {
        const before = refused.get(url)
        if (pages.has(url) && (before === undefined || page.url < before)) refused.set(url, page.url)
      }
    },
    findings: () =>
      [...refused]
        .filter(([url]) => followed.has(url))
        .map(([url, from]) => ({ url, detail: `nofollow on ${from}` }))
        .sort(byAddress),
  }
}

/** `#top` needs no id (HTML standard); `#/` and `#!` belong to routers in scripts. */
const noPlace = /^(top$|[!/])/i

function brokenPlaces(site: Site): Follower {
  const read = new Map<string, Uint32Array>()
  const isThere = (target: PageSummary, ids: string, fragment: string) => {
    const hashes = read.get(target.url) ?? readIdHashes(ids)
    read.set(target.url, hashes)
    return mayHaveId(hashes, fragment) || mayHaveId(hashes, decoded(fragment))
  }
  return pagesWith(({ places }) =>
    places.filter((place) => {
      const at = place.indexOf('#')
      // The browser searches the text after `:~:`.
      const [fragment = ''] = place.slice(at + 1).split(':~:')
      if (fragment === '' || noPlace.test(fragment)) return false
      const linked = site.pages.get(place.slice(0, at))
      const target = linked?.redirectTo ? redirectsOf(site, linked).end : linked
      return isPage(target) && target.ids !== null && !isThere(target, target.ids, fragment)
    }),
  )
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
