import { z } from 'zod'
import { faults } from '../../texts/faults.ts'
import { isTimeZone } from '../../time-zone.ts'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'
import { mailAddress, readerLanguages } from '../rows/person.ts'
import { reportDocument, reportParts, reportPeriods, reportRow } from '../rows/report.ts'

const siteParams = z.strictObject({ id: f.siteId })
const params = z.strictObject({ id: f.siteId, reportId: f.idParam })
const callers = ['person'] as const
const day = z.iso.date()
const maxRecipients = 10
/** 200 KB as base64. */
const logoCharacters = 273_068

/** Mail programs link addresses, and recipients never asked for the letter. A bare domain is allowed. */
const webAddress = /:\/\/|\bwww\.|\.\p{L}[\p{L}\d-]+[/:?]/iu
const shownLine = f.name(100).refine((text) => !webAddress.test(text), f.fault(faults.webAddress))

const fields = {
  title: shownLine,
  shownName: shownLine.nullable(),
  language: z.enum(readerLanguages),
  period: z.enum(reportPeriods),
  from: day.nullable(),
  until: day.nullable(),
  parts: z
    .array(z.enum(reportParts))
    .refine((chosen) => chosen.length > 0, f.fault(faults.noPart))
    .transform((chosen) => reportParts.filter((part) => chosen.includes(part))),
  endsOn: day.nullable(),
  timeZone: z.string().max(64, { abort: true }).refine(isTimeZone, f.fault(faults.notATimeZone)),
  recipients: z
    .array(mailAddress)
    .refine((addresses) => addresses.length <= maxRecipients, f.fault(faults.tooManyAddresses({ max: maxRecipients })))
    .transform((addresses) => [...new Set(addresses)]),
  /** PNG, JPEG or WebP as base64; null removes it, absent keeps it. */
  logo: z
    .base64()
    .refine((text) => text.length <= logoCharacters, f.fault(faults.pictureTooLarge))
    .nullable()
    .optional(),
}

const body = z
  .strictObject(fields)
  .refine(({ period, from, until }) => (period === 'fixed') === (from !== null && until !== null), {
    ...f.fault(faults.notBothDates),
    path: ['from'],
  })
  .refine(({ from, until }) => from === null || until === null || from < until, {
    error: 'must be after from',
    path: ['until'],
  })

/** Shared by links: readers need no session and call no row. */
export const reportOperations = defineOperations({
  'reports.list': {
    owner: 'dashboard',
    kind: 'read',
    summary: 'The reports of a site with their links, the latest first',
    callers,
    params: siteParams,
    response: z.object({ reports: z.array(reportRow) }),
  },
  'reports.get': {
    owner: 'dashboard',
    kind: 'read',
    summary: 'A report, and what its readers see; this is not counted as a view',
    callers,
    params,
    response: z.object({ report: reportRow, document: reportDocument }),
  },
  'reports.create': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Share a site by a link of its own',
    callers,
    params: siteParams,
    body,
    response: z.object({ report: reportRow }),
    refusals: ['conflict'],
  },
  'reports.update': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Change what a report shows, when it ends and who gets its monthly letter; its link stays',
    callers,
    params,
    body,
    response: z.object({ report: reportRow }),
  },
  'reports.revoke': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'End the link of a report for good',
    callers,
    params,
    response: z.object({ report: reportRow }),
  },
  'reports.delete': {
    owner: 'dashboard',
    kind: 'write',
    summary: 'Delete a report and its link',
    callers,
    params,
    response: z.object({ ok: z.literal(true) }),
  },
})
