import { z } from 'zod'
import { failureKinds } from '../../failure.ts'
import { id, provenance, timestamp } from '../fields.ts'

export const checkStatuses = ['queued', 'ok', 'failed'] as const
export const lastCheckRow = z.object({
  status: z.enum(checkStatuses),
  at: timestamp,
  /** A code, never the provider's own text. */
  error: z.enum(failureKinds).nullable(),
})
export const keywordRow = z.object({
  id,
  keyword: z.string(),
  country: z.string(),
  language: z.string(),
  lastCheck: lastCheckRow.nullable(),
  frozen: z.boolean(),
  createdAt: timestamp,
})
export type KeywordRow = z.infer<typeof keywordRow>

/** A line of a bulk text that added no keyword; the first line is 1. */
export const skippedLineRow = z.object({
  line: z.int(),
  keyword: z.string(),
  code: z.enum(['duplicate', 'invalid', 'plan_limit_reached']),
})
export type SkippedLine = z.infer<typeof skippedLineRow>

export const historyRow = z.object({
  position: z.int().nonnegative(),
  checkedAt: timestamp,
  url: z.string().nullable(),
  found: z.boolean(),
  depth: z.int().nullable(),
  ...provenance,
})
/** A check that failed, and the provider that was asked last. */
export const failedCheckRow = z.object({ ...lastCheckRow.omit({ status: true }).shape, source: z.string().nullable() })
export type FailedCheckRow = z.infer<typeof failedCheckRow>
export type HistoryRow = z.infer<typeof historyRow>
