import { isSameSite, type Page, pageUrl, type Served } from '../page/page.ts'
import { auditPage } from './catalogue.ts'
import { canonicalHeader } from './rules/canonicals.ts'
import { idHashes } from './rules/id-hashes.ts'
import { guardHeaders, type PageFacts, type PageSummary } from './rules/site.ts'

/** Bounds a page's own texts. */
const maxSaid = 1_000
const maxAlternateText = 30_000
/** Limits per list: nofollow, fragments, srcset candidates. */
const maxMarked = 100
const maxMarkedText = 5_000
const maxHeadings = 30
const longestHeading = 200

/** Facts of anything but an HTML page: redirect, error, file, no answer. */
export function factsOfOther(found: Pick<PageFacts, 'url' | 'status'> & Partial<PageFacts>): PageFacts {
  return {
    failure: null,
    redirectTo: null,
    isHtml: false,
    mediaType: null,
    title: '',
    description: '',
    h1: '',
    lang: null,
    canonical: null,
    isNoindex: false,
    hreflangs: [],
    links: [],
    nofollow: [],
    mixedFollow: [],
    places: [],
    ids: null,
    outside: [],
    images: [],
    candidates: [],
    words: 0,
    textHash: null,
    sketch: null,
    issues: [],
    ...found,
  }
}

/** The stored facts of a page, with its issues; every list is bounded. */
export function factsOf(page: Page, host: string): PageFacts {
  const [canonical] = page.canonicals
  return {
    ...saidBy(page),
    issues: page.status < 300 ? auditPage(page) : [],
    ...linksOf(page, host),
    ...imagesOf(page, host),
    url: page.url,
    status: page.status,
    failure: null,
    redirectTo: null,
    isHtml: true,
    mediaType: mediaTypeOf(page.headers),
    guards: guardsOf(page.headers),
    canonical: canonical ? pageUrl(canonical.href, page.url) : canonicalHeader(page),
    isNoindex: page.directives.isNoindex,
    ids: page.ids.targets && idHashes(page.ids.targets),
    words: page.text.words,
    textHash: page.text.hash,
    sketch: page.text.sketch,
  }
}

/** Content type without parameters; empty if absent. */
export function mediaTypeOf(headers: Readonly<Record<string, string>>): string {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase().slice(0, 100) ?? ''
}

/** Postgres rejects half a surrogate pair in JSON. */
function cut(text: string, max: number): string {
  return text.slice(0, max).toWellFormed()
}

export function guardsOf(headers: Readonly<Record<string, string>>): string[] {
  return guardHeaders.filter((name) => headers[name] !== undefined)
}

function saidBy({ titles, metas, headings, lang, hreflangs, url }: Page) {
  let room = maxAlternateText
  return {
    title: cut(titles[0] ?? '', maxSaid),
    description: cut(metas.get('description')?.[0] ?? '', maxSaid),
    h1: cut(headings.find(({ level }) => level === 1)?.text ?? '', maxSaid),
    headings: headings
      .filter(({ level }) => level === 2 || level === 3)
      .slice(0, maxHeadings)
      .map(({ text }) => cut(text, longestHeading)),
    lang: lang?.toWellFormed() ?? null,
    hreflangs: hreflangs.flatMap((each) => {
      const to = pageUrl(each.href, url)
      room -= to?.length ?? 0
      return to === null || room < 0 ? [] : [{ lang: each.lang.toWellFormed(), url: to }]
    }),
  }
}

function linksOf({ links, url: from }: Page, host: string) {
  const own = new Map<string, { isFollowed: boolean; isNofollow: boolean }>()
  const others = new Set<string>()
  const places = new Set<string>()
  for (const { url, isNofollow, fragment } of links) {
    if (url === null) continue
    if (!isSameSite(url, host)) {
      others.add(url)
      continue
    }
    const before = own.get(url)
    own.set(url, {
      isFollowed: !isNofollow || before?.isFollowed === true,
      isNofollow: isNofollow || before?.isNofollow === true,
    })
    if (fragment !== '') places.add(`${url}#${fragment}`)
  }
  const nofollow = [...own].filter(([url, link]) => link.isNofollow && url !== from)
  return {
    links: bounded(own.keys(), 5_000, 500_000),
    nofollow: marked(nofollow.map(([url]) => url)),
    mixedFollow: marked(nofollow.filter(([, link]) => link.isFollowed).map(([url]) => url)),
    places: marked(places),
    outside: bounded(others, 50, 10_000),
  }
}

function imagesOf({ images, candidates }: Page, host: string) {
  const shown = new Set(images.flatMap(({ url }) => url ?? []))
  const ofSite = (urls: readonly string[]) => urls.filter((url) => isSameSite(url, host))
  return {
    images: bounded(ofSite([...shown]), 200, 20_000),
    candidates: marked(ofSite(candidates).filter((url) => !shown.has(url))),
  }
}

const marked = (urls: Iterable<string>) => bounded(urls, maxMarked, maxMarkedText)

export function summaryOf(facts: PageFacts): PageSummary {
  const { url, status, failure, redirectTo, isHtml, mediaType, canonical, isNoindex, ids } = facts
  return { url, status, failure, redirectTo, isHtml, mediaType, canonical, isNoindex, ids }
}

/** Redirect target; null for any other answer. */
export function redirectTarget({ url, status, headers }: Pick<Served, 'url' | 'status' | 'headers'>): string | null {
  const isRedirect = [301, 302, 303, 307, 308].includes(status)
  return isRedirect && headers.location !== undefined ? pageUrl(headers.location, url) : null
}

function bounded(texts: Iterable<string>, max: number, maxCharacters: number): string[] {
  const kept = new Set<string>()
  let room = maxCharacters
  for (const text of texts) {
    if (kept.has(text)) continue
    room -= text.length
    if (kept.size === max || room < 0) break
    kept.add(text)
  }
  return [...kept]
}
