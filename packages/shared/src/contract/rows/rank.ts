import { z } from 'zod'
import { id, provenance, timestamp } from '../fields.ts'
import { lastCheckRow } from './keyword.ts'

/** A rank and the one before it; `change` is previous minus present, so positive when the site went up. */
const movement = {
  position: z.int().nullable(),
  previousPosition: z.int().nullable(),
  change: z.int().nullable(),
  url: z.string().nullable(),
}
/** Without a check yet there is no time and no source; `lastCheck` says whether a check is waiting or has failed since. */
const tracked = {
  keyword: z.string(),
  country: z.string(),
  language: z.string(),
  checkedAt: timestamp.nullable(),
  ...provenance,
  source: provenance.source.nullable(),
  lastCheck: lastCheckRow.nullable(),
}

export const overviewRow = z.object({ id, ...tracked, ...movement, best: z.int().nullable(), frozen: z.boolean() })
export const comparisonRow = z.object({
  keywordId: id,
  ...tracked,
  ...movement,
  competitors: z.array(z.object({ id, domain: z.string(), ...movement })),
})
export const competitorRow = z.object({ id, domain: z.string() })
export type OverviewRow = z.infer<typeof overviewRow>
export type ComparisonRow = z.infer<typeof comparisonRow>
export type CompetitorRow = z.infer<typeof competitorRow>
