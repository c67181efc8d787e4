import type { ReportRow } from '@rts/shared/contract/rows/report'
import { recipientOf } from '../letters/letters.ts'
import type { ReportLinks } from './links.ts'
import type { AnswerOf } from './readers.ts'
import type { Report } from './reports.sql.ts'

/** A report as its owner sees it. A link that opens nothing is not shown. */
export function reportRow(report: Report, links: ReportLinks, answerOf: AnswerOf): ReportRow {
  const { id, title, shownName, language, period, from, until, parts, hasLogo, endsOn, timeZone, views } = report
  const { isOpen, isMakerDeleted, revokedAt, lastViewedAt, mailDueAt, createdAt } = report
  const stopped = new Set(report.stopped)
  return {
    id,
    title,
    shownName,
    language,
    period,
    from,
    until,
    parts,
    hasLogo,
    endsOn,
    timeZone,
    views,
    status: isOpen ? 'active' : revokedAt ? 'revoked' : 'ended',
    makerDeleted: isMakerDeleted,
    url: isOpen ? links.of(report) : null,
    lastViewedAt: lastViewedAt?.toISOString() ?? null,
    recipients: report.recipients.map((email) => ({
      email,
      stopped: stopped.has(recipientOf(email)),
      answer: answerOf(email),
    })),
    nextMailAt: isOpen ? (mailDueAt?.toISOString() ?? null) : null,
    createdAt: createdAt.toISOString(),
  }
}
