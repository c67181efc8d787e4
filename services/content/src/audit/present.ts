import type { goneIssueRow, issueRow } from '@rts/shared/contract/rows/content'
import type { z } from 'zod'
import { catalogue } from './catalogue.ts'
import type { AuditReport } from './report.ts'

type IssueRow = z.input<typeof issueRow>
type IssuePage = { code: string; url: string; detail: string | null }

/** An issue with more pages shows the first ones; all of them can be paged through. */
const shownUrls = 100

/** The issues of a report. Codes that the catalogue has no more are left out. */
export function issueRowsOf(siteId: string, { issues, urls }: AuditReport): IssueRow[] {
  return issues.flatMap(({ code, at, details, isNew, firstSeen }) => {
    const issue = catalogue.get(code)
    if (!issue) return []
    const { severity, category, title, description, howToFix } = issue
    const shown = at.slice(0, shownUrls).map((place, i) => ({ url: urls[place] ?? '', detail: details[i] ?? null }))
    const count = at.length
    return [
      {
        id: idOf(siteId, code),
        code,
        severity,
        category,
        title,
        description,
        howToFix,
        count,
        isNew,
        firstSeen,
        urls: shown,
      },
    ]
  })
}

export function goneRowsOf(siteId: string, { gone }: AuditReport): z.input<typeof goneIssueRow>[] {
  return gone.flatMap(({ code, count, firstSeen }) => {
    const issue = catalogue.get(code)
    if (!issue) return []
    const { severity, category, title } = issue
    return [{ id: idOf(siteId, code), code, severity, category, title, count, firstSeen }]
  })
}

/** The pages behind all issues, or behind one. */
export function issuePagesOf({ issues, urls }: AuditReport, code: string | undefined): IssuePage[] {
  return issues
    .filter((issue) => code === undefined || issue.code === code)
    .flatMap((issue) =>
      issue.at.map((place, i) => ({ code: issue.code, url: urls[place] ?? '', detail: issue.details[i] ?? null })),
    )
}

/** The same issue of a site is the same from crawl to crawl. */
function idOf(siteId: string, code: string): string {
  return `${siteId}_${code}`
}
