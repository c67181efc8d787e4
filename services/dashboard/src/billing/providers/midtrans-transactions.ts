import { z } from 'zod'
import type { Sighting } from '../rules/order-states.ts'
import { type Reply, rupiah } from './exchange.ts'
import type { RefundOutcome } from './provider.ts'

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
const statusCode = z.object({ status_code: z.string(), status_message: z.string().default('') })

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
  return { paymentId, method, status, amount, currency, refunded: Number.isNaN(refunded) ? null : refunded, at: paidAt }
}

export function jakartaText(at: Date): string {
  const there = new Date(at.getTime() + 7 * 3_600_000).toISOString()
  return `${there.slice(0, 10)} ${there.slice(11, 19)} +0700`
}

/** Their times are those of Jakarta, without saying so. */
function jakartaTime(text: string | undefined): Date | undefined {
  const at = new Date(`${text?.replace(' ', 'T')}+07:00`)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** The outcome of a refund by Midtrans' own status; null for an answer that cannot be read. */
export function refundOutcome({ body }: Reply): RefundOutcome | null {
  const { data } = statusCode.safeParse(body)
  switch (data?.status_code) {
    case '200':
      return 'done'
    case '201':
    // This key was used before.
    case '406':
      return 'pending'
    case '404':
    case '412':
      return 'unsupported'
    case '414':
      return /insufficient/i.test(data.status_message) ? 'later' : 'unsupported'
    default:
      return data?.status_code.startsWith('4') ? 'later' : null
  }
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
