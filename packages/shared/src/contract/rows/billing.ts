import { z } from 'zod'
import { planLimitsSchema, planSchema } from '../../plans.ts'
import { id, sentence, timestamp } from '../fields.ts'

/** Rupiah, or US cents. */
export const amount = z.int().nonnegative()
const currency = z.enum(['IDR', 'USD'])
/** A plan that is paid for. */
export const paidPlan = planSchema.exclude(['guest', 'free'])
/** Months that are paid for at once. */
export const months = z.union([z.literal(1), z.literal(12)], { error: 'must be 1 or 12' })
/** Who takes payments. */
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
  /** The amount to pay: the price less the credit. */
  amount,
  credit: amount,
  /** `review`: money came that does not fit the order, and support decides. */
  status: z.enum(['draft', 'open', 'paid', 'expired', 'cancelled', 'failed', 'review', 'refunding', 'refunded']),
  /** The provider's page; null until it has answered, and once the order is over. */
  payUrl: z.string().nullable(),
  provider: paymentProvider.nullable(),
  /** How it is paid, as the provider names it. */
  method: z.string().nullable(),
  /** A payment is under way. */
  isPending: z.boolean(),
  createdAt: timestamp,
  expiresAt: timestamp.nullable(),
  paidAt: timestamp.nullable(),
  startsAt: timestamp.nullable(),
  endsAt: timestamp.nullable(),
  receiptNumber: z.string().nullable(),
})

/** An order as the operator sees it. */
export const listedOrderRow = orderRow.extend({
  accountId: id,
  /** Why it is in review. */
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
      /** The effect of the payment on the order. */
      role: z.enum(['attempt', 'order', 'surplus', 'review']),
      at: timestamp,
    }),
  ),
})

/** The price of an order now. */
const priceRow = z.object({
  months,
  amountIdr: amount,
  creditIdr: amount,
  /** The amount to pay. */
  dueIdr: amount,
  kind: orderRow.shape.kind.exclude(['invoice']),
  startsAt: timestamp,
  paidUntil: timestamp,
})
export const offerRow = z.object({
  plan: planSchema.exclude(['guest']),
  limits: planLimitsSchema,
  /** Below the plan that the account has: to be had once that ends. */
  isDowngrade: z.boolean(),
  /** The full price of each term, whatever may be bought now; none for Free and where the operator names none. */
  listPrices: z.array(z.object({ months, amountIdr: amount })),
  /** The plans on sale for this account now. */
  prices: z.array(priceRow),
})

export const receiptRow = z.object({
  number: z.string(),
  issuedAt: timestamp,
  /** The lines of the seller: name, address, tax number. */
  seller: z.array(z.string()),
  buyer: z.object({ accountId: id, email: z.string() }),
  lines: z.array(z.object({ title: sentence, amount: z.int() })),
  currency,
  total: amount,
  method: z.string(),
  paidAt: timestamp,
})
