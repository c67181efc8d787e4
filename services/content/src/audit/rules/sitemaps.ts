import { isSameSite } from '../../page/page.ts'
import type { Finding, Rules, SiteRule } from './rule.ts'
import { isPage, isReadable, type PageSummary, type Site } from './site.ts'

function* listedWhere(
  { listed, pages }: Site,
  detailOf: (page: PageSummary) => string | null | undefined,
): Generator<Finding> {
  for (const url of listed) {
    const page = pages.get(url)
    const detail = page && detailOf(page)
    if (detail !== undefined) yield { url, detail }
  }
}

export const robotsTxtRules: Rules<SiteRule> = {
  ROBOTS_TXT_MISSING: {
    severity: 'notice',
    isSitewide: true,
    title: 'No robots.txt',
    description: 'Search engines look for it first; it is where they learn of the sitemap.',
    howToFix: 'Put a robots.txt at the top of the site, with a Sitemap: line.',
    check: ({ robots: { status, url } }) =>
      status !== null && status >= 400 && status < 500 ? [{ url, detail: `${status}` }] : [],
  },
  ROBOTS_TXT_ERROR: {
    severity: 'error',
    isSitewide: true,
    weight: 25,
    title: 'robots.txt cannot be read',
    description: 'While robots.txt cannot be read, search engines read no page of the site at all.',
    howToFix: 'Let /robots.txt answer with status 200, or 404 if there is none.',
    check: ({ robots }) =>
      isReadable(robots)
        ? []
        : [{ url: robots.url, detail: robots.status === null ? 'no answer' : `${robots.status}` }],
  },
  ROBOTS_TXT_SYNTAX: {
    severity: 'warning',
    isSitewide: true,
    weight: 3,
    title: 'robots.txt has lines that crawlers cannot read',
    description: 'Such lines are ignored; perhaps one of them should protect something.',
    howToFix:
      'Correct the lines: each is a field such as User-agent, Allow, Disallow or Sitemap, a colon, and a value.',
    check: ({ robots: { badLines, url } }) =>
      badLines.length > 0 ? [{ url, detail: `line ${badLines.slice(0, 10).join(', ')}` }] : [],
  },
}

export const sitemapRules: Rules<SiteRule> = {
  SITEMAP_MISSING: {
    severity: 'warning',
    isSitewide: true,
    weight: 3,
    title: 'No sitemap',
    description: 'A sitemap shows search engines new pages and those that few links lead to.',
    howToFix: 'Let your system write a sitemap.xml, and name it in robots.txt.',
    // An unreadable robots.txt may name one.
    check: ({ sitemaps, home, robots }) =>
      sitemaps.length === 0 && isReadable(robots) ? [{ url: home, detail: null }] : [],
  },
  SITEMAP_INVALID: {
    severity: 'error',
    isSitewide: true,
    title: 'Sitemap cannot be read',
    description: 'The sitemap that robots.txt names is missing or is no sitemap.',
    howToFix: 'Correct the Sitemap: line in robots.txt, and check that its address shows XML with <urlset>.',
    check: ({ sitemaps }) =>
      sitemaps
        .filter(({ kind }) => kind === 'invalid')
        .map(({ url, status }) => ({ url, detail: status === 200 ? 'no sitemap' : `${status ?? 'no answer'}` })),
  },
  SITEMAP_TOO_LARGE: {
    severity: 'warning',
    isSitewide: true,
    weight: 3,
    title: 'Sitemap is too large',
    description: 'A sitemap may have 50,000 addresses and 50 MB; what comes later is ignored.',
    howToFix: 'Split it, and list the parts in a sitemap index.',
    check: ({ sitemaps }) => sitemaps.filter(({ isCut }) => isCut).map(({ url }) => ({ url, detail: null })),
  },
  SITEMAP_NON_200: {
    severity: 'warning',
    title: 'Broken page in the sitemap',
    description: 'The sitemap sends search engines to pages that do not answer.',
    howToFix: 'Remove the address from the sitemap, or restore the page.',
    check: (site) =>
      listedWhere(site, ({ status }) => (status === null || status >= 400 ? `${status ?? 'no answer'}` : undefined)),
  },
  SITEMAP_NOINDEX: {
    severity: 'warning',
    title: 'Page with noindex in the sitemap',
    description: 'The sitemap asks to index a page that itself asks not to be.',
    howToFix: 'Remove the address from the sitemap, or noindex from the page.',
    check: (site) => listedWhere(site, (page) => (isPage(page) && page.isNoindex ? null : undefined)),
  },
  SITEMAP_BLOCKED: {
    severity: 'warning',
    title: 'Blocked page in the sitemap',
    description: 'The sitemap names a page that robots.txt forbids to read.',
    howToFix: 'Remove the address from the sitemap, or allow it in robots.txt.',
    check: ({ listed, blocked }) => [...listed].filter((url) => blocked.has(url)).map((url) => ({ url, detail: null })),
  },
  SITEMAP_NON_CANONICAL: {
    severity: 'warning',
    weight: 3,
    title: 'Page with another canonical address in the sitemap',
    description: 'The sitemap should name the addresses that are to be shown.',
    howToFix: 'Put the canonical address into the sitemap.',
    check: (site) =>
      listedWhere(site, (page) =>
        isPage(page) && page.canonical !== null && page.canonical !== page.url ? page.canonical : undefined,
      ),
  },
  SITEMAP_REDIRECT: {
    severity: 'warning',
    weight: 3,
    title: 'Redirect in the sitemap',
    description: 'The sitemap names an address that leads to another one.',
    howToFix: 'Put the address that the redirect leads to into the sitemap.',
    check: (site) => listedWhere(site, ({ redirectTo }) => redirectTo ?? undefined),
  },
  SITEMAP_OTHER_HOST: {
    severity: 'warning',
    isSitewide: true,
    weight: 3,
    title: 'Pages of another host in the sitemap',
    description: 'A sitemap may name pages of its own host only; others are ignored.',
    howToFix: 'Remove them, or put them into a sitemap on their own host.',
    check: ({ listed, host, home }) => {
      const others = [...listed].filter((url) => !isSameSite(url, host))
      return others[0] === undefined
        ? []
        : [{ url: home, detail: others.length === 1 ? others[0] : `${others.length} addresses, such as ${others[0]}` }]
    },
  },
}
