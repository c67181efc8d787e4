import { googleRefusal } from '@rts/outside/google-refusal'
import type { FailureKind } from '@rts/shared/failure'
import { z } from 'zod'
import { type Figures, noFigures } from '../rules/figures.ts'
import { trendOf } from './figure-fields.ts'

const monthNames = 'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(' ')

/** 64-bit integer, a string in JSON; null if absent. */
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
/** Near-duplicate requests return under one of them. */
const closeVariants = z.array(text).default([])
type Result = { text: string; closeVariants: string[]; figures?: Figures | undefined }

function rowsOf({
  text: phrase,
  closeVariants: others,
  figures = noFigures,
}: Result): ({ phrase: string } & Figures)[] {
  return [phrase, ...others].map((each) => ({ phrase: each, ...figures }))
}

/** An empty list is omitted. */
export const ideaResults = z
  .looseObject({
    results: z.array(z.looseObject({ text, closeVariants, keywordIdeaMetrics: metrics.optional() })).default([]),
  })
  .transform(({ results }) => results.flatMap((row) => rowsOf({ ...row, figures: row.keywordIdeaMetrics })))

export const historicalResults = z
  .looseObject({
    results: z.array(z.looseObject({ text, closeVariants, keywordMetrics: metrics.optional() })).default([]),
  })
  .transform(({ results }) => results.flatMap((row) => rowsOf({ ...row, figures: row.keywordMetrics })))

export function retryDelayOf(body: unknown): { kind: FailureKind; retryAfterSeconds: number | null } | null {
  const { status, retryAfterSeconds } = googleRefusal(body)
  return status === 'RESOURCE_EXHAUSTED' ? { kind: 'rate', retryAfterSeconds } : null
}

const failure = z.looseObject({
  error: z.looseObject({
    details: z.array(
      z.looseObject({ errors: z.array(z.looseObject({ errorCode: z.record(z.string(), z.unknown()) })).default([]) }),
    ),
  }),
})

export function hasEnded(body: unknown): boolean {
  const details = failure.safeParse(body).data?.error.details ?? []
  return details.some(({ errors }) => errors.some(({ errorCode }) => errorCode.requestError === 'UNSUPPORTED_VERSION'))
}
