import * as f from '@rts/shared/contract/fields'
import { noteRow } from '@rts/shared/contract/rows/series'
import { askedList } from '@rts/shared/cursor'
import { z } from 'zod'
import { fieldsOf, paging, projectId, siteIdOf, withFields } from './fields.ts'
import { filteredPage } from './rules/filtered-page.ts'
import { defineTool, reading } from './tool.ts'

const share = z.number().nullable()
const dayRow = z.object({
  day: z.iso.date(),
  score: share,
  share,
  top3: z.int(),
  top10: z.int(),
  top100: z.int(),
  notFound: z.int(),
  added: z.int().optional(),
  carried: z.boolean().optional(),
  competitors: z.array(z.object({ domain: z.string(), score: share })).optional(),
})
const maxNotes = 20
const steps = ['day', 'week', 'month'] as const
type Step = (typeof steps)[number]

export const visibilityHistoryTool = defineTool('visibility.list', {
  title: 'Visibility by day',
  description:
    'Score, 0 to 100, share of all clicks, keywords in the top; a week or month is its last day. added: new keywords. carried: as of an earlier day.',
  input: z.strictObject({
    ...projectId,
    days: z.int().min(1).max(480).default(30),
    every: z.enum(steps).default('day'),
    competitors: z.boolean().default(false),
    fields: fieldsOf(dayRow),
    ...paging,
  }),
  output: z.object({
    rows: z.array(dayRow.partial().required({ day: true })),
    ...f.paged,
    notes: z.array(noteRow.pick({ day: true, text: true })),
    hint: z.string().optional(),
  }),
  hints: reading,
  run: async ({ project_id, days: length, every, competitors, fields, ...page }, context) => {
    const params = { id: await siteIdOf(project_id, context) }
    const hosts = competitors ? 'all' : 'own'
    const found = await context.call('visibility.list', { params, query: { days: length, hosts } })
    const known = rowsOf(found)
    const shown = lastOfEach(known, every as Step)
    const { rows, ...paged } = filteredPage(askedList('visibility', { params, length, every, hosts }), shown, page)
    const notes = found.notes.slice(-maxNotes).map(({ day, text }) => ({ day, text }))
    return { rows: withFields(rows, fields, ['day']), ...paged, notes, ...hintOf(known, found.days) }
  },
})

type Found = {
  days: string[]
  counts: Record<'top3' | 'top10' | 'top20' | 'top50' | 'top100' | 'notFound', number[]> & {
    added?: number[] | undefined
  }
  hosts: {
    competitorId: string | null
    domain: string
    scores: (number | null)[]
    shares: (number | null)[]
    carried?: boolean[] | undefined
  }[]
}

function rowsOf({ days, counts, hosts: [own, ...rivals] }: Found): z.output<typeof dayRow>[] {
  const first = own?.scores.findIndex((score) => score !== null) ?? -1
  if (first < 0) return []
  return days.slice(first).map((day, i) => {
    const at = first + i
    // Bands exclude each other: a top-three keyword is in no other.
    const within = (...bands: Exclude<keyof typeof counts, 'added'>[]) =>
      bands.reduce((sum, band) => sum + (counts[band][at] ?? 0), 0)
    const added = counts.added?.[at] ?? 0
    const row = {
      ...(added > 0 && { added }),
      ...(own?.carried?.[at] && { carried: true }),
      day,
      score: own?.scores[at] ?? null,
      share: own?.shares[at] ?? null,
      top3: within('top3'),
      top10: within('top3', 'top10'),
      top100: within('top3', 'top10', 'top20', 'top50', 'top100'),
      notFound: within('notFound'),
    }
    if (rivals.length === 0) return row
    return { ...row, competitors: rivals.map(({ domain, scores }) => ({ domain, score: scores[at] ?? null })) }
  })
}

function hintOf([first]: readonly { day: string }[], days: readonly string[]): { hint?: string } {
  if (!first) return { hint: 'No keyword was checked in these days.' }
  return first.day === days[0] ? {} : { hint: `The first of these days with a check is ${first.day}.` }
}

const keyOf: Record<Step, (day: string) => string | number> = {
  day: (day) => day,
  // Day 0 was a Thursday: three more days make weeks begin on Monday.
  week: (day) => Math.floor((Date.parse(day) / 86_400_000 + 3) / 7),
  month: (day) => day.slice(0, 7),
}

/** `rows` in order of day (`YYYY-MM-DD`); weeks begin on Monday. */
function lastOfEach<R extends { day: string }>(rows: readonly R[], step: Step): R[] {
  return [...new Map(rows.map((row) => [keyOf[step](row.day), row])).values()]
}
