import { z } from 'zod'
import { planLimitsSchema, planSchema } from '../../plans.ts'
import { id, sentence, timestamp } from '../fields.ts'

/** Rupiah, or US cents. */
export const amount = z.int().nonnegative()
const currency = z.enum(['IDR', 'USD'])
export const paidPlan = planSchema.exclude(['guest', 'free'])
export const months = z.union([z.literal(1), z.literal(12)], { error: 'must be 1 or 12' })
// generated: payment providers
export const paymentProvider = z.enum(['midtrans', 'xendit'])
// end
export type PaymentProviderName = z.output<typeof paymentProvider>

export const orderRow = z.object({
  id,
  kind: z.enum(['new', 'renew', 'upgrade', 'invoice']),
  plan: paidPlan,
  months,
  currency,
  amount,
  credit: amount,
  /** `review`: the money does not fit the order; support decides. */
  status: z.enum(['draft', 'open', 'paid', 'expired', 'cancelled', 'failed', 'review', 'refunding', 'refunded']),
  /** At the provider; null until it answered and once the order is over. */
  payUrl: z.string().nullable(),
  provider: paymentProvider.nullable(),
  method: z.string().nullable(),
  isPending: z.boolean(),
  createdAt: timestamp,
  expiresAt: timestamp.nullable(),
  paidAt: timestamp.nullable(),
  startsAt: timestamp.nullable(),
  endsAt: timestamp.nullable(),
  receiptNumber: z.string().nullable(),
})

export const listedOrderRow = orderRow.extend({
  accountId: id,
  reason: z.string().nullable(),
  payments: z.array(
    z.object({
      paymentId: z.string(),
      provider: z.string(),
      method: z.string(),
      amount,
      currency: z.string(),
      refunded: amount,
      status: z.enum(['pending', 'paid', 'failed', 'refunded']),
      role: z.enum(['attempt', 'order', 'surplus', 'review']),
      at: timestamp,
    }),
  ),
})

const priceRow = z.object({
  months,
  amountIdr: amount,
  creditIdr: amount,
  dueIdr: amount,
  kind: orderRow.shape.kind.exclude(['invoice']),
  startsAt: timestamp,
  paidUntil: timestamp,
})
export const offerRow = z.object({
  plan: planSchema.exclude(['guest']),
  limits: planLimitsSchema,
  isDowngrade: z.boolean(),
  /** Full price of each term; none for Free and unpriced plans. */
  listPrices: z.array(z.object({ months, amountIdr: amount })),
  prices: z.array(priceRow),
})

export const receiptRow = z.object({
  number: z.string(),
  issuedAt: timestamp,
  seller: z.array(z.string()),
  buyer: z.object({ accountId: id, email: z.string() }),
  lines: z.array(z.object({ title: sentence, amount: z.int() })),
  currency,
  total: amount,
  method: z.string(),
  paidAt: timestamp,
})
