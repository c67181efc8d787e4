import { createHash } from 'node:crypto'
import { Router } from 'express'
import { z } from 'zod'
import { type Answer, jsonBody, type Provider, send } from '../formats/provider.ts'
import { statusCodeOf, statusOf } from './midtrans-status.ts'
import { type Player, type Sent, serverKey } from './player.ts'
import { type Attempt, type Bill, isRefundable, leading, type Till } from './till.ts'

const checkout = z.looseObject({
  transaction_details: z.looseObject({ order_id: z.string().regex(/^[\w.~-]{1,50}$/), gross_amount: z.int().min(1) }),
  item_details: z.array(z.looseObject({ name: z.string().max(50), price: z.int(), quantity: z.int() })),
  expiry: z.looseObject({ unit: z.literal('minutes'), duration: z.int().min(5).max(10_080) }),
  callbacks: z.looseObject({ finish: z.url() }),
})
const refundBody = z.looseObject({ refund_key: z.string(), amount: z.int().min(1) })

const refuse = (status: number, ...messages: string[]): Answer => ({ status, body: { error_messages: messages } })
const missing = { status: 200, body: { status_code: '404', status_message: "Transaction doesn't exist." } }

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
    returnUrl: data.callbacks.finish,
    notifyUrl: notifyUrl ?? '',
    expiresAt: new Date(now.getTime() + data.expiry.duration * 60_000),
  })
  return { status: 201, body: { token: bill.ref, redirect_url: `${origin}/pay/midtrans/${bill.ref}` } }
}

/** What Midtrans says of a transaction, by its own id or the order's. */
function statusAnswer(till: Till, id: string): Answer {
  const byId = till.attempt(id)
  const bills = till.ofOrder(id, 'midtrans')
  const attempt = byId?.attempt ?? leading({ attempts: bills.flatMap(({ attempts }) => attempts) })
  const bill = byId?.bill ?? bills.at(-1)
  return attempt && bill ? { status: 200, body: transaction(bill, attempt) } : missing
}

function transaction({ orderId }: Bill, attempt: Attempt) {
  return {
    status_code: statusCodeOf(attempt),
    transaction_id: attempt.id,
    order_id: orderId,
    gross_amount: `${attempt.amount}.00`,
    currency: 'IDR',
    payment_type: attempt.method === 'bca_va' ? 'bank_transfer' : attempt.method,
    transaction_time: jakarta(attempt.at),
    ...(attempt.status === 'paid' ? { settlement_time: jakarta(attempt.at) } : {}),
    transaction_status: statusOf(attempt),
    fraud_status: 'accept',
    ...(attempt.refunded > 0 ? { refund_amount: `${attempt.refunded}.00` } : {}),
  }
}

function refund(till: Till, id: string, given: unknown): Answer {
  const refused = (code: string, text: string) => ({ status: 200, body: { status_code: code, status_message: text } })
  const { data } = refundBody.safeParse(given)
  const found = till.attempt(id)
  if (!data || !found) return refused('404', 'The requested resource is not found')
  const { bill, attempt } = found
  if (attempt.status !== 'paid' || !isRefundable(attempt))
    return refused('412', 'Merchant cannot modify the status of the transaction')
  if (data.amount > attempt.amount - attempt.refunded) return refused('414', 'Refund amount is more than is left')
  if (!till.refund(attempt, data.amount, data.refund_key)) return refused('406', 'Duplicate refund key')
  return { status: 200, body: { ...transaction(bill, attempt), status_code: '200' } }
}

/** Midtrans Snap: pages for orders, the status of transactions, refunds. */
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
  routes.get('/v2/:id/status', (req, res) => send(res, statusAnswer(till, req.params.id)))
  routes.post('/v2/:id/refund', (req, res) => send(res, refund(till, req.params.id, jsonBody(req))))
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

function noticeOf(bill: Bill, attempt: Attempt): Sent {
  const { notifyUrl, orderId } = bill
  const status = statusCodeOf(attempt)
  const amount = `${attempt.amount}.00`
  const body = {
    transaction_time: jakarta(attempt.at),
    transaction_status: statusOf(attempt),
    transaction_id: attempt.id,
    status_message: 'midtrans payment notification',
    status_code: status,
    signature_key: createHash('sha512').update(`${orderId}${status}${amount}${serverKey}`).digest('hex'),
    payment_type: attempt.method === 'bca_va' ? 'bank_transfer' : attempt.method,
    order_id: orderId,
    merchant_id: 'sandbox',
    gross_amount: amount,
    fraud_status: 'accept',
    currency: 'IDR',
  }
  return { url: notifyUrl, headers: {}, body: JSON.stringify(body) }
}

/** The time as Midtrans writes it. */
function jakarta(at: Date): string {
  return new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}

export const midtrans: Player = { label: 'Midtrans', provider, noticeOf }
