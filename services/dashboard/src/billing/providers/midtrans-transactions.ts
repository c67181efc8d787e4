import { z } from 'zod'
import type { Sighting } from '../rules/order-states.ts'
import { type Reply, rupiah } from './exchange.ts'

export const transaction = z.object({
  order_id: z.string(),
  transaction_id: z.string(),
  transaction_status: z.string(),
  fraud_status: z.string().optional(),
  payment_type: z.string(),
  gross_amount: z.string(),
  currency: z.string().default('IDR'),
  refund_amount: z.union([z.string(), z.number()]).optional(),
  settlement_time: z.string().optional(),
})
export type Transaction = z.output<typeof transaction>
/** Midtrans' own status, which HTTP's may differ from. */
export const statusCode = z.object({ status_code: z.string() })

/** Midtrans knows no such transaction, which it also says with HTTP 200. */
export function isMissing({ status, body }: Reply): boolean {
  return status === 404 || statusCode.safeParse(body).data?.status_code === '404'
}

/** `at` is the time of the payment where Midtrans names none. */
export function sightingOf(seen: Transaction, at: Date): Sighting {
  const { transaction_id: paymentId, payment_type: method, gross_amount, currency, refund_amount } = seen
  const amount = rupiah(gross_amount)
  const status = statusOf(seen)
  const refunded = status === 'refunded' ? amount : rupiah(refund_amount ?? 0)
  const paidAt = jakartaTime(seen.settlement_time) ?? at
  return { paymentId, method, status, amount, currency, refunded: Number.isNaN(refunded) ? 0 : refunded, at: paidAt }
}

/** Their times are those of Jakarta, without saying so. */
function jakartaTime(text: string | undefined): Date | undefined {
  const at = new Date(`${text?.replace(' ', 'T')}+07:00`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

function statusOf({ transaction_status: status, fraud_status: fraud }: Transaction): Sighting['status'] {
  switch (status) {
    case 'settlement':
    case 'partial_refund':
      return 'paid'
    case 'capture':
      return fraud === undefined || fraud === 'accept' ? 'paid' : 'pending'
    case 'refund':
    case 'chargeback':
      return 'refunded'
    case 'deny':
    case 'cancel':
    case 'expire':
    case 'failure':
      return 'failed'
    default:
      // Unknown statuses count as pending.
      return 'pending'
  }
}
