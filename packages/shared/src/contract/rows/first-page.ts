import { z } from 'zod'
import { id } from '../fields.ts'
import { keywordRow } from './keyword.ts'

export const foundKeywordRow = keywordRow
  .pick({ id: true, keyword: true, country: true, language: true, device: true })
  .extend({ projectId: id, site: z.string() })
export type FoundKeywordRow = z.infer<typeof foundKeywordRow>

/** Position 0: not found. */
export const fallenRow = foundKeywordRow.extend({ position: z.int(), previousPosition: z.int() })
export type FallenRow = z.infer<typeof fallenRow>

/** `siteId`: the latest site; `demoId`: null without a demo site. */
export const firstSteps = z.object({
  siteId: id.nullable(),
  demoId: id.nullable(),
  hasKeywords: z.boolean(),
  hasRivals: z.boolean(),
  hasSearchConsole: z.boolean(),
  hasRanks: z.boolean(),
})
export type FirstSteps = z.infer<typeof firstSteps>

/** Pages with the host in the first ten, and its best position. */
export const suggestedRivalRow = z.object({ domain: z.string(), pages: z.int(), best: z.int() })
export type SuggestedRivalRow = z.infer<typeof suggestedRivalRow>
