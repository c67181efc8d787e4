import { isSameSite, siteHost } from '../../crawl/page-url.ts'
import type { Link, Page } from '../../page/page.ts'
import type { Finding, PageRule, Rules, SiteRule } from '../rule.ts'
import { depthsOf, inlinksOf, isBroken, isIndexable, isPage, type PageFacts, type Site } from '../site.ts'

/** Words that name no target, as Lighthouse lists them. */
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

/** Says which links have a fault: how many, and the first. */
function linksWhere({ links }: Page, isFault: (link: Link) => boolean): string | false {
  const found = links.filter(isFault)
  const [first] = found
  if (!first) return false
  return found.length === 1 ? first.href : `${found.length} links, such as ${first.href}`
}

const isInternal = (page: Page, { url }: Link) => url !== null && isSameSite(url, siteHost(page.url))

export const linkRules: Rules<PageRule> = {
  LINK_NOFOLLOW_INTERNAL: {
    severity: 'notice',
    title: 'Own pages linked with nofollow',
    description: 'nofollow tells search engines not to count a link to one of your own pages.',
    howToFix: 'Remove rel="nofollow" from links to your own pages.',
    check: (page) => linksWhere(page, (link) => link.isNofollow && isInternal(page, link)),
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
    check: (page) => linksWhere(page, ({ href }) => /^javascript:/i.test(href)),
  },
  PAGE_DEAD_END: {
    severity: 'notice',
    title: 'Page without links',
    description: 'Readers and search engines cannot go on from here.',
    howToFix: 'Link to related pages, at least to the one above.',
    check: ({ links }) => links.every(({ url }) => url === null),
  },
}

/** Pages with links that have a fault: which, and how many more. */
function* pagesWith({ pages }: Site, faultsOf: (page: PageFacts) => string[]): Generator<Finding> {
  for (const page of pages.values()) {
    const [first, ...more] = faultsOf(page)
    if (first) yield { url: page.url, detail: more.length === 0 ? first : `${first} and ${more.length} more` }
  }
}

/** Pages with links to pages of the site that have a fault. */
function linkingTo(site: Site, isFault: (target: PageFacts) => boolean): Iterable<Finding> {
  return pagesWith(site, (page) =>
    page.links.filter((url) => {
      const target = site.pages.get(url)
      return target !== undefined && url !== page.url && isFault(target)
    }),
  )
}

/** Other errors may pass, or be meant for us alone. */
const lost = [404, 410]

const deepest = 4

export const linkSiteRules: Rules<SiteRule> = {
  LINK_BROKEN_INTERNAL: {
    severity: 'error',
    title: 'Links to broken pages',
    description: 'Readers who click get an error, and search engines lose the way.',
    howToFix: 'Correct the address in the link, or remove the link.',
    check: (site) => linkingTo(site, isBroken),
  },
  LINK_BROKEN_EXTERNAL: {
    severity: 'warning',
    weight: 3,
    title: 'Links to pages of other sites that are gone',
    description: 'Readers who click get an error, and a page whose sources are gone looks neglected.',
    howToFix: 'Link to where the page has moved or to another source, or remove the link.',
    check: (site) =>
      pagesWith(site, ({ outside }) => outside.filter((url) => lost.includes(site.outside.get(url) ?? 0))),
  },
  LINK_TO_REDIRECT: {
    severity: 'notice',
    title: 'Links to addresses that redirect',
    description: 'Each such click takes longer than it needs to.',
    howToFix: 'Link to the address that the redirect leads to.',
    check: (site) => linkingTo(site, ({ redirectTo }) => redirectTo !== null),
  },
  PAGE_ORPHAN: {
    severity: 'warning',
    title: 'Page that nothing links to',
    description: 'It is in the sitemap, and no page of the site leads to it.',
    howToFix: 'Link to it from the pages that are about the same thing, or remove it from the sitemap.',
    check: (site) => {
      const inlinks = inlinksOf(site)
      return indexable(site)
        .filter(({ url }) => site.listed.has(url) && url !== site.home && !inlinks.has(url))
        .map(found)
    },
  },
  PAGE_DEPTH: {
    severity: 'notice',
    title: 'Page is far from the home page',
    description: 'What takes more than four clicks is seldom read, and seldom visited by search engines.',
    howToFix: 'Link to it from a page that is closer to the home page.',
    check: (site) => {
      const depths = depthsOf(site)
      return indexable(site)
        .map(({ url }) => ({ url, depth: depths.get(url) ?? 0 }))
        .filter(({ depth }) => depth > deepest)
        .map(({ url, depth }) => ({ url, detail: `${depth} clicks` }))
    },
  },
  INLINK_SINGLE: {
    severity: 'notice',
    title: 'Page with a single link to it',
    description: 'Pages that matter are linked to from more than one place.',
    howToFix: 'Link to it from other pages where it helps their readers.',
    check: (site) => {
      const inlinks = inlinksOf(site)
      return indexable(site)
        .filter(({ url }) => url !== site.home && inlinks.get(url) === 1)
        .map(found)
    },
  },
}

function indexable({ pages }: Site): PageFacts[] {
  return [...pages.values()].filter((page) => isPage(page) && isIndexable(page))
}

function found({ url }: PageFacts): Finding {
  return { url, detail: null }
}
