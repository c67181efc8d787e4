import { isSameSite, pageUrl } from '../crawl/page-url.ts'
import type { Page, Served } from '../page/page.ts'
import { bounded } from './bounded.ts'
import { auditPage } from './catalogue.ts'
import { canonicalHeader } from './rules/canonicals.ts'
import type { PageFacts } from './site.ts'

/** A site may say any amount of itself. */
const mostSaid = 1_000
const mostAlternateText = 30_000
/** More headings of sections than these are not kept. */
const mostHeadings = 30
const longestHeading = 200

/** Facts of an address that is no page of HTML: a redirect, an error, a file, or none that answered. */
export function factsOfOther(found: Pick<PageFacts, 'url' | 'status'> & Partial<PageFacts>): PageFacts {
  return {
    ...{ failure: null, redirectTo: null, isHtml: false, title: '', description: '', h1: '', lang: null },
    ...{
      canonical: null,
      isNoindex: false,
      hreflangs: [],
      links: [],
      outside: [],
      images: [],
      words: 0,
      textHash: null,
    },
    ...{ likeness: [0, 0], issues: [] },
    ...found,
  }
}

/** What is kept of a page, its own issues included. A site may make any number of addresses, each as long as it likes. */
export function factsOf(page: Page, host: string): PageFacts {
  const [canonical] = page.canonicals
  const images = new Set(page.images.flatMap(({ url }) => url ?? []))
  const { own, others } = linksOf(page, host)
  return {
    ...copied({ ...saidBy(page), issues: page.status < 300 ? auditPage(page) : [] }),
    url: page.url,
    status: page.status,
    failure: null,
    redirectTo: null,
    isHtml: true,
    canonical: canonical ? pageUrl(canonical.href, page.url) : canonicalHeader(page),
    isNoindex: page.directives.isNoindex,
    links: bounded(own, 5_000, 500_000),
    outside: bounded(others, 50, 10_000),
    images: bounded(
      [...images].filter((url) => isSameSite(url, host)),
      200,
      20_000,
    ),
    words: page.text.words,
    textHash: page.text.hash,
    likeness: page.text.likeness,
  }
}

function saidBy({ titles, metas, headings, lang, hreflangs, url }: Page) {
  let room = mostAlternateText
  return {
    title: (titles[0] ?? '').slice(0, mostSaid),
    description: (metas.get('description')?.[0] ?? '').slice(0, mostSaid),
    h1: (headings.find(({ level }) => level === 1)?.text ?? '').slice(0, mostSaid),
    headings: headings
      .filter(({ level }) => level === 2 || level === 3)
      .slice(0, mostHeadings)
      .map(({ text }) => text.slice(0, longestHeading)),
    lang,
    hreflangs: hreflangs.flatMap((each) => {
      const to = pageUrl(each.href, url)
      room -= to?.length ?? 0
      return to === null || room < 0 ? [] : [{ lang: each.lang, url: to }]
    }),
  }
}

/** The pages that a page links to: those of its own site, and those of others. */
function linksOf({ links }: Page, host: string): { own: string[]; others: string[] } {
  const [own, others]: [string[], string[]] = [[], []]
  for (const url of new Set(links.flatMap((link) => link.url ?? []))) (isSameSite(url, host) ? own : others).push(url)
  return { own, others }
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
