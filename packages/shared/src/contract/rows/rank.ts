import { z } from 'zod'
import { id, timestamp } from '../fields.ts'

/** A rank beside the one before it; `change` is positive when it went up (previous minus present). */
const movement = {
  position: z.int().nullable(),
  previousPosition: z.int().nullable(),
  change: z.int().nullable(),
  url: z.string().nullable(),
}
const tracked = { keyword: z.string(), country: z.string(), language: z.string(), checkedAt: timestamp.nullable() }

export const overviewRow = z.object({ id, ...tracked, ...movement, best: z.int().nullable() })
export const comparisonRow = z.object({
  keywordId: id,
  ...tracked,
  ...movement,
  competitors: z.array(z.object({ id, domain: z.string(), ...movement })),
})
export const competitorRow = z.object({ id, domain: z.string() })
export type OverviewRow = z.infer<typeof overviewRow>
export type ComparisonRow = z.infer<typeof comparisonRow>
