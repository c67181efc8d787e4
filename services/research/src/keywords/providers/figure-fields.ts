import { type Intent, intents } from '@rts/shared/contract/rows/research'
import { z } from 'zod'
import type { TrendMonth } from '../rules/figures.ts'

/** Missing or out of range is unknown; the row stays. */
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

/** Our four words; any other is unknown. */
export const intentWord = z
  .string()
  .nullish()
  .catch(null)
  .transform((word): Intent | null => intents.find((intent) => intent === word) ?? null)

export function trendOf(months: readonly TrendMonth[]): TrendMonth[] {
  return [...months].sort((a, b) => a.year - b.year || a.month - b.month)
}
