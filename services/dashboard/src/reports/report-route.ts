import type { ReportDocument } from '@rts/shared/contract/rows/report'
import { reportDocument } from '@rts/shared/contract/rows/report'
import { AppError } from '@rts/shared/errors'
import { parseObject } from '@rts/shared/service/http-input'
import { parseOwnBody } from '@rts/shared/service/invoke'
import { refusals } from '@rts/shared/texts/refusals'
import { z } from 'zod'
import { admitAttempt, lookBuckets, networkOf, reportBuckets } from '../attempts/attempts.ts'
import { type Answer, compressed, jsonAnswer, type Route, type Visit } from '../http/visit.ts'
import type { Parts } from '../parts.ts'
import type { Compose } from './composing.ts'
import { hashOf } from './links.ts'
import { countView, findLogo, findOpenReport } from './reports.sql.ts'

type ReportRouteOptions = Pick<Parts, 'database'> & { compose: Compose }
/** `document` is null for a page in another language than the report's: it opens the right one, and is no view. */
export type SharedReport = { language: ReportDocument['language']; document: ReportDocument | null }

const schema = z.strictObject({ token: z.string().min(1).max(100), language: z.string().max(10) })

/** The page behind the link of a report, for everyone who has it. */
export function createReportRoute(options: ReportRouteOptions): Route {
  return (visit) => (visit.path === '/api/report/look' ? () => look(options, visit) : undefined)
}

async function look({ database, compose }: ReportRouteOptions, visit: Visit): Promise<Answer> {
  await admitAttempt(database, lookBuckets(networkOf(visit.caller)))
  const { token, language } = parseOwnBody(schema, parseObject(visit.body))
  const report = await findOpenReport(database, hashOf(token))
  if (!report) throw noSuchReport()
  if (report.language !== language) return answerWith(visit, { language: report.language, document: null })
  await admitAttempt(database, reportBuckets(report.id))
  const document = await compose(report, await findLogo(database, report.id)).catch(hidden)
  // Revoked while it was composed: nothing of it is shown.
  if (!(await countView(database, report.id))) throw noSuchReport()
  // The schema lets nothing pass that readers are not meant to see.
  return answerWith(visit, { language: report.language, document: reportDocument.parse(document) })
}

async function answerWith({ headers }: Visit, shared: SharedReport): Promise<Answer> {
  const { headers: own, body } = await compressed(jsonAnswer(shared), String(headers['accept-encoding']))
  return { headers: { ...own, 'X-Robots-Tag': 'noindex' }, body }
}

/** A site or an account that is not there any more is answered like an unknown link. */
function hidden(error: unknown): never {
  throw error instanceof AppError && error.code === 'not_found' ? noSuchReport() : error
}

function noSuchReport(): AppError {
  return new AppError('not_found', refusals.reportNotShared)
}
