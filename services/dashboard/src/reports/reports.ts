import { startLoop } from '@rts/shared/loops/loop'
import type { Seal } from '@rts/shared/seal'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import type { ServiceParts } from '@rts/shared/service/run-service'
import type { AccountOf } from '../accounts/accounts.ts'
import type { InviteTokens, Post } from '../letters/letters.ts'
import { createComposer } from './composing.ts'
import { reportLinks } from './links.ts'
import { createMonthlyMail } from './monthly.ts'
import { createReaders } from './readers.ts'
import { type ReportSites, reportHandlers } from './report-handlers.ts'
import { createReportRoute } from './report-route.ts'

export { deleteReaders, storeAnswer } from './readers.sql.ts'
export type { SharedReport } from './report-route.ts'
export { deleteReportsOfAccount, deleteReportsOfSite, stopReportLetters } from './reports.sql.ts'

type ReportParts = Pick<ServiceParts, 'pool' | 'clock' | 'logger'> & {
  call: RpcClient
  accountOf: AccountOf
  sites: ReportSites
  mail: Post
  tokens: InviteTokens
  seal: Seal
  publicUrl: string
}

/** Read-only pages of one site behind links of their own, and their monthly letters. */
export function createReports({ pool: database, seal, sites, ...parts }: ReportParts) {
  const { clock, logger, publicUrl } = parts
  const links = reportLinks(seal, publicUrl, logger)
  const compose = createComposer(parts)
  const readers = createReaders({ ...parts, database })
  const mailNext = createMonthlyMail({ ...parts, database, compose, links, readers })
  return {
    handlers: reportHandlers({ database, sites, links, readers, compose, clock }),
    route: createReportRoute({ database, compose }),
    chores: [() => links.sealAgain(database)],
    /** Writes the letters of the next report whose month is over; false if none is due. */
    mailNext,
    startMail: () =>
      startLoop({
        pollMs: 60_000,
        onError: (error) => logger.warn({ err: error }, 'no report can be mailed now'),
        round: mailNext,
      }),
  }
}
