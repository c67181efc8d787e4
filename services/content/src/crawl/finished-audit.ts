import { writeFact } from '@rts/shared/facts/write'
import type { Transaction } from '@rts/shared/service/transaction'
import type { CrawlEnd } from './thread-messages.ts'

type Ended = { siteId: string; at: Date; sandbox: boolean }

/** Writes the fact that an audit ended, in the transaction that ends its crawl. */
export async function writeAudit(tx: Transaction, end: CrawlEnd, { siteId, at, sandbox }: Ended): Promise<void> {
  const { isComplete, report, counts } = end
  const { crawlId, score, health, pagesDone: pages, issues, gone } = report
  const newIssues = issues.filter(({ isNew }) => isNew).map(({ code }) => code)
  const fixedIssues = gone.map(({ code }) => code)
  const { error: errors, warning: warnings, notice: notices } = counts
  const figures = { score, health, pages, errors, warnings, notices, newIssues, fixedIssues }
  const status = isComplete ? ('ready' as const) : ('partial' as const)
  const state = { siteId, at: at.toISOString(), sandbox, crawlId, status, ...figures }
  await writeFact(tx, { type: 'audit.finished', aggregate: `audit:${crawlId}`, version: 1, state })
}
