import { z } from 'zod'
import { id, timestamp } from '../fields.ts'

export const siteRow = z.object({
  id,
  name: z.string(),
  domain: z.string(),
  tags: z.array(z.string()),
  description: z.string().nullable(),
  country: z.string(),
  language: z.string(),
  autoAddPreference: z.string().nullable(),
  checksPausedAt: timestamp.nullable(),
  frozen: z.boolean(),
  createdAt: timestamp,
})
export type SiteRow = z.infer<typeof siteRow>
