import { type Page, pageUrl } from '../../page/page.ts'
import { isDefault, isLanguageTag, primary } from './language-tag.ts'
import { severalLanguages, versionsWhere, withoutReturn } from './language-versions.ts'
import type { PageRule, Rules, SiteRule } from './rule.ts'
import { isLost, isPage } from './site.ts'

const isAbsolute = (href: string) => /^https?:\/\//i.test(href)
const langsOf = ({ hreflangs }: Page) => hreflangs.map(({ lang }) => lang.toLowerCase())

export const languageRules: Rules<PageRule> = {
  HREFLANG_INVALID_CODE: {
    severity: 'error',
    title: 'Unknown language in hreflang',
    description: 'Search engines ignore alternates whose language or country does not exist, such as en-UK.',
    howToFix: 'Use a language of ISO 639-1, with a country of ISO 3166-1 where needed: en-GB, pt-BR.',
    check: ({ hreflangs }) => hreflangs.find(({ lang }) => !isDefault(lang) && !isLanguageTag(lang))?.lang ?? false,
  },
  HREFLANG_NO_SELF: {
    severity: 'warning',
    weight: 3,
    title: 'Page is not among its own language versions',
    description: 'A set of alternates counts only if it names the page that it is on.',
    howToFix: 'Add an hreflang entry for the page itself.',
    check: (page) =>
      page.hreflangs.length > 0 && page.hreflangs.every(({ href }) => pageUrl(href, page.url) !== page.url),
  },
  HREFLANG_NO_XDEFAULT: {
    severity: 'notice',
    title: 'No version for other languages',
    description: 'Without x-default visitors with other languages get any of the versions.',
    howToFix: 'Add hreflang="x-default" with the version, or the language choice, for everybody else.',
    check: (page) => page.hreflangs.length > 0 && !langsOf(page).includes('x-default'),
  },
  HREFLANG_DUPLICATE_LANG: {
    severity: 'warning',
    weight: 3,
    title: 'One language with several addresses',
    description: 'Search engines cannot tell which of the addresses is the version of that language.',
    howToFix: 'Leave one address for each language.',
    check: (page) => {
      const seen = new Map<string, string>()
      const twice = page.hreflangs.find(({ lang, href }) => {
        const other = seen.get(lang.toLowerCase())
        seen.set(lang.toLowerCase(), other ?? href)
        return other !== undefined && other !== href
      })
      return twice?.lang ?? false
    },
  },
  HREFLANG_LANG_MISMATCH: {
    severity: 'warning',
    weight: 3,
    title: 'Page names itself in another language',
    description: 'The hreflang entry for the page itself says one language, and <html lang> another.',
    howToFix: 'Correct whichever of the two differs from the language of the text.',
    check: ({ hreflangs, lang, url }) => {
      if (lang === null) return false
      const own = hreflangs.find(
        (each) => !isDefault(each.lang) && pageUrl(each.href, url) === url && primary(each.lang) !== primary(lang),
      )
      return own !== undefined && `hreflang ${own.lang}, lang ${lang}`
    },
  },
  HREFLANG_RELATIVE: {
    severity: 'warning',
    weight: 3,
    title: 'Relative address in hreflang',
    description: 'Alternates need full addresses; others are ignored.',
    howToFix: 'Write the address with https:// and the host.',
    check: ({ hreflangs }) => hreflangs.find(({ href }) => !isAbsolute(href))?.href ?? false,
  },
  LANG_MISSING: {
    severity: 'warning',
    weight: 3,
    title: 'Page does not say its language',
    description: 'Screen readers and translators need to know how to read the page.',
    howToFix: 'Write the language into the <html> element: <html lang="en">.',
    check: ({ lang }) => lang === null,
  },
  LANG_INVALID: {
    severity: 'warning',
    weight: 3,
    title: 'Page says a language that does not exist',
    description: 'Browsers ignore a lang attribute that they do not know.',
    howToFix: 'Use a tag such as en, en-GB or pt-BR in <html lang="…">.',
    check: ({ lang }) => lang !== null && !isLanguageTag(lang) && lang,
  },
}

export const languageSiteRules: Rules<SiteRule> = {
  HREFLANG_NO_RETURN: {
    severity: 'error',
    title: 'Language versions do not name each other',
    description: 'An alternate counts only if the other page names this one as well.',
    howToFix: 'Put the same set of hreflang entries on all versions of the page.',
    follow: withoutReturn,
  },
  HREFLANG_SEVERAL_LANGS: {
    severity: 'warning',
    weight: 3,
    title: 'Page is named as the version of several languages',
    description: 'hreflang entries give this page as the version of more than one language, but its text has only one.',
    howToFix: 'Give each language a page of its own, or name this page for its own language and for x-default.',
    follow: severalLanguages,
  },
  HREFLANG_TO_NON_200: {
    severity: 'error',
    title: 'Language version is broken or redirects',
    description: 'Alternates that do not answer with status 200 are ignored.',
    howToFix: 'Name the final address of the version, or remove the entry.',
    follow: (site) =>
      versionsWhere(
        site,
        ({ status }) => status === null || status < 200 || status >= 300,
        (answer) => isLost(answer) || answer.redirectTo !== null,
      ),
  },
  HREFLANG_TO_NON_CANONICAL: {
    severity: 'warning',
    title: 'Language version names another canonical address',
    description: 'The version that should be shown asks to be replaced by another page.',
    howToFix: 'Let each language version name itself as canonical.',
    follow: (site) =>
      versionsWhere(site, (version) => isPage(version) && ![null, version.url].includes(version.canonical)),
  },
  HREFLANG_TO_NOINDEX: {
    severity: 'warning',
    title: 'Language version may not be indexed',
    description: 'A version with noindex cannot be shown to anybody.',
    howToFix: 'Remove noindex from the version, or the version from the alternates.',
    follow: (site) => versionsWhere(site, (version) => isPage(version) && version.isNoindex),
  },
}
