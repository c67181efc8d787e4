import { byAddress, type PageRule, type Rules, type SiteRule } from './rule.ts'
import { isPage } from './site.ts'

export const indexingRules: Rules<PageRule> = {
  NOINDEX: {
    severity: 'notice',
    title: 'Page is kept out of search',
    description: 'A robots meta element or the X-Robots-Tag header says noindex.',
    howToFix: 'Remove noindex if people should find this page; leave it for carts, logins and thank-you pages.',
    check: ({ directives }) => directives.isNoindex,
  },
  NOFOLLOW_PAGE: {
    severity: 'notice',
    title: 'Links of the page are not followed',
    description: 'With nofollow for the whole page search engines do not find the pages that it links to.',
    howToFix: 'Remove nofollow from the robots meta element, and mark single links where needed.',
    check: ({ directives }) => directives.isNofollow,
  },
  ROBOTS_META_CONFLICT: {
    severity: 'warning',
    title: 'Contradicting robots directives',
    description: 'The page says index and noindex, or follow and nofollow; the stricter one counts.',
    howToFix: 'Leave one robots meta element, and let the X-Robots-Tag header say the same or nothing.',
    check: ({ directives }) => directives.isContradictory,
  },
  NOSNIPPET: {
    severity: 'notice',
    title: 'Search results show no text of the page',
    description: 'nosnippet leaves the headline alone, which fewer people click.',
    howToFix: 'Remove nosnippet or max-snippet:0 unless the text must not be quoted.',
    check: ({ directives }) => directives.isNosnippet,
  },
  NOIMAGEINDEX: {
    severity: 'notice',
    title: 'Pictures are kept out of image search',
    description: 'noimageindex hides all pictures of the page.',
    howToFix: 'Remove noimageindex unless the pictures must not be found.',
    check: ({ directives }) => directives.isNoimageindex,
  },
  META_IN_BODY: {
    severity: 'warning',
    weight: 3,
    title: 'Meta elements outside the head',
    description:
      'Search engines read them in the head only. Often an element that belongs into the body ended the head too early.',
    howToFix: 'Move the <meta> elements into the <head>, before anything that belongs into the body.',
    check: ({ metasInBody: names }) => names.length > 0 && names.slice(0, 10).join(', '),
  },
  META_REFRESH: {
    severity: 'warning',
    title: 'Page reloads or redirects by itself',
    description: 'A meta refresh disturbs readers, and search engines may or may not take it for a redirect.',
    howToFix: 'Redirect on the server with status 301, and let readers reload the page themselves.',
    check: ({ metas }) => metas.get('refresh')?.[0] ?? false,
  },
  UNAVAILABLE_AFTER_PAST: {
    severity: 'error',
    title: 'Page has expired for search engines',
    description: 'Its unavailable_after date has passed, so it is removed from search results.',
    howToFix: 'Remove the date or set a later one; remove pages that have really ended.',
    check: ({ directives, headers }) => {
      const { unavailableAfter: end } = directives
      const served = Date.parse(headers.date ?? '') || Date.now()
      return end !== null && end.getTime() < served && end.toISOString().slice(0, 10)
    },
  },
}

/** Fewer pages prove nothing. */
const fewestPages = 5

export const indexingSiteRules: Rules<SiteRule> = {
  NOINDEX_SITEWIDE: {
    severity: 'error',
    isSitewide: true,
    weight: 25,
    title: 'The site is kept out of search',
    description: 'The home page, or most pages, say noindex. Often this is a setting of a test version that went live.',
    howToFix: 'Turn off “discourage search engines” in your system, and remove noindex from its templates and headers.',
    check: ({ pages, home }) => {
      const read = [...pages.values()].filter(isPage)
      const hidden = read.filter(({ isNoindex }) => isNoindex).length
      if (pages.get(home)?.isNoindex) return [{ url: home, detail: 'the home page' }]
      if (read.length < fewestPages || hidden / read.length < 0.8) return []
      return [{ url: home, detail: `${hidden} of ${read.length} pages` }]
    },
  },
  BLOCKED_BY_ROBOTS: {
    severity: 'warning',
    weight: 3,
    title: 'Linked page is blocked by robots.txt',
    description: 'The site links to a page and forbids search engines to read it.',
    howToFix: 'Allow the path in robots.txt, or use noindex on the page if it should not be found.',
    follow: ({ blocked }) => {
      const from = new Map<string, string>()
      return {
        see(page) {
          for (const url of page.links) {
            const before = from.get(url)
            if (blocked.has(url) && (before === undefined || page.url < before)) from.set(url, page.url)
          }
        },
        findings: () => [...from].map(([url, page]) => ({ url, detail: `linked from ${page}` })).sort(byAddress),
      }
    },
  },
}
