import { z } from 'zod'

/** An answer of a provider as the sandbox can play it; secrets are replaced by `*`. */
export const exchangeRow = z.object({
  provider: z.string(),
  method: z.enum(['GET', 'POST']),
  path: z.string(),
  status: z.int(),
  body: z.unknown(),
})
export type Exchange = z.output<typeof exchangeRow>

/** A question to a provider that tells whether it still answers as we read it. */
export const providerProbeRow = z.object({
  provider: z.string(),
  capability: z.string(),
  /** Whether the service is set up to ask it. */
  isSet: z.boolean(),
  asks: z.string(),
  /** The most that it costs, by the price we hold. */
  heldUsd: z.number(),
})

/** A kind of data, and who provides it now. */
export const providerAreaRow = z.object({
  area: z.string(),
  on: z.array(z.string()),
  /** Those that the sandbox simulates. */
  simulated: z.array(z.string()),
  /** How it is turned on, where nothing is. */
  hint: z.string().nullable(),
})
export type ProviderArea = z.output<typeof providerAreaRow>

/** The outcome of asking. `missing`: fields that we read and that no part of the answer has. */
export const providerCheckRow = providerProbeRow.extend({
  /** The problems, in sentences; empty if all is well. */
  problems: z.array(z.string()),
  sandbox: z.boolean().nullable(),
  /** HTTP's, of the last call; null without an answer. */
  status: z.int().nullable(),
  ms: z.int(),
  /** Null where the provider does not say. */
  chargedUsd: z.number().nullable(),
  /** Country, language and place as the answer names them. */
  locale: z.record(z.string(), z.string()),
  fields: z.array(z.string()),
  missing: z.array(z.string()),
  exchanges: z.array(exchangeRow),
})
export type ProviderCheck = z.output<typeof providerCheckRow>
