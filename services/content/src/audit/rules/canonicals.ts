import { type Page, pageUrl } from '../../page/page.ts'
import type { Finding, PageRule, Rules, SiteRule } from './rule.ts'
import { isBroken, isLost, isPage, type OutsideAnswer, type PageSummary, type Site } from './site.ts'

const isHttps = (url: string) => url.startsWith('https:')
const targetsOf = ({ canonicals, url }: Page) => canonicals.flatMap(({ href }) => pageUrl(href, url) ?? [])

/** The address in a `Link: <…>; rel="canonical"` header. */
export function canonicalHeader({ headers, url }: Pick<Page, 'headers' | 'url'>): string | null {
  const link = headers.link?.split(/,(?=\s*<)/).find((each) => /;\s*rel\s*=\s*"?[^";]*\bcanonical\b/i.test(each))
  const href = /<([^>]*)>/.exec(link ?? '')?.[1]
  return href === undefined ? null : pageUrl(href, url)
}

export const canonicalRules: Rules<PageRule> = {
  CANONICAL_MISSING: {
    severity: 'notice',
    title: 'No canonical address',
    description: 'The same page is often reached by several addresses; this names the one to show.',
    howToFix: 'Add <link rel="canonical" href="…"> with the full address of the page to its <head>.',
    check: (page) => page.canonicals.length === 0 && canonicalHeader(page) === null && !page.directives.isNoindex,
  },
  CANONICAL_MULTIPLE: {
    severity: 'error',
    title: 'Different canonical addresses',
    description: 'Search engines ignore all of them when they contradict each other.',
    howToFix: 'Leave one <link rel="canonical"> on the page.',
    check: (page) => new Set(targetsOf(page)).size > 1 && targetsOf(page).join(' and '),
  },
  CANONICAL_RELATIVE: {
    severity: 'notice',
    title: 'Canonical address is relative',
    description: 'A relative address means another page as soon as the page is reached by another host.',
    howToFix: 'Write the canonical address in full, with https:// and the host.',
    check: ({ canonicals }) => canonicals.find(({ href }) => !/^https?:\/\//i.test(href))?.href ?? false,
  },
  CANONICAL_CONFLICT: {
    severity: 'error',
    title: 'Header and page name different canonical addresses',
    description: 'Search engines ignore both when they contradict each other.',
    howToFix: 'Name the canonical address in the page or in the Link header, not in both.',
    check: (page) => {
      const header = canonicalHeader(page)
      const [own] = targetsOf(page)
      return header !== null && own !== undefined && own !== header && `${own} and ${header}`
    },
  },
  CANONICAL_CROSS_HOST: {
    severity: 'notice',
    title: 'Canonical address on another host',
    description: 'The page asks search engines to show a page of another website in its place.',
    howToFix: 'Keep this only for copies of texts that belong to the other website.',
    check: (page) => targetsOf(page).find((url) => new URL(url).host !== new URL(page.url).host) ?? false,
  },
  CANONICAL_IN_BODY: {
    severity: 'warning',
    weight: 3,
    title: 'Canonical address outside the head',
    description:
      'Search engines ignore it there. Often an element that belongs into the body ended the head too early.',
    howToFix: 'Move the <link rel="canonical"> to the beginning of the <head>.',
    check: ({ canonicals }) => canonicals.some(({ isInHead }) => !isInHead),
  },
  CANONICAL_HTTP_ON_HTTPS: {
    severity: 'warning',
    title: 'Canonical address is not secure',
    description: 'The page is served over https and asks to be shown with its http address.',
    howToFix: 'Write https:// in the canonical address.',
    check: (page) => (isHttps(page.url) && targetsOf(page).find((url) => !isHttps(url))) || false,
  },
}

function pointingOutside(site: Site, isFault: (answer: OutsideAnswer) => boolean): Finding[] {
  return [...site.pages.values()].flatMap(({ url, canonical }) => {
    const answer = canonical === null ? undefined : site.outside.get(canonical)
    return answer && isFault(answer) ? [{ url, detail: canonical }] : []
  })
}

function* pointing({ pages }: Site): Generator<{ page: PageSummary; target: PageSummary }> {
  for (const page of pages.values()) {
    const target = page.canonical === null || page.canonical === page.url ? undefined : pages.get(page.canonical)
    if (isPage(page) && target) yield { page, target }
  }
}

function pointingAt(site: Site, isFault: (target: PageSummary, page: PageSummary) => boolean): Finding[] {
  return [...pointing(site)]
    .filter(({ page, target }) => isFault(target, page))
    .map(({ page, target }) => ({ url: page.url, detail: target.url }))
}

/** Longer circles are no mistake. */
const maxSteps = 20

function isInLoop({ pages }: Site, page: PageSummary): boolean {
  const seen = new Set<string>()
  let at: PageSummary | undefined = page
  while (at?.canonical && at.canonical !== at.url && !seen.has(at.url) && seen.size < maxSteps) {
    seen.add(at.url)
    at = pages.get(at.canonical)
  }
  return at === page && seen.size > 1
}

export const canonicalSiteRules: Rules<SiteRule> = {
  CANONICAL_TO_REDIRECT: {
    severity: 'error',
    title: 'Canonical address redirects',
    description: 'The address that should be shown in search results is not there any more.',
    howToFix: 'Name the address that the redirect leads to.',
    check: (site) => [
      ...pointingAt(site, ({ redirectTo }) => redirectTo !== null),
      ...pointingOutside(site, (answer) => answer.redirectTo !== null && !isLost(answer)),
    ],
  },
  CANONICAL_TO_ERROR: {
    severity: 'error',
    title: 'Canonical address is broken',
    description: 'The page asks search engines to show an address that does not answer.',
    howToFix: 'Name the address of a page that exists; most often that is the page itself.',
    check: (site) => [...pointingAt(site, isBroken), ...pointingOutside(site, isLost)],
  },
  CANONICAL_TO_NOINDEX: {
    severity: 'error',
    title: 'Canonical address may not be indexed',
    description: 'Neither the page nor the one that it names will be found.',
    howToFix: 'Remove noindex from the named page, or name another one.',
    check: (site) => pointingAt(site, (target) => isPage(target) && target.isNoindex),
  },
  CANONICAL_CHAIN: {
    severity: 'warning',
    title: 'Canonical addresses form a chain',
    description: 'The page names one whose own canonical address is a third.',
    howToFix: 'Let every page name the last address of the chain.',
    check: (site) =>
      pointingAt(
        site,
        (target, page) => ![null, target.url, page.url].includes(target.canonical) && !isInLoop(site, page),
      ),
  },
  CANONICAL_LOOP: {
    severity: 'error',
    title: 'Canonical addresses form a circle',
    description: 'Pages name each other, so that none of them is the main one.',
    howToFix: 'Choose the main page, let it name itself, and let the others name it.',
    check: (site) => pointingAt(site, (_target, page) => isInLoop(site, page)),
  },
}
