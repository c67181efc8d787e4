import { z } from 'zod'
import * as f from '../fields.ts'
import { defineOperations } from '../operation.ts'
import { failedCheckRow, keywordTag } from '../rows/keyword.ts'
import {
  comparedScore,
  dayCounts,
  hostDays,
  movementRow,
  noteRow,
  positionSeries,
  savedViewRow,
  siteSummaryRow,
  usualRange,
  viewSearch,
} from '../rows/series.ts'

const siteParams = z.strictObject({ id: f.siteId })
const callers = ['person'] as const
const days = z.int().min(1).max(480)
const day = z.iso.date()
const keywordIds = (max: number) => z.array(f.idParam).min(1).max(max)

export const seriesOperations = defineOperations({
  'siteSummaries.list': {
    owner: 'projects',
    kind: 'read',
    scope: 'sites',
    summary:
      'The sites of the account, each with where its keywords stand, how many moved against so many days before, and a month of its visibility',
    callers,
    query: z.strictObject({ days, ...f.paging }),
    response: z.object({ sites: z.array(siteSummaryRow), ...f.paged }),
  },
  'visibility.list': {
    owner: 'projects',
    kind: 'read',
    summary:
      'Where the keywords of a site stood on each day, the visibility of the site and of its competitors, and what was noted',
    callers: [...callers, 'system', 'account', 'guest'],
    params: siteParams,
    /** `tag`: only its keywords. */
    query: z.strictObject({ days, hosts: f.hosts, tag: keywordTag.optional() }),
    /** The site is the first host; notes are of these days. */
    response: z.object({
      days: z.array(z.iso.date()),
      counts: dayCounts,
      hosts: z.array(hostDays),
      usual: usualRange.optional(),
      notes: z.array(noteRow),
    }),
    mcp: { tool: 'visibility_history' },
  },
  'positions.list': {
    owner: 'projects',
    kind: 'read',
    summary:
      'The checks of up to six keywords, or of one keyword for the site and its first five competitors, column by column, with what failed and what was noted',
    callers,
    params: siteParams,
    query: z
      .strictObject({ keywordIds: keywordIds(6), hosts: f.hosts, days })
      .refine(({ keywordIds: asked, hosts: wanted }) => wanted === 'own' || asked.length === 1, {
        error: 'must be "own" for more than one keyword',
        path: ['hosts'],
      }),
    response: z.object({
      series: z.array(positionSeries),
      /** Oldest first: the latest thousand. */
      failures: z.array(failedCheckRow.extend({ keywordId: f.id })),
      notes: z.array(noteRow),
      rhythmDays: z.int(),
      /** By keyword; null: none due, such as while paused. */
      nextCheckAts: z.array(f.timestamp.nullable()),
    }),
  },
  'movements.list': {
    owner: 'projects',
    kind: 'read',
    summary:
      'The present rank of each keyword of a site beside the one of so many days before its last check, or its ranks of two days',
    callers: [...callers, 'system'],
    params: siteParams,
    query: z
      .strictObject({
        days: days.optional(),
        from: day.optional(),
        until: day.optional(),
        medians: z.boolean().optional(),
        ...f.paging,
      })
      .refine((asked) => (asked.days === undefined) === (asked.from !== undefined && asked.until !== undefined), {
        error: 'either days, or from and until',
        path: ['days'],
      })
      .refine(({ from = '', until = '9' }) => from < until, { error: 'must be after from', path: ['until'] }),
    response: z.object({
      score: z.number().min(0).max(100),
      compared: comparedScore.optional(),
      keywords: z.array(movementRow),
      ...f.paged,
    }),
  },
  'sparks.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'The last position of each of thirty days for up to two hundred keywords; the last day is today',
    callers,
    params: siteParams,
    query: z.strictObject({ keywordIds: keywordIds(200) }),
    response: z.object({ ids: z.array(f.id), positions: z.array(z.array(z.int().nullable())) }),
  },
  'keywordRoom.get': {
    owner: 'projects',
    kind: 'read',
    scope: 'open',
    summary: 'How many keywords the plan allows, and how many the account has',
    callers,
    params: z.strictObject({ accountId: f.idParam }),
    response: z.object({ max: z.int(), used: z.int() }),
  },
  'savedViews.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'The saved views of the keywords of a site, by name',
    callers,
    params: siteParams,
    response: z.object({ views: z.array(savedViewRow) }),
  },
  'savedViews.create': {
    owner: 'projects',
    kind: 'write',
    summary: 'Save how the keywords of a site are looked at; a name that exists gets the new view',
    callers,
    params: siteParams,
    body: z.strictObject({ name: f.name(60), search: viewSearch }),
    response: z.object({ view: savedViewRow }),
  },
  'savedViews.delete': {
    owner: 'projects',
    kind: 'write',
    summary: 'Delete a saved view',
    callers,
    params: z.strictObject({ id: f.siteId, viewId: f.idParam }),
    response: z.object({ ok: z.literal(true) }),
  },
  'notes.list': {
    owner: 'projects',
    kind: 'read',
    summary: 'The notes of people on a site, day by day',
    callers,
    params: siteParams,
    response: z.object({ notes: z.array(noteRow) }),
  },
  'notes.create': {
    owner: 'projects',
    kind: 'write',
    summary: 'Note what happened to a site on a day; the same words on the same day are one note',
    callers,
    params: siteParams,
    body: z.strictObject({ day: z.iso.date(), text: f.line(1, 200) }),
    response: z.object({ note: noteRow, created: z.boolean() }),
  },
  'notes.delete': {
    owner: 'projects',
    kind: 'write',
    summary: 'Delete a note',
    callers,
    params: z.strictObject({ id: f.siteId, noteId: f.idParam }),
    response: z.object({ ok: z.literal(true) }),
  },
})
