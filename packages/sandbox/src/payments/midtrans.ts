import { createHash } from 'node:crypto'
import { type Request, Router } from 'express'
import { z } from 'zod'
import { type Answer, jsonBody, type Provider, send } from '../formats/provider.ts'
import { statusCodeOf, statusOf } from './midtrans-status.ts'
import { type Player, type Sent, serverKey } from './player.ts'
import type { Rules } from './rules.ts'
import {
  type Attempt,
  addRefund,
  type Bill,
  isRefundable,
  leading,
  leftOf,
  type PayMethod,
  payMethods,
  refundedOf,
  type Till,
} from './till.ts'

// Source: docs.midtrans.com/reference (request-body-json-parameter, get-transaction-status, dana, refund-transaction, code-4xx), as of November 2025.

const checkout = z.looseObject({
  transaction_details: z.looseObject({ order_id: z.string().regex(/^[\w.~-]{1,50}$/), gross_amount: z.int().min(1) }),
  item_details: z.array(z.looseObject({ name: z.string().max(50), price: z.int(), quantity: z.int() })),
  expiry: z.looseObject({
    start_time: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}$/)
      .optional(),
    unit: z.literal('minutes'),
    duration: z.int().min(5).max(10_080),
  }),
  callbacks: z.looseObject({ finish: z.url() }),
  enabled_payments: z.array(z.string()).optional(),
})
const refundBody = z.looseObject({ refund_key: z.string(), amount: z.int().min(1) })
type Expiry = z.output<typeof checkout>['expiry']

const refuse = (status: number, ...messages: string[]): Answer => ({ status, body: { error_messages: messages } })
const says = (code: string, text: string): Answer => ({
  status: 200,
  body: { status_code: code, status_message: text },
})
const missing = says('404', "Transaction doesn't exist.")

function open(till: Till, given: unknown, origin: string, notifyUrl: string | undefined, now: Date): Answer {
  const { data } = checkout.safeParse(given)
  if (!data) return refuse(400, 'transaction_details.gross_amount is not equal to the sum of item_details')
  const { order_id: orderId, gross_amount: amount } = data.transaction_details
  const sum = data.item_details.reduce((total, { price, quantity }) => total + price * quantity, 0)
  if (sum !== amount) return refuse(400, 'transaction_details.gross_amount is not equal to the sum of item_details')
  const known = till.ofOrder(orderId, 'midtrans')
  if (known.some(({ attempts }) => attempts.some(({ status }) => status === 'paid')))
    return refuse(400, 'transaction_details.order_id has been paid and utilized, please use another order_id')
  const bill = till.open({
    provider: 'midtrans',
    orderId,
    amount,
    title: data.item_details[0]?.name ?? '',
    methods: payMethods.filter((method) => data.enabled_payments?.includes(nameOf(method)) ?? true),
    returnUrl: data.callbacks.finish,
    notifyUrl: notifyUrl ?? '',
    expiresAt: endOf(data.expiry, now),
    attemptEnd: (at) => endOf(data.expiry, at),
  })
  return { status: 201, body: { token: bill.ref, redirect_url: `${origin}/pay/midtrans/${bill.ref}` } }
}

const nameOf = (method: PayMethod) => (method === 'qris' ? 'other_qris' : method)

/** By default from the choice of a method. */
function endOf({ start_time: start, duration }: Expiry, chosenAt: Date): Date {
  const from = start === undefined ? chosenAt : new Date(start.replace(' ', 'T').replace(/ ([+-]\d\d)(\d\d)$/, '$1:$2'))
  return new Date(from.getTime() + duration * 60_000)
}

/** DANA's are found only by their own id with `transaction-source: SNAP_API`, no others with it. */
function found(till: Till, id: string, isSnapApi: boolean): { bill: Bill; attempt: Attempt } | undefined {
  const isThere = ({ method }: Attempt) => (method === 'dana') === isSnapApi
  const byId = till.attempt(id)
  if (byId) return isThere(byId.attempt) ? byId : undefined
  const bills = till.ofOrder(id, 'midtrans')
  const attempt = isSnapApi ? undefined : leading({ attempts: bills.flatMap((one) => one.attempts.filter(isThere)) })
  const bill = bills.at(-1)
  return attempt && bill && { bill, attempt }
}

function statusAnswer(till: Till, id: string, isSnapApi: boolean): Answer {
  const seen = found(till, id, isSnapApi)
  return seen ? { status: 200, body: transaction(seen.bill, seen.attempt) } : missing
}

function transaction({ orderId }: Bill, attempt: Attempt) {
  const refunded = refundedOf(attempt)
  return {
    status_code: statusCodeOf(attempt),
    transaction_id: attempt.id,
    order_id: orderId,
    gross_amount: `${attempt.amount}.00`,
    currency: 'IDR',
    payment_type: attempt.method === 'bca_va' ? 'bank_transfer' : attempt.method,
    transaction_time: jakarta(attempt.at),
    expiry_time: jakarta(attempt.expiresAt),
    ...(attempt.status === 'paid' ? { settlement_time: jakarta(attempt.at) } : {}),
    transaction_status: statusOf(attempt),
    fraud_status: 'accept',
    ...(refunded > 0 ? { refund_amount: `${refunded}.00` } : {}),
  }
}

function refund(till: Till, id: string, isSnapApi: boolean, given: unknown): Answer {
  const { data } = refundBody.safeParse(given)
  const seen = found(till, id, isSnapApi)
  if (!data || !seen) return says('404', 'The requested resource is not found')
  const { bill, attempt } = seen
  if (attempt.status !== 'paid' || !isRefundable(attempt)) return says('412', 'Transaction status cannot be updated.')
  if (attempt.refunds.some(({ key }) => key === data.refund_key)) return says('406', 'Duplicate refund key')
  if (data.amount > leftOf(attempt)) return says('414', 'Refund amount is more than is left')
  const rule = till.rules.current().refunds
  if (rule === 'insufficient') return says('414', 'Refund request is rejected due to merchant insufficient funds.')
  if (rule === 'unavailable') return refuse(500, 'Sorry, we encountered internal server error. We will fix this soon.')
  const isDone = rule === 'done'
  addRefund(attempt, { key: data.refund_key, amount: data.amount, status: isDone ? 'SUCCEEDED' : 'PENDING' })
  return { status: 200, body: { ...transaction(bill, attempt), status_code: isDone ? '200' : '201' } }
}

function provider(till: Till, clock: () => Date): Provider {
  const routes = Router()
  routes.use((req, res, next) => {
    const given = Buffer.from(req.get('authorization')?.replace(/^Basic /, '') ?? '', 'base64').toString()
    if (given === `${serverKey}:`) next()
    else send(res, refuse(401, 'Access denied due to unauthorized transaction, please check client or server key'))
  })
  routes.post('/snap/v1/transactions', (req, res) => {
    const origin = `${req.protocol}://${req.get('host')}`
    send(res, open(till, jsonBody(req), origin, req.get('x-override-notification'), clock()))
  })
  routes.post('/snap/v1/transactions/:token/cancel', (req, res) => {
    const bill = till.byRef(req.params.token)
    if (bill?.status !== 'open') return send(res, refuse(404, 'Transaction not found'))
    if (bill.attempts.some(({ status }) => status === 'pending' || status === 'paid'))
      return send(res, refuse(400, 'Transaction payment is in progress'))
    bill.status = 'cancelled'
    send(res, { status: 200, body: { message: 'Transaction is canceled' } })
  })
  const isSnapApi = (req: Request) => req.get('transaction-source') === 'SNAP_API'
  routes.get('/v2/:id/status', (req, res) => send(res, statusAnswer(till, req.params.id, isSnapApi(req))))
  routes.post('/v2/:id/refund', (req, res) => send(res, refund(till, req.params.id, isSnapApi(req), jsonBody(req))))
  routes.use((_req, res) => send(res, refuse(404, 'Not found')))
  return {
    name: 'midtrans',
    routes,
    refusals: {
      http500: refuse(500, 'Sorry, we encountered internal server error. We will fix this soon.'),
      quota: refuse(402, 'Payment required'),
      rate: refuse(429, 'Too many requests'),
    },
  }
}

function noticesOf(bill: Bill, attempt: Attempt, { signatureSecret }: Rules): Sent[] {
  const { notifyUrl, orderId } = bill
  const status = statusCodeOf(attempt)
  const amount = `${attempt.amount}.00`
  const secret = signatureSecret ?? serverKey
  const body = {
    transaction_time: jakarta(attempt.at),
    transaction_status: statusOf(attempt),
    transaction_id: attempt.id,
    status_message: 'midtrans payment notification',
    status_code: status,
    signature_key: createHash('sha512').update(`${orderId}${status}${amount}${secret}`).digest('hex'),
    payment_type: attempt.method === 'bca_va' ? 'bank_transfer' : attempt.method,
    order_id: orderId,
    merchant_id: 'sandbox',
    gross_amount: amount,
    fraud_status: 'accept',
    currency: 'IDR',
  }
  return [{ url: notifyUrl, headers: {}, body: JSON.stringify(body) }]
}

function jakarta(at: Date): string {
  return new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

export const midtrans: Player = { label: 'Midtrans', provider, noticesOf }
