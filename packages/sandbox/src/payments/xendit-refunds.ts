import type { Request } from 'express'
import { z } from 'zod'
import { type Answer, param, wholeParam } from '../formats/provider.ts'
import { type Attempt, addRefund, isRefundable, leftOf, type Refund, type Till } from './till.ts'

// Source: docs.xendit.co/apidocs/refund-payment-request as of March 2026; the list is that of github.com/xendit/xendit-php.

const refundBody = z.looseObject({
  payment_request_id: z.string(),
  reference_id: z.string().max(255).default(''),
  amount: z.int().min(1),
})

export const refuse = (status: number, error_code: string): Answer => ({
  status,
  body: { error_code, message: error_code },
})

export function refundRow({ requestId }: Attempt, { id, key, amount, status }: Refund) {
  const failure_code = status === 'FAILED' ? 'INSUFFICIENT_BALANCE' : null
  return { id, payment_request_id: requestId, reference_id: key, amount, currency: 'IDR', status, failure_code }
}

/** All of the merchant's, newest first: no document names a filter. */
export function refundsOf(till: Till, req: Request): Answer {
  const rows = till.attemptsAt('xendit').flatMap((one) => one.refunds.map((refund) => refundRow(one, refund)))
  rows.reverse()
  const from = rows.findIndex(({ id }) => id === param(req, 'after_id')) + 1
  const limit = wholeParam(req, 'limit', 10, 100) ?? 10
  return { status: 200, body: { data: rows.slice(from, from + limit), has_more: rows.length > from + limit } }
}

/** 403 for a channel that cannot refund. */
export function refund(till: Till, given: unknown): Answer {
  const { data } = refundBody.safeParse(given)
  const found = data && till.attempt(data.payment_request_id)
  if (!data || !found) return refuse(404, 'DATA_NOT_FOUND')
  const { attempt } = found
  const rule = till.rules.current().refunds
  if (!isRefundable(attempt)) return refuse(403, 'REFUND_NOT_SUPPORTED')
  if (attempt.status !== 'paid') return refuse(400, 'INELIGIBLE_TRANSACTION_STATUS')
  if (rule === 'insufficient') return refuse(400, 'INSUFFICIENT_BALANCE')
  if (rule === 'unavailable') return refuse(400, 'TEMPORARILY_UNAVAILABLE')
  if (rule === 'in_progress' || attempt.refunds.some(({ status }) => status === 'PENDING'))
    return refuse(400, 'REFUND_IN_PROGRESS')
  if (data.amount > leftOf(attempt)) return refuse(400, 'REFUND_AMOUNT_EXCEEDED')
  const status = rule === 'done' ? 'SUCCEEDED' : 'PENDING'
  return {
    status: 200,
    body: refundRow(attempt, addRefund(attempt, { key: data.reference_id, amount: data.amount, status })),
  }
}
