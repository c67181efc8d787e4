import { z } from 'zod'
import { id, timestamp } from '../fields.ts'
import { keywordRow } from './keyword.ts'

const checked = { at: timestamp, position: z.int(), url: z.string().nullable() }
const keyword = {
  keywordId: id,
  ...keywordRow.pick({ keyword: true, device: true, country: true, location: true }).shape,
}

/** A check in which a keyword has another position or page than in the check before; a position of 0 is not found within the depth. */
export const rankChangeRow = z.object({
  ...keyword,
  ...checked,
  before: z.object(checked),
  sandbox: z.literal(true).optional(),
})
export type RankChangeRow = z.infer<typeof rankChangeRow>

/** The checks of a keyword in columns, the oldest first. Times are milliseconds since 1970; a depth is null where it is unknown. */
export const keywordPast = z.object({
  ...keyword,
  ats: z.array(z.int()),
  positions: z.array(z.int()),
  depths: z.array(z.int().nullable()),
  urls: z.array(z.string().nullable()),
})
export type KeywordPast = z.infer<typeof keywordPast>
