import { z } from 'zod'

const refundRules = ['done', 'pending', 'in_progress', 'insufficient', 'unavailable'] as const

/** Settings of a merchant at a provider that no document promises: code must work with each. */
export const ruleInput = z.strictObject({
  /** Channels that the merchant has not activated. */
  inactive: z.array(z.string()).default([]),
  /** How long a page of Xendit may be open; null: without limit. */
  longestMinutes: z.int().min(30).nullable().default(null),
  /** Whether the payments of a session have its reference. */
  paymentsNameOrder: z.boolean().default(true),
  /** The answer to a refund request. */
  refunds: z.enum(refundRules).default('done'),
  /** Signs the notices of Midtrans instead of the server key. */
  signatureSecret: z.string().nullable().default(null),
})
export type Rules = z.output<typeof ruleInput>

export function createRules() {
  let rules = ruleInput.parse({})
  return {
    current: () => rules,
    set(next: Rules) {
      rules = next
    },
    reset() {
      rules = ruleInput.parse({})
    },
  }
}
