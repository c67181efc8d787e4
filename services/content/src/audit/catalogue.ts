import type { Page } from '../page/page.ts'
import { canonicalRules, canonicalSiteRules } from './rules/canonicals.ts'
import { contentRules, contentSiteRules } from './rules/content.ts'
import { performanceRules, securityRules, securitySiteRules } from './rules/delivery.ts'
import { indexingRules, indexingSiteRules } from './rules/indexing.ts'
import { languageRules, languageSiteRules } from './rules/languages.ts'
import { linkSiteRules } from './rules/link-targets.ts'
import { linkRules } from './rules/links.ts'
import { socialRules, structuredDataRules } from './rules/markup.ts'
import { addressRules, imageRules, imageSiteRules } from './rules/media.ts'
import {
  type About,
  byAddress,
  detailOf,
  type Finding,
  type Follower,
  type PageRule,
  type Rules,
  type SiteRule,
  shortened,
} from './rules/rule.ts'
import type { PageFacts, Site } from './rules/site.ts'
import { robotsTxtRules, sitemapRules } from './rules/sitemaps.ts'
import { statusRules, statusSiteRules } from './rules/statuses.ts'
import { descriptionRules, descriptionSiteRules, titleRules, titleSiteRules } from './rules/titles.ts'

const subjects: Readonly<Record<string, readonly [Rules<PageRule>, Rules<SiteRule>]>> = {
  title: [titleRules, titleSiteRules],
  description: [descriptionRules, descriptionSiteRules],
  content: [contentRules, contentSiteRules],
  canonical: [canonicalRules, canonicalSiteRules],
  indexing: [indexingRules, indexingSiteRules],
  status: [statusRules, statusSiteRules],
  links: [linkRules, linkSiteRules],
  languages: [languageRules, languageSiteRules],
  images: [imageRules, imageSiteRules],
  address: [addressRules, {}],
  structured_data: [structuredDataRules, {}],
  social: [socialRules, {}],
  security: [securityRules, securitySiteRules],
  performance: [performanceRules, {}],
  robots_txt: [{}, robotsTxtRules],
  sitemap: [{}, sitemapRules],
}

export type Issue = About & { category: string }

export const catalogue: ReadonlyMap<string, Issue> = new Map(
  Object.entries(subjects).flatMap(([category, rules]) =>
    rules.flatMap((each) => Object.entries(each).map(([code, rule]) => [code, { ...rule, category }] as const)),
  ),
)

const pageRules = Object.values(subjects).flatMap(([rules]) => Object.entries(rules))
const siteRules = Object.values(subjects).flatMap(([, rules]) => Object.entries(rules))

export function auditPage(page: Page): PageFacts['issues'] {
  return pageRules.flatMap(([code, rule]) => {
    const detail = detailOf(rule.check(page))
    return detail === undefined ? [] : [[code, detail] as const]
  })
}

/** All findings of a crawl by code; each address once. */
export async function auditSite(site: Site): Promise<Map<string, Finding[]>> {
  const found = new Map<string, Finding[]>()
  const add = (code: string, finding: Finding) => {
    const list = found.get(code)
    if (list) list.push(finding)
    else found.set(code, [finding])
  }
  const rules = siteRules.map(
    ([code, rule]) => [code, 'follow' in rule ? rule.follow(site) : checking(rule, site)] as const,
  )
  for await (const page of site.facts()) {
    for (const [code, detail] of page.issues) add(code, { url: page.url, detail })
    for (const [, rule] of rules) rule.see(page)
  }
  for (const findings of found.values()) findings.sort(byAddress)
  for (const [code, rule] of rules) {
    const seen = new Set<string>()
    for (const { url, detail } of rule.findings()) {
      if (seen.has(url)) continue
      seen.add(url)
      add(code, { url, detail: detail === null ? null : shortened(detail) })
    }
  }
  return found
}

function checking({ check }: Extract<SiteRule, { check: unknown }>, site: Site): Follower {
  return { see: () => {}, findings: () => check(site) }
}
