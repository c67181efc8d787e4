import { startLoop } from '@rts/shared/loops/loop'
import type { Parts } from '../parts.ts'
import { createComposer } from './composing.ts'
import { reportLinks } from './links.ts'
import { createMonthlyMail } from './monthly.ts'
import { createRecipients } from './recipients.ts'
import { reportHandlers } from './report-handlers.ts'
import { createReportRoute } from './report-route.ts'

export { deleteRecipients, storeAnswer } from './recipients.sql.ts'
export type { SharedReport } from './report-route.ts'
export { deleteReportsOfAccount, deleteReportsOfSite, stopReportLetters } from './reports.sql.ts'

type ReportParts = Pick<
  Parts,
  'database' | 'call' | 'sites' | 'accountOf' | 'mail' | 'tokens' | 'seal' | 'publicUrl' | 'clock' | 'logger'
>

/** Read-only pages of one site behind links of their own, and their monthly letters. */
export function createReports(parts: ReportParts) {
  const { database, sites, seal, publicUrl, clock, logger } = parts
  const links = reportLinks(seal, publicUrl, logger)
  const compose = createComposer(parts)
  const recipients = createRecipients(parts)
  const mailNext = createMonthlyMail({ ...parts, compose, links, recipients })
  return {
    handlers: reportHandlers({ database, sites, links, recipients, compose, clock }),
    route: createReportRoute({ database, compose }),
    chores: [() => links.sealAgain(database)],
    mailNext,
    startMail: () =>
      startLoop({
        pollMs: 60_000,
        onError: (error) => logger.warn({ err: error }, 'no report can be mailed now'),
        round: mailNext,
      }),
  }
}
