import { z } from 'zod'

/** Playable by the sandbox; secrets are `*`. */
export const exchangeRow = z.object({
  provider: z.string(),
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  status: z.int(),
  body: z.unknown(),
})
export type Exchange = z.output<typeof exchangeRow>

export const providerProbeRow = z.object({
  provider: z.string(),
  capability: z.string(),
  isSet: z.boolean(),
  asks: z.string(),
  /** Highest cost by our price. */
  heldUsd: z.number(),
})

export const providerAreaRow = z.object({
  area: z.string(),
  on: z.array(z.string()),
  simulated: z.array(z.string()),
  hint: z.string().nullable(),
})
export type ProviderArea = z.output<typeof providerAreaRow>

/** `missing`: fields we read that the answer lacks. */
export const providerCheckRow = providerProbeRow.extend({
  /** Sentences; empty if all is well. */
  problems: z.array(z.string()),
  sandbox: z.boolean().nullable(),
  /** HTTP's, of the last call; null without an answer. */
  status: z.int().nullable(),
  ms: z.int(),
  /** Null: unknown. */
  chargedUsd: z.number().nullable(),
  locale: z.record(z.string(), z.string()),
  fields: z.array(z.string()),
  missing: z.array(z.string()),
  exchanges: z.array(exchangeRow),
})
export type ProviderCheck = z.output<typeof providerCheckRow>
