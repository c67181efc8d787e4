import { auditSite, catalogue } from './catalogue.ts'
import { type AuditReport, type Crawled, reportOf } from './report.ts'
import type { Severity } from './rules/rule.ts'
import type { Site } from './rules/site.ts'

export { catalogue } from './catalogue.ts'
export { factsOf, factsOfOther, guardsOf, mediaTypeOf, redirectTarget, summaryOf } from './facts.ts'
export type { AuditReport } from './report.ts'
export { largeBytes } from './rules/media.ts'
export type { Site, SitemapFacts } from './rules/site.ts'
export {
  type ImageAnswer,
  isBroken,
  isPage,
  isReadable,
  type OutsideAnswer,
  type PageFacts,
  type PageSummary,
} from './rules/site.ts'

export type Audit = { isComplete: boolean; report: AuditReport; counts: Record<Severity, number> }

/** Applies the catalogue to a crawl and compares it with the report of the crawl before. */
export async function auditOf(site: Site, crawl: Omit<Crawled, 'pagesDone'>, last: AuditReport | null): Promise<Audit> {
  const found = await auditSite(site)
  // Without a page nothing can be said to be mended.
  const isRead = [...site.pages.values()].some(({ isHtml, status }) => isHtml && status === 200)
  const isComplete = crawl.isComplete && isRead
  const report = reportOf(site, found, { ...crawl, pagesDone: site.pages.size, isComplete }, last)
  const counts = { error: 0, warning: 0, notice: 0 }
  for (const [code, findings] of found) counts[catalogue.get(code)?.severity ?? 'notice'] += findings.length
  return { isComplete, report, counts }
}
