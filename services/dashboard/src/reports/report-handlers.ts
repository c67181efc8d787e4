import { randomUUID } from 'node:crypto'
import type { HandlerInput } from '@rts/shared/contract/operation'
import type { ReportRow } from '@rts/shared/contract/rows/report'
import type { Operations } from '@rts/shared/contract/table'
import { AppError, invalidField } from '@rts/shared/errors'
import { siteOf } from '@rts/shared/facts/site-of'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { inTransaction } from '@rts/shared/service/transaction'
import { faults } from '@rts/shared/texts/faults'
import { refusals } from '@rts/shared/texts/refusals'
import { inAccount, personOf } from '../accounts/accounts.ts'
import { recipientOf } from '../letters/letters.ts'
import type { Parts } from '../parts.ts'
import type { Compose } from './composing.ts'
import type { ReportLinks } from './links.ts'
import type { AnswerOf, ReportRecipients } from './recipients.ts'
import {
  deleteReport,
  findLogo,
  insertReport,
  listReports,
  type Report,
  type ReportChoice,
  requireReport,
  revokeReport,
  updateReport,
} from './reports.sql.ts'
import { foreignHost, logoTypeOf, pictureSize } from './rules/choices.ts'
import { endOfDay, nextMonthly } from './rules/period.ts'

type HandlerDeps = Pick<Parts, 'database' | 'sites' | 'clock'> & {
  links: ReportLinks
  recipients: ReportRecipients
  compose: Compose
}
type Body = HandlerInput<Operations['reports.create'], object>['body']

const maxReports = 50
/** Of each side: a small file may hold a picture that takes a reader's memory. */
const maxPixels = 2_000

export function reportHandlers({ database, sites, links, recipients, compose, clock }: HandlerDeps) {
  const rowOf = async (report: Report) => reportRow(report, links, await recipients.answersOf(report.accountId))
  return {
    'reports.list': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const answerOf = await recipients.answersOf(site.accountId)
      const reports = await listReports(database, site)
      return { reports: reports.map((report) => reportRow(report, links, answerOf)) }
    },

    'reports.get': async ({ params, ...call }) => {
      const report = await requireReport(database, await siteOf(sites, call, params.id), params.reportId)
      const document = await compose(report, await findLogo(database, report.id))
      return { report: await rowOf(report), document }
    },

    'reports.create': async ({ params, body, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const id = randomUUID()
      const choice = choiceOf(body, site.domain, personOf(call.caller), clock.now())
      const made = { ...choice, id, ...links.make(id) }
      const asked = await recipients.requireQuestions(site.accountId, choice.recipients)
      const report = await inAccount(database, site.accountId, async (tx) => {
        if (!(await sites.hold(tx, site.id))) throw new AppError('not_found', 'No such site')
        const inserted = await insertReport(tx, site, made, maxReports)
        if (inserted) await recipients.ask(tx, { ...site, language: choice.language }, asked)
        return inserted
      })
      if (!report) throw new AppError('conflict', refusals.maxReports({ max: maxReports }))
      return { report: await rowOf(report) }
    },

    'reports.update': async ({ params, body, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      const choice = choiceOf(body, site.domain, personOf(call.caller), clock.now())
      await requireReport(database, site, params.reportId)
      const asked = await recipients.requireQuestions(site.accountId, choice.recipients)
      const report = await inTransaction(database, async (tx) => {
        await recipients.ask(tx, { ...site, language: choice.language }, asked)
        return updateReport(tx, site, params.reportId, choice)
      })
      return { report: await rowOf(report) }
    },

    'reports.revoke': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      return { report: await rowOf(await revokeReport(database, site, params.reportId)) }
    },

    'reports.delete': async ({ params, ...call }) => {
      const site = await siteOf(sites, call, params.id)
      if (!(await deleteReport(database, site, params.reportId))) throw new AppError('not_found', refusals.noReport)
      return { ok: true }
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
}

/** Who saves a report is its maker from then on. */
function choiceOf({ logo, ...body }: Body, domain: string, personId: string, now: Date): ReportChoice {
  for (const field of ['title', 'shownName'] as const)
    if (foreignHost(body[field] ?? '', domain) !== undefined)
      throw invalidField(field, faults.webAddressBut({ domain }))
  const { timeZone, endsOn, recipients } = body
  const endsAt = endsOn === null ? null : endOfDay(timeZone, endsOn)
  if (endsAt && endsAt <= now) throw invalidField('endsOn', faults.over)
  const mailDueAt = recipients.length === 0 ? null : nextMonthly(timeZone, now)
  return { ...body, personId, endsAt, mailDueAt, logo: pictureOf(logo) }
}

function pictureOf(logo: string | null | undefined): Buffer | null | undefined {
  if (logo == null) return logo
  const bytes = Buffer.from(logo, 'base64')
  const size = logoTypeOf(bytes) && pictureSize(bytes)
  if (!size) throw invalidField('logo', faults.notAPicture)
  if (Math.max(size.width, size.height) > maxPixels) throw invalidField('logo', faults.pictureTooWide)
  return bytes
}

/** A report as its owner sees it. A link that opens nothing is not shown. */
function reportRow(report: Report, links: ReportLinks, answerOf: AnswerOf): ReportRow {
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
