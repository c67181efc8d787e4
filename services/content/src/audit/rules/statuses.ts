import { wrongMediaTypes } from './media-types.ts'
import type { Finding, PageRule, Rules, SiteRule } from './rule.ts'
import { isBroken, isReadable, type PageSummary, redirectsOf, type Site } from './site.ts'

const notFound =
  /\b(not found|page missing|nicht gefunden|introuvable|no encontrad[ao]|non trovata|não encontrad[ao]|tidak ditemukan|niet gevonden|nie znaleziono|bulunamadı|hittades inte|ikke fundet)(?!\p{L})|не найден|không tìm thấy|見つかりません|找不到|未找到|찾을 수 없/iu
/** Words that make 404 a status; alone it may be a car, a room, a magazine. */
const errorWords =
  'error|http|status|fehler|erreur|errore|erro|kesalahan|galat|fout|błąd|hata|fel|fejl|ошибка|lỗi|エラー|错误|錯誤|오류'
const statusCode = new RegExp(
  `(?<!\\p{L})(${errorWords})[\\s:#–—-]*404\\b|\\b404[\\s:–—-]*(${errorWords})(?!\\p{L})`,
  'iu',
)
/** Alone, or before the site's name. */
const bareStatusCode = /^\W*404\W*$|^\W*404\s+[|–—·-]\s/

function saysNotFound(text: string): boolean {
  return text.length < 80 && (notFound.test(text) || statusCode.test(text) || bareStatusCode.test(text))
}

function* pagesWhere({ pages }: Site, detailOf: (page: PageSummary) => string | null | undefined): Generator<Finding> {
  for (const page of pages.values()) {
    const detail = detailOf(page)
    if (detail !== undefined) yield { url: page.url, detail }
  }
}

export const statusRules: Rules<PageRule> = {
  SOFT_404: {
    severity: 'warning',
    title: 'Error page with status 200',
    description:
      'The page says that nothing was found, and its status says that all is well, so it stays in the index.',
    howToFix: 'Answer with status 404 or 410 where there is nothing to show.',
    check: ({ titles, headings }) => {
      const said = [titles[0] ?? '', headings.find(({ level }) => level === 1)?.text ?? '']
      return said.find(saysNotFound) ?? false
    },
  },
}

function whyBlocked({ blocked, home, robots }: Site): string | null {
  if (!blocked.has(home)) return null
  if (isReadable(robots)) return 'blocked by robots.txt'
  return robots.status === null ? 'no answer' : `robots.txt answers with ${robots.status}`
}

export const statusSiteRules: Rules<SiteRule> = {
  HOME_UNREACHABLE: {
    severity: 'error',
    isSitewide: true,
    weight: 25,
    title: 'The home page cannot be read',
    description: 'The first address of the site answers with an error, not at all, or with a redirect to another site.',
    howToFix:
      'Open the address in a browser, and ask your host what keeps it from answering. robots.txt must let search engines in.',
    check: (site) => {
      const home = site.pages.get(site.home)
      if (!home) return [{ url: site.home, detail: whyBlocked(site) }]
      const { end, isLoop } = redirectsOf(site, home)
      if (isLoop) return [{ url: site.home, detail: 'redirects in a circle' }]
      if (!end) return [{ url: site.home, detail: `redirects to ${home.redirectTo}` }]
      return isBroken(end) ? [{ url: site.home, detail: reasonOf(end) }] : []
    },
  },
  HTTP_4XX: {
    severity: 'error',
    title: 'Page not found',
    description: 'An address of the site answers with an error of the 4xx kind.',
    howToFix: 'Restore the page, redirect it to its successor, or remove the links to it.',
    check: (site) =>
      pagesWhere(site, ({ status }) => (status !== null && status >= 400 && status < 500 ? `${status}` : undefined)),
  },
  HTTP_5XX: {
    severity: 'error',
    title: 'Server error',
    description: 'An address of the site answers with an error of the server.',
    howToFix: 'Look into the server’s log for this address; search engines drop pages that keep failing.',
    check: (site) => pagesWhere(site, ({ status }) => (status !== null && status >= 500 ? `${status}` : undefined)),
  },
  HTTP_NO_RESPONSE: {
    severity: 'error',
    title: 'No answer',
    description: 'The address did not answer: the name, the connection, the certificate or the time failed.',
    howToFix: 'Check the name’s DNS entry, the certificate, and that the server answers within ten seconds.',
    check: (site) => pagesWhere(site, ({ status, failure }) => (status === null ? failure : undefined)),
  },
  MEDIA_TYPE_WRONG: {
    severity: 'warning',
    weight: 3,
    title: 'File is sent as another type',
    description:
      'Browsers and search engines rely on the Content-Type, which is missing here or contradicts the file’s name.',
    howToFix: 'Let the server send the type of the file, such as application/pdf for .pdf and text/html for pages.',
    check: wrongMediaTypes,
  },
  REDIRECT_TEMPORARY: {
    severity: 'notice',
    title: 'Temporary redirect',
    description: 'A temporary redirect keeps the old address in the index.',
    howToFix: 'Use status 301 or 308 if the address has moved for good.',
    check: (site) =>
      pagesWhere(site, ({ status, redirectTo }) =>
        redirectTo !== null && [302, 303, 307].includes(status ?? 0) ? `${status} to ${redirectTo}` : undefined,
      ),
  },
  REDIRECT_CHAIN: {
    severity: 'warning',
    weight: 3,
    title: 'Redirects in a row',
    description: 'Each further redirect costs time, and search engines follow only a few.',
    howToFix: 'Redirect the first address to the last one directly.',
    check: (site) =>
      pagesWhere(site, (page) => {
        const { hops, isLoop } = redirectsOf(site, page)
        return hops.length > 1 && !isLoop ? hops.join(' → ') : undefined
      }),
  },
  REDIRECT_LOOP: {
    severity: 'error',
    title: 'Redirects in a circle',
    description: 'The address redirects to itself, perhaps over others, and is never shown.',
    howToFix: 'Remove one of the redirects; often one adds and another removes a slash or www.',
    check: (site) =>
      pagesWhere(site, (page) => {
        const { hops, isLoop } = redirectsOf(site, page)
        return isLoop ? [page.url, ...hops].slice(0, 4).join(' → ') : undefined
      }),
  },
  REDIRECT_TO_ERROR: {
    severity: 'error',
    title: 'Redirect to a broken page',
    description: 'The address redirects to one that answers with an error.',
    howToFix: 'Redirect to a page that exists, or answer with 410 if there is none.',
    check: (site) =>
      pagesWhere(site, (page) => {
        const { end } = redirectsOf(site, page)
        return page.redirectTo !== null && end && isBroken(end) ? `${end.url}: ${reasonOf(end)}` : undefined
      }),
  },
  REDIRECT_HTTPS_TO_HTTP: {
    severity: 'error',
    title: 'Redirect from https to http',
    description: 'A secure address sends its visitors to one that is not.',
    howToFix: 'Redirect to the https address.',
    check: (site) =>
      pagesWhere(site, ({ url, redirectTo }) =>
        url.startsWith('https:') && redirectTo?.startsWith('http:') ? redirectTo : undefined,
      ),
  },
  SOFT_404_SITEWIDE: {
    severity: 'warning',
    isSitewide: true,
    title: 'Addresses that do not exist answer with 200',
    description: 'Every misspelt link becomes a page of its own in the index.',
    howToFix: 'Let the server answer with status 404 for addresses that it does not know.',
    check: ({ probes, home }) =>
      probes.missing !== null && probes.missing >= 200 && probes.missing < 300
        ? [{ url: home, detail: `${probes.missing}` }]
        : [],
  },
  HTTP_NOT_REDIRECTED_TO_HTTPS: {
    severity: 'error',
    isSitewide: true,
    title: 'http is not redirected to https',
    description: 'The site answers over http as well, where anybody on the way can read and change it.',
    howToFix: 'Redirect every http address to its https address with status 301.',
    check: ({ probes, home }) => (probes.isOpenHttp === true ? [{ url: home, detail: null }] : []),
  },
  WWW_NOT_UNIFIED: {
    severity: 'warning',
    isSitewide: true,
    title: 'The site answers with and without www',
    description: 'Each page exists twice, and links to it are split over two addresses.',
    howToFix: 'Choose one of the two names and redirect the other to it with status 301.',
    check: ({ probes, home }) => (probes.isTwofold === true ? [{ url: home, detail: null }] : []),
  },
}

function reasonOf({ status, failure }: PageSummary): string {
  return status === null ? (failure ?? 'no answer') : `${status}`
}
