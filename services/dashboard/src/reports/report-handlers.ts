import { randomUUID } from 'node:crypto'
import type { Clock } from '@rts/shared/clock'
import type { HandlerInput } from '@rts/shared/contract/operation'
import type { Operations } from '@rts/shared/contract/table'
import { AppError, invalidField } from '@rts/shared/errors'
import { type Sites, siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { inAccount, personOf } from '../accounts/accounts.ts'
import type { Compose } from './composing.ts'
import type { ReportLinks } from './links.ts'
import { reportRow } from './report-row.ts'
import {
  deleteReport,
  findLogo,
  insertReport,
  listReports,
  type ReportChoice,
  requireReport,
  revokeReport,
  updateReport,
} from './reports.sql.ts'
import { logoTypeOf } from './rules/logo.ts'
import { pictureSize } from './rules/picture-size.ts'
import { endOfDay, nextMonthly } from './rules/zone.ts'

export type ReportSites = Sites & { hold(tx: Transaction, siteId: string): Promise<boolean> }
type HandlerDeps = { database: Database; sites: ReportSites; links: ReportLinks; compose: Compose; clock: Clock }
type Served = Pick<ServiceHandlers<'dashboard'>, Extract<keyof Operations, `reports.${string}`>>
type Body = HandlerInput<Operations['reports.create'], object>['body']

const mostReports = 50
/** Of each side: a small file may hold a picture that takes a reader's memory. */
const mostPixels = 2_000

/** Reports, for the people of their account. */
export function reportHandlers({ database, sites, links, compose, clock }: HandlerDeps): Served {
  return {
    'reports.list': async ({ params, ...call }) => {
      const reports = await listReports(database, await siteOf(sites, call, params.id))
      return { reports: reports.map((report) => reportRow(report, links)) }
    },

    'reports.get': async ({ params, ...call }) => {
      const report = await requireReport(database, await siteOf(sites, call, params.id), params.reportId)
      const document = await compose(report, await findLogo(database, report.id))
      return { report: reportRow(report, links), document }
    },

    'reports.create': async ({ params, body, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const id = randomUUID()
      const made = { ...choiceOf(body, personOf(call.caller), clock.now()), id, ...links.make(id) }
      const report = await inAccount(database, site.accountId, async (tx) => {
        if (!(await sites.hold(tx, site.id))) throw new AppError('not_found', 'No such site')
        return insertReport(tx, site, made, mostReports)
      })
      if (!report) throw new AppError('conflict', `A site has ${mostReports} reports at most: delete one first`)
      return { report: reportRow(report, links) }
    },

    'reports.update': async ({ params, body, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const choice = choiceOf(body, personOf(call.caller), clock.now())
      const report = await updateReport(database, site, params.reportId, choice)
      return { report: reportRow(report, links) }
    },

    'reports.revoke': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      return { report: reportRow(await revokeReport(database, site, params.reportId), links) }
    },

    'reports.delete': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      if (!(await deleteReport(database, site, params.reportId))) throw new AppError('not_found', 'No such report')
      return { ok: true }
    },
  }
}

/** Who saves a report is its maker from then on. */
function choiceOf({ logo, ...body }: Body, personId: string, now: Date): ReportChoice {
  const { timeZone, endsOn, recipients } = body
  const endsAt = endsOn === null ? null : endOfDay(timeZone, endsOn)
  if (endsAt && endsAt <= now) throw invalidField('endsOn', 'is over already')
  const mailDueAt = recipients.length === 0 ? null : nextMonthly(timeZone, now)
  return { ...body, personId, endsAt, mailDueAt, logo: pictureOf(logo) }
}

function pictureOf(logo: string | null | undefined): Buffer | null | undefined {
  if (logo == null) return logo
  const bytes = Buffer.from(logo, 'base64')
  const size = logoTypeOf(bytes) && pictureSize(bytes)
  if (!size) throw invalidField('logo', 'is no PNG, JPEG or WebP picture')
  if (Math.max(size.width, size.height) > mostPixels) throw invalidField('logo', 'is wider or higher than 2,000 pixels')
  return bytes
}
