import { z } from 'zod'
import { id, timestamp } from '../fields.ts'
import { keywordRow } from './keyword.ts'

const checked = { at: timestamp, position: z.int(), url: z.string().nullable() }
const keyword = {
  keywordId: id,
  ...keywordRow.pick({ keyword: true, device: true, country: true, location: true }).shape,
}

/** Position or page differs from the last check; 0: not found within the depth. */
export const rankChangeRow = z.object({
  ...keyword,
  ...checked,
  before: z.object(checked),
  sandbox: z.literal(true).optional(),
})
export type RankChangeRow = z.infer<typeof rankChangeRow>

/** Columns, oldest first. Milliseconds since 1970; an unknown depth is null. */
export const keywordPast = z.object({
  ...keyword,
  ats: z.array(z.int()),
  positions: z.array(z.int()),
  depths: z.array(z.int().nullable()),
  urls: z.array(z.string().nullable()),
})
export type KeywordPast = z.infer<typeof keywordPast>
