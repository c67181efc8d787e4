import { z } from 'zod'
import { failureKinds } from '../../failure.ts'
import { id, line, provenance, timestamp } from '../fields.ts'
import { storedLocale, storedVariant } from '../locale.ts'
import { described } from '../words.ts'

/** A code, never the provider's own text. */
export const failure = described(
  z.enum(failureKinds).nullable(),
  'Why it failed; null: it did not. `suspect`: the results page may have been withheld or replaced, and nothing confirms it yet. `respelled`: Google showed results for another spelling of the keyword',
  null,
)
export const checkStatuses = ['queued', 'ok', 'failed'] as const
export const lastCheckRow = described(
  z.object({
    status: described(
      z.enum(checkStatuses),
      '`queued`: waits for a provider. `failed`: the position before stays, and it is tried again',
      'ok',
    ),
    at: timestamp,
    error: failure,
  }),
  'The outcome of the last check of a keyword',
)
export const trackedPhrase = described(z.string(), 'The tracked phrase', 'coffee beans')
export const keywordRow = described(
  z.object({
    id,
    keyword: trackedPhrase,
    ...storedLocale,
    ...storedVariant,
    lastCheck: described(lastCheckRow.nullable(), 'Null: there was no check yet'),
    frozen: described(
      z.boolean(),
      'True beyond the keywords of the plan, or on a frozen site: readable, not checked',
      false,
    ),
    createdAt: timestamp,
  }),
  'A phrase that is tracked for a site, in one country and language, on one device and in one place',
)
export type KeywordRow = z.infer<typeof keywordRow>

/** A person's label, from the dashboard. */
export const keywordTag = line(1, 50)
export const maxTags = 20

export const skippedLineRow = described(
  z.object({
    line: described(z.int(), 'The line of the text, from 1', 2),
    keyword: described(z.string(), 'The phrase on the line', 'Coffee Beans'),
    code: described(z.enum(['duplicate', 'invalid', 'plan_limit_reached']), 'Why it was skipped', 'duplicate'),
  }),
  'A line of a bulk text that added no keyword',
)
export type SkippedLine = z.infer<typeof skippedLineRow>

export const historyRow = described(
  z.object({
    position: described(z.int().nonnegative(), 'The rank, from 1; 0: not found within `depth`', 4),
    checkedAt: timestamp,
    url: described(z.string().nullable(), 'The page that ranked; null: none did', 'https://example.com/coffee'),
    found: described(z.boolean(), 'Whether the site was found within `depth`', true),
    depth: described(z.int().nullable(), 'How many results were looked at', 100),
    ...provenance,
  }),
  'One check of a keyword. A failed check is no entry',
)
export const failedCheckRow = z.object({ ...lastCheckRow.omit({ status: true }).shape, source: z.string().nullable() })
export type FailedCheckRow = z.infer<typeof failedCheckRow>
export type HistoryRow = z.infer<typeof historyRow>
