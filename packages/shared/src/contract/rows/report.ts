import { z } from 'zod'
import { id, timestamp } from '../fields.ts'
import { storedLocale, storedVariant } from '../locale.ts'
import { issueRow } from './content.ts'
import { readerLanguages } from './person.ts'
import { promptSample } from './prompt.ts'
import { carried, comparedScore, dayCounts, hostDays } from './series.ts'

export const reportParts = ['visibility', 'ranks', 'comparison', 'searchConsole', 'ai', 'audit', 'links'] as const
export type ReportPart = (typeof reportParts)[number]

/** The last days, the last whole month, or two fixed dates. */
export const reportPeriods = ['days7', 'days28', 'days90', 'days365', 'lastMonth', 'fixed'] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** To monthly letters: members have agreed, others are asked once. */
export const recipientAnswers = ['pending', 'confirmed', 'declined'] as const
export type RecipientAnswer = (typeof recipientAnswers)[number]

/** `lastViewedAt`, `nextMailAt`: null for never; `url`: null once the link is closed. */
export const reportRow = z.object({
  id,
  title: z.string(),
  /** For readers; null: none. */
  shownName: z.string().nullable(),
  language: z.enum(readerLanguages),
  period: z.enum(reportPeriods),
  from: z.iso.date().nullable(),
  until: z.iso.date().nullable(),
  parts: z.array(z.enum(reportParts)),
  hasLogo: z.boolean(),
  /** Last day of the link, in `timeZone`; null: no end. */
  endsOn: z.iso.date().nullable(),
  timeZone: z.string(),
  status: z.enum(['active', 'ended', 'revoked']),
  /** Its last editor was deleted, which closed the link; saving opens it again. */
  makerDeleted: z.boolean(),
  url: z.string().nullable(),
  views: z.int(),
  lastViewedAt: timestamp.nullable(),
  /** Of the monthly letter; `stopped`: opted out. */
  recipients: z.array(z.object({ email: z.string(), stopped: z.boolean(), answer: z.enum(recipientAnswers) })),
  nextMailAt: timestamp.nullable(),
  createdAt: timestamp,
})
export type ReportRow = z.infer<typeof reportRow>

const days = z.array(z.iso.date())
const perDay = z.array(z.number().nullable())
const position = z.int().nullable()
/** Collection time, and whether the sandbox simulated it. */
const age = { at: timestamp.nullable(), sandbox: z.boolean() }
const rate = z.number().nullable()
const clicked = { clicks: z.int(), impressions: z.int() }

/** Daily keyword bands and visibility; `compared`: first and last day. */
const visibilityPart = z.object({
  days,
  scores: perDay,
  carried,
  counts: dayCounts,
  compared: comparedScore.optional(),
})

const rankRow = z.object({
  keyword: z.string(),
  ...storedLocale,
  ...storedVariant,
  position,
  previousPosition: position,
  change: z.int().nullable(),
  comparable: z.boolean(),
  url: z.string().nullable(),
})
/**
 * All keywords are counted; `rows` are the best ranked. Up and down are those whose medians of so many days moved further than usual;
 * `medianDays` is null where no keyword has checks enough. Keywords in the top and not found are null where fewer than 80 %
 * of the keywords have a rank that counted on the last day: after days of failed checks a count of the others would look like a fall.
 */
const ranksPart = z.object({
  ...age,
  keywords: z.int(),
  top3: z.int().nullable(),
  top10: z.int().nullable(),
  up: z.int(),
  down: z.int(),
  medianDays: z.int().nullable().optional(),
  notFound: z.int().nullable(),
  rows: z.array(rankRow),
})

/** The site is the first host; `positions` follow the hosts. */
const comparisonPart = z.object({
  at: timestamp.nullable(),
  days,
  hosts: z.array(hostDays.omit({ competitorId: true })),
  keywords: z.int(),
  rows: z.array(z.object({ keyword: z.string(), positions: z.array(position) })),
})

/** `before`: as many days before `startDate`; null if unknown. */
const searchConsolePart = z.object({
  ...age,
  startDate: z.iso.date(),
  endDate: z.iso.date(),
  ...clicked,
  before: z.object(clicked).nullable(),
  days: z.array(z.object({ day: z.iso.date(), ...clicked })),
  pages: z.array(z.object({ page: z.string(), ...clicked })),
  queries: z.array(z.object({ query: z.string(), ...clicked, position: z.number() })),
})

const aiPart = z.object({
  ...age,
  prompts: z.int(),
  /** Rates are of all answers, without interval: answers to one prompt are alike. */
  answers: z.int(),
  mentionRate: rate,
  citationRate: rate,
  rows: z.array(z.object({ prompt: z.string(), ...promptSample })),
})

const auditPart = z.object({
  ...age,
  score: z.number().nullable(),
  health: z.number().nullable(),
  pages: z.int().nullable(),
  fixed: z.int(),
  issues: z.array(issueRow.pick({ code: true, severity: true, title: true, count: true, isNew: true })),
})

/** Within the period; `rows` are the latest. */
const linksPart = z.object({
  ...age,
  found: z.int(),
  lost: z.int(),
  rows: z.array(
    z.object({
      from: z.string(),
      to: z.string().nullable(),
      anchor: z.string().nullable(),
      dofollow: z.boolean().nullable(),
      isLost: z.boolean(),
      day: timestamp,
    }),
  ),
})

/** A part is absent if not chosen, null if unreadable now. */
export const reportDocument = z.object({
  title: z.string(),
  shownName: z.string().nullable(),
  language: z.enum(readerLanguages),
  logo: z.string().nullable(),
  site: z.object({ name: z.string(), domain: z.string() }),
  from: z.iso.date(),
  until: z.iso.date(),
  at: timestamp,
  parts: z.object({
    visibility: visibilityPart.nullable().optional(),
    ranks: ranksPart.nullable().optional(),
    comparison: comparisonPart.nullable().optional(),
    searchConsole: searchConsolePart.nullable().optional(),
    ai: aiPart.nullable().optional(),
    audit: auditPart.nullable().optional(),
    links: linksPart.nullable().optional(),
  }),
})
export type ReportDocument = z.infer<typeof reportDocument>

const figureNames = [
  'visibility',
  'top3',
  'top10',
  'up',
  'down',
  'clicks',
  'mentioned',
  'score',
  'found',
  'lost',
] as const
/** `before`: at the period's start, or as many days before it. `answers`: the share's denominator. */
export const reportFigure = z.object({
  name: z.enum(figureNames),
  value: z.number(),
  before: z.number().nullable(),
  answers: z.int().optional(),
})
export type ReportFigure = z.infer<typeof reportFigure>
