import { z } from 'zod'
import { failureKinds } from '../../failure.ts'
import { timestamp } from '../fields.ts'

/** One thing that is collected for a site: what runs now and how far it is, or when it was collected. */
export const collectRow = z.object({
  kind: z.string(),
  /** Its subject: a phrase, a domain, a prompt; null where it is the site itself, or a text for it. */
  subject: z.string().nullable(),
  status: z.enum(['queued', 'collecting', 'waiting', 'ready', 'partial', 'failed']),
  /** When it was last collected. */
  updatedAt: timestamp.nullable(),
  /** When it is collected next, by itself or because somebody waits; null: when it is asked for. */
  dueAt: timestamp.nullable(),
  tries: z.int(),
  error: z.enum(failureKinds).nullable(),
  /** How far a run of many steps is. */
  progress: z.object({ done: z.int(), total: z.int().nullable() }).nullable(),
})
export type CollectRow = z.infer<typeof collectRow>
