import type { FailureKind } from '@rts/shared/failure'
import { z } from 'zod'
import { type Figures, noFigures } from '../rules/figures.ts'
import { trendOf } from './figure-fields.ts'

const monthNames = 'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(' ')

/** A whole number of 64 bits, which JSON writes as a string; null where it is absent. */
const int64 = z
  .union([z.string().regex(/^\d+$/), z.number().int().nonnegative()])
  .nullish()
  .catch(null)
  .transform((text) => (text == null ? null : Number(text)))
const micros = int64.transform((value) => (value === null ? null : value / 1e6))
const month = z
  .looseObject({ month: z.string(), year: int64, monthlySearches: int64 })
  .transform(({ month: name, year, monthlySearches: volume }) => ({
    year,
    month: monthNames.indexOf(name) + 1,
    volume,
  }))
const metrics = z
  .looseObject({
    avgMonthlySearches: int64,
    competitionIndex: int64,
    lowTopOfPageBidMicros: micros,
    highTopOfPageBidMicros: micros,
    monthlySearchVolumes: z.array(month).optional().catch(undefined),
  })
  .transform(
    (given): Figures => ({
      ...noFigures,
      volume: given.avgMonthlySearches,
      competition: given.competitionIndex === null ? null : Math.min(100, given.competitionIndex) / 100,
      lowBid: given.lowTopOfPageBidMicros,
      highBid: given.highTopOfPageBidMicros,
      trend: trendOf(
        (given.monthlySearchVolumes ?? []).flatMap(({ year, month: at, volume }) =>
          year === null || at === 0 ? [] : [{ year, month: at, volume }],
        ),
      ),
    }),
  )
const text = z.string().trim().min(1)
const figuresOf = (figures: Figures | undefined) => figures ?? noFigures

/** The results of ideas; a planner that has none leaves the list out. */
export const ideaResults = z
  .looseObject({ results: z.array(z.looseObject({ text, keywordIdeaMetrics: metrics.optional() })).default([]) })
  .transform(({ results }) => results.map((row) => ({ phrase: row.text, ...figuresOf(row.keywordIdeaMetrics) })))

/** The same of given phrases, under another name. */
export const historicalResults = z
  .looseObject({ results: z.array(z.looseObject({ text, keywordMetrics: metrics.optional() })).default([]) })
  .transform(({ results }) => results.map((row) => ({ phrase: row.text, ...figuresOf(row.keywordMetrics) })))

const exhausted = z.looseObject({
  error: z.looseObject({
    status: z.literal('RESOURCE_EXHAUSTED'),
    details: z.array(z.looseObject({ retryDelay: z.string().optional() })).catch([]),
  }),
})

/** When a refusal for too many calls says to come again. */
export function retryDelayOf(body: unknown): { kind: FailureKind; retryAfterSeconds: number | null } | null {
  const read = exhausted.safeParse(body)
  if (!read.success) return null
  const delay = read.data.error.details.map(({ retryDelay }) => retryDelay).find((each) => each !== undefined)
  const seconds = Number.parseFloat(delay ?? '')
  return { kind: 'rate', retryAfterSeconds: Number.isFinite(seconds) ? Math.ceil(seconds) : null }
}
