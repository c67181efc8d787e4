import { z } from 'zod'

const refundRules = ['done', 'pending', 'in_progress', 'insufficient', 'unavailable'] as const

/** Merchant settings that no document promises: code must work with each. */
export const ruleInput = z.strictObject({
  inactive: z.array(z.string()).default([]),
  /** Of a Xendit page; null: no limit. */
  longestMinutes: z.int().min(30).nullable().default(null),
  paymentsNameOrder: z.boolean().default(true),
  refunds: z.enum(refundRules).default('done'),
  /** Signs Midtrans' notices instead of the server key. */
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
