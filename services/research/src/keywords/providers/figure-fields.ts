import { type Intent, intents } from '@rts/shared/contract/rows/research'
import { z } from 'zod'
import type { TrendMonth } from '../rules/figures.ts'

/** A number that may be missing, or outside of what it can mean: then it is unknown, and the row stays. */
export function numberWithin(min: number, max: number) {
  return z.number().min(min).max(max).nullable().catch(null).default(null)
}
export const count = z
  .number()
  .nonnegative()
  .nullable()
  .catch(null)
  .default(null)
  .transform((value) => (value === null ? null : Math.round(value)))
export const money = numberWithin(0, 1_000_000)

/** Only the four words that we publish; another one is unknown. */
export const intentWord = z
  .string()
  .nullish()
  .catch(null)
  .transform((word): Intent | null => intents.find((intent) => intent === word) ?? null)

/** Months in any order, as a trend. */
export function trendOf(months: readonly TrendMonth[]): TrendMonth[] {
  return [...months].sort((a, b) => a.year - b.year || a.month - b.month)
}
