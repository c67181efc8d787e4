import { isSameSite, pageUrl } from '../crawl/page-url.ts'
import type { Page, Served } from '../page/page.ts'
import { auditPage } from './catalogue.ts'
import { canonicalHeader } from './rules/canonicals.ts'
import type { PageFacts } from './site.ts'

/** More pictures of one page than this are not asked for. */
const mostImages = 200
/** More headings of sections than these are not kept. */
const mostHeadings = 30

/** Facts of an address that is no page of HTML: a redirect, an error, a file, or none that answered. */
export function factsOfOther(found: Pick<PageFacts, 'url' | 'status'> & Partial<PageFacts>): PageFacts {
  return {
    ...{ failure: null, redirectTo: null, isHtml: false, title: '', description: '', h1: '', lang: null },
    ...{ canonical: null, isNoindex: false, hreflangs: [], links: [], images: [], words: 0, textHash: null },
    ...{ likeness: [0, 0], issues: [] },
    ...found,
  }
}

/** What is kept of a page, its own issues included. */
export function factsOf(page: Page, host: string): PageFacts {
  const own = (urls: readonly (string | null)[]) => [
    ...new Set(urls.flatMap((url) => (url !== null && isSameSite(url, host) ? [url] : []))),
  ]
  const [canonical] = page.canonicals
  const said = copied({
    title: page.titles[0] ?? '',
    description: page.metas.get('description')?.[0] ?? '',
    h1: page.headings.find(({ level }) => level === 1)?.text ?? '',
    headings: page.headings
      .filter(({ level }) => level === 2 || level === 3)
      .slice(0, mostHeadings)
      .map(({ text }) => text),
    lang: page.lang,
    hreflangs: page.hreflangs.flatMap(({ lang, href }) => {
      const url = pageUrl(href, page.url)
      return url === null ? [] : [{ lang, url }]
    }),
    issues: page.status < 300 ? auditPage(page) : [],
  })
  return {
    ...said,
    url: page.url,
    status: page.status,
    failure: null,
    redirectTo: null,
    isHtml: true,
    canonical: canonical ? pageUrl(canonical.href, page.url) : canonicalHeader(page),
    isNoindex: page.directives.isNoindex,
    links: own(page.links.map(({ url }) => url)),
    images: own(page.images.map(({ url }) => url)).slice(0, mostImages),
    words: page.text.words,
    textHash: page.text.hash,
    likeness: page.text.likeness,
  }
}

/** A piece of a page's text keeps the whole text in memory; a copy does not. */
function copied<T>(value: T): T {
  // safe because these are plain strings in lists and objects
  return JSON.parse(JSON.stringify(value)) as T
}

/** Where an answer redirects to; null for any other answer. */
export function redirectTarget({ url, status, headers }: Pick<Served, 'url' | 'status' | 'headers'>): string | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(status)
  return isRedirect && headers.location !== undefined ? pageUrl(headers.location, url) : null
}
