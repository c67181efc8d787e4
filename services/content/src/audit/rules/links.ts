import { isSameSite, type Link, type Page, pageUrl, siteHost } from '../../page/page.ts'
import type { PageRule, Rules } from './rule.ts'

/** Link texts without meaning, from Lighthouse. */
const generic = new Set(
  [
    'click here|click this|go|here|information|learn more|more|more info|more information|read more|start|this|details|link',
    'hier|hier klicken|mehr|mehr erfahren|mehr lesen|weiter|weiterlesen',
    'ici|cliquez ici|en savoir plus|lire la suite|plus',
    'aquí|haga clic aquí|leer más|más|más información|saber más',
    'clique aqui|leia mais|saiba mais|mais',
    'klik di sini|di sini|selengkapnya|baca selengkapnya|lihat selengkapnya',
    'clicca qui|qui|leggi di più|scopri di più|lees meer|klik hier|meer',
    'こちら|詳細|もっと見る|続きを読む|点击这里|更多|了解更多',
  ].flatMap((words) => words.split('|')),
)

const longestGeneric = 40

function isGeneric(text: string): boolean {
  return text.length <= longestGeneric && generic.has(text.toLowerCase().replace(/[\s.…»>→:]+$/u, ''))
}

function linksWhere({ links }: Page, isFault: (link: Link) => boolean): string | boolean {
  const found = links.filter(isFault)
  const [first] = found
  if (!first) return false
  if (first.href === '')
    return found.length === 1 ? first.text || true : `${found.length} links, such as “${first.text}”`
  return found.length === 1 ? first.href : `${found.length} links, such as ${first.href}`
}

const isInternal = (page: Page, { url }: Link) => url !== null && isSameSite(url, siteHost(page.url))
const isExternal = (page: Page, { url }: Link) => url !== null && !isSameSite(url, siteHost(page.url))

const anyPage = 'https://site.example/'
/** Schemes that open neither a page nor a program. */
const nowhere = /^(javascript|data|blob|file|about|vbscript|view-source):/i

/** A resolvable address, by Google's "Make your links crawlable" and Lighthouse. */
function isCrawlable({ href, url }: Link): boolean {
  // Browsers drop tabs and line ends inside an address.
  const written = href.replace(/[\t\r\n]/g, '')
  if (written === '' || nowhere.test(written)) return false
  return url !== null || URL.canParse(written, anyPage)
}

export const linkRules: Rules<PageRule> = {
  LINK_NOFOLLOW_INTERNAL: {
    severity: 'notice',
    title: 'Own pages linked with nofollow',
    description: 'nofollow tells search engines not to count a link to one of your own pages.',
    howToFix: 'Remove rel="nofollow" from links to your own pages.',
    check: (page) => linksWhere(page, (link) => link.isNofollow && isInternal(page, link)),
  },
  LINK_EXTERNAL_FOLLOWED: {
    severity: 'notice',
    title: 'Links that recommend other sites',
    description: 'Search engines treat a link without nofollow, sponsored or ugc as a recommendation.',
    howToFix: 'Keep the links that you recommend; mark paid links rel="sponsored" and links of visitors rel="ugc".',
    check: (page) => linksWhere(page, (link) => !link.isQualified && isExternal(page, link)),
  },
  LINK_HTTP_ON_HTTPS: {
    severity: 'warning',
    weight: 3,
    title: 'Own pages linked over http',
    description: 'Each such link costs a redirect, or leads to a page that is not secure.',
    howToFix: 'Write https:// in links to your own pages.',
    check: (page) =>
      page.url.startsWith('https:') &&
      linksWhere(page, (link) => link.url?.startsWith('http:') === true && isInternal(page, link)),
  },
  LINK_EMPTY_ANCHOR: {
    severity: 'warning',
    weight: 3,
    title: 'Links without a text',
    description: 'Neither screen readers nor search engines can say where such a link leads.',
    howToFix: 'Put a text into the link, an alt text on its picture, or an aria-label on the link.',
    check: (page) => linksWhere(page, ({ href, text }) => href !== '' && text === ''),
  },
  LINK_GENERIC_TEXT: {
    severity: 'notice',
    title: 'Links whose text says nothing',
    description: '“Click here” and “read more” do not say what the linked page is about.',
    howToFix: 'Use words from the title of the linked page.',
    check: (page) => linksWhere(page, ({ href, text }) => href !== '' && isGeneric(text)),
  },
  LINKS_TOO_MANY: {
    severity: 'notice',
    title: 'Very many links',
    description: 'Among hundreds of links the important ones are lost.',
    howToFix: 'Link to the pages that matter here, and to overviews of the others.',
    check: ({ linkCount }) => linkCount > 300 && `${linkCount} links`,
  },
  LINK_LOCALHOST: {
    severity: 'error',
    title: 'Links to a developer’s machine',
    description: 'localhost is the reader’s own machine, where there is nothing.',
    howToFix: 'Replace the address by that of the live page.',
    check: (page) =>
      linksWhere(
        page,
        ({ url }) => url !== null && /^https?:\/\/(localhost|0\.0\.0\.0|127(\.\d+){3}|\[::1\])[:/]/.test(url),
      ),
  },
  LINK_NOT_CRAWLABLE: {
    severity: 'notice',
    title: 'Links that search engines cannot follow',
    description: 'A link made by a script, or without an address, leads search engines nowhere.',
    howToFix: 'Give the link the address of its page in href; use a <button> for what is no link.',
    check: (page) => linksWhere(page, (link) => !isCrawlable(link)),
  },
  PAGE_DEAD_END: {
    severity: 'notice',
    title: 'Page without links',
    description: 'Readers and search engines cannot go on from here.',
    howToFix: 'Link to related pages, at least to the one above.',
    check: ({ links, isPartial }) => !isPartial && links.every(({ url }) => url === null),
  },
  PAGINATION_LINK_MISSING: {
    severity: 'notice',
    title: 'Next or previous page is not linked',
    description: 'The head names a next or previous page, and no link on the page leads there.',
    howToFix: 'Link to the named pages in the list of pages, and remove rel="next" and rel="prev" where there is none.',
    check: ({ pagination, links, url, isPartial }) => {
      if (isPartial || pagination.length === 0) return false
      const linked = new Set(links.flatMap((link) => link.url ?? []))
      const missing = pagination.find((href) => href === '' || !linked.has(pageUrl(href, url) ?? ''))
      return missing !== undefined && (missing === '' ? 'no address' : missing)
    },
  },
}
