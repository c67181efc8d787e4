import { type Page, pageUrl } from '../../page/page.ts'
import type { PageRule, Rules } from './rule.ts'

const has = ({ metas }: Page, name: string) => (metas.get(name)?.[0] ?? '') !== ''

export const structuredDataRules: Rules<PageRule> = {
  SD_SYNTAX_ERROR: {
    severity: 'error',
    title: 'Structured data cannot be read',
    description: 'A block of JSON-LD is not valid JSON, so all of it is ignored.',
    howToFix: 'Copy the block into the structured-data check; it names the line and what is wrong there.',
    check: ({ jsonLd }) => {
      for (const block of jsonLd) {
        try {
          JSON.parse(block)
        } catch (error) {
          return error instanceof Error ? error.message : true
        }
      }
      return false
    },
  },
  SD_REQUIRED_MISSING: {
    severity: 'warning',
    title: 'Structured data lacks what Google asks for',
    description: 'While a required property is missing, search results show the page without price, rating or date.',
    howToFix: 'Add what is named here; the structured-data check shows the place and what else would help.',
    check: ({ lacks: [first, ...more] }) =>
      first !== undefined && (more.length === 0 ? first : `${first}; and ${more.length} more`),
  },
  SD_NONE: {
    severity: 'notice',
    title: 'No structured data',
    description: 'Prices, ratings, questions and breadcrumbs in search results come from structured data.',
    howToFix: 'Describe what the page shows with schema.org, such as Article, Product or BreadcrumbList in JSON-LD.',
    check: ({ jsonLd, hasMarkup, isPartial }) => jsonLd.length === 0 && !hasMarkup && !isPartial,
  },
}

const openGraph = ['og:title', 'og:type', 'og:image', 'og:url']

export const socialRules: Rules<PageRule> = {
  VIEWPORT_MISSING: {
    severity: 'error',
    title: 'Page is not made for phones',
    description: 'Without a viewport, phones show the page as a tiny desktop page.',
    howToFix: 'Add <meta name="viewport" content="width=device-width, initial-scale=1"> to the <head>.',
    check: (page) => !has(page, 'viewport'),
  },
  VIEWPORT_NO_SCALE: {
    severity: 'warning',
    weight: 3,
    title: 'Page cannot be enlarged',
    description: 'People with weak eyes cannot zoom in.',
    howToFix: 'Remove user-scalable=no and maximum-scale from the viewport.',
    check: ({ metas }) => {
      const viewport = metas.get('viewport')?.[0] ?? ''
      return /user-scalable\s*=\s*(no|0)|maximum-scale\s*=\s*1(\.0*)?\s*(,|$)/i.test(viewport) && viewport
    },
  },
  OG_INCOMPLETE: {
    severity: 'notice',
    title: 'Incomplete preview for social networks',
    description: 'Posts with a link to the page lack a headline, a picture or the right address.',
    howToFix: 'Add og:title, og:type, og:image and og:url to the <head>.',
    check: (page) => {
      const missing = openGraph.filter((name) => !has(page, name))
      return missing.length > 0 && `lacks ${missing.join(', ')}`
    },
  },
  OG_URL_MISMATCH: {
    severity: 'notice',
    title: 'Preview names another address',
    description: 'og:url and the canonical address differ, so that likes and links are counted apart.',
    howToFix: 'Write the canonical address into og:url.',
    check: (page) => {
      const named = page.metas.get('og:url')?.[0]
      const canonical = pageUrl(page.canonicals[0]?.href ?? page.url, page.url)
      return named !== undefined && pageUrl(named, page.url) !== canonical && named
    },
  },
  TWITTER_CARD_MISSING: {
    severity: 'notice',
    title: 'No card for X',
    description: 'Posts on X show the link without a picture.',
    howToFix: 'Add <meta name="twitter:card" content="summary_large_image">.',
    check: (page) => !has(page, 'twitter:card'),
  },
}
