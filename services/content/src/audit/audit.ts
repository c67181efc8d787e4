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

/** Audits a crawl and compares it with the previous report. */
export async function auditOf(site: Site, crawl: Omit<Crawled, 'pagesDone'>, last: AuditReport | null): Promise<Audit> {
  const found = await auditSite(site)
  // Without a page, no issue can count as fixed.
  const isRead = [...site.pages.values()].some(({ isHtml, status }) => isHtml && status === 200)
  const isComplete = crawl.isComplete && isRead
  const report = reportOf(site, found, { ...crawl, pagesDone: site.pages.size, isComplete }, last)
  const counts = { error: 0, warning: 0, notice: 0 }
  for (const [code, findings] of found) counts[catalogue.get(code)?.severity ?? 'notice'] += findings.length
  return { isComplete, report, counts }
}
