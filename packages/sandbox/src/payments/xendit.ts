import { Router } from 'express'
import { z } from 'zod'
import { type Answer, jsonBody, type Provider, send } from '../formats/provider.ts'
import { type Player, type Sent, serverKey } from './player.ts'
import { type Attempt, type Bill, isRefundable, leading, type PayMethod, type Till } from './till.ts'

const checkout = z.looseObject({
  reference_id: z.string().min(1).max(64),
  session_type: z.literal('PAY'),
  mode: z.literal('PAYMENT_LINK'),
  amount: z.int().min(1),
  currency: z.literal('IDR'),
  country: z.literal('ID'),
  description: z.string().default(''),
  expires_at: z.iso.datetime(),
  success_return_url: z.url(),
})
const refundBody = z.looseObject({ payment_request_id: z.string(), amount: z.int().min(1) })
const channels: Record<PayMethod, string> = { qris: 'QRIS', bca_va: 'BCA_VIRTUAL_ACCOUNT', gopay: 'GOPAY' }

const refuse = (status: number, error_code: string): Answer => ({ status, body: { error_code, message: error_code } })

function sessionOf(bill: Bill, origin: string) {
  const { ref, orderId, amount, status, expiresAt } = bill
  const attempt = leading(bill)
  const isPaid = attempt?.status === 'paid'
  const states = { open: 'ACTIVE', cancelled: 'CANCELED', expired: 'EXPIRED' } as const
  return {
    payment_session_id: ref,
    reference_id: orderId,
    amount,
    currency: 'IDR',
    country: 'ID',
    mode: 'PAYMENT_LINK',
    session_type: 'PAY',
    status: isPaid ? 'COMPLETED' : states[status],
    expires_at: expiresAt.toISOString(),
    payment_link_url: `${origin}/pay/xendit/${ref}`,
    payment_id: attempt?.id ?? null,
    payment_request_id: attempt?.requestId ?? null,
  }
}

function paymentOf({ bill, attempt }: { bill: Bill; attempt: Attempt }) {
  const states = { pending: 'PENDING', paid: 'SUCCEEDED', denied: 'FAILED', expired: 'EXPIRED' } as const
  return {
    payment_id: attempt.id,
    payment_request_id: attempt.requestId,
    reference_id: bill.orderId,
    status: states[attempt.status],
    channel_code: channels[attempt.method],
    request_amount: attempt.amount,
    currency: 'IDR',
    created: attempt.at.toISOString(),
  }
}

function open(till: Till, given: unknown, origin: string): Answer {
  const { data } = checkout.safeParse(given)
  if (!data) return refuse(400, 'API_VALIDATION_ERROR')
  const { origin: back } = new URL(data.success_return_url)
  const bill = till.open({
    provider: 'xendit',
    orderId: data.reference_id,
    amount: data.amount,
    title: data.description,
    // The real one has this address in its settings.
    returnUrl: data.success_return_url,
    notifyUrl: `${back}/webhooks/xendit`,
    expiresAt: new Date(data.expires_at),
  })
  return { status: 201, body: sessionOf(bill, origin) }
}

function refund(till: Till, given: unknown, key: string): Answer {
  const { data } = refundBody.safeParse(given)
  const found = data && till.attempt(data.payment_request_id)
  if (!data || !found) return refuse(404, 'DATA_NOT_FOUND')
  const { attempt } = found
  if (!isRefundable(attempt)) return refuse(400, 'REFUND_NOT_SUPPORTED')
  if (attempt.status !== 'paid' || data.amount > attempt.amount - attempt.refunded)
    return refuse(400, 'INELIGIBLE_TRANSACTION')
  if (!till.refund(attempt, data.amount, key)) return refuse(409, 'DUPLICATE_ERROR')
  return {
    status: 200,
    body: { id: `rfd-${key}`, payment_request_id: attempt.requestId, amount: data.amount, status: 'SUCCEEDED' },
  }
}

/** Xendit’s payment sessions: pages for orders, their payments, refunds. */
function provider(till: Till): Provider {
  const routes = Router()
  routes.use((req, res, next) => {
    const given = Buffer.from(req.get('authorization')?.replace(/^Basic /, '') ?? '', 'base64').toString()
    if (given === `${serverKey}:`) next()
    else send(res, refuse(401, 'INVALID_API_KEY'))
  })
  routes.post('/sessions', (req, res) => send(res, open(till, jsonBody(req), `${req.protocol}://${req.get('host')}`)))
  routes.get('/sessions/:ref', (req, res) => {
    const bill = till.byRef(req.params.ref)
    send(
      res,
      bill
        ? { status: 200, body: sessionOf(bill, `${req.protocol}://${req.get('host')}`) }
        : refuse(404, 'DATA_NOT_FOUND'),
    )
  })
  routes.post('/sessions/:ref/cancel', (req, res) => {
    const bill = till.byRef(req.params.ref)
    if (!bill) return send(res, refuse(404, 'DATA_NOT_FOUND'))
    const isBusy =
      bill.status !== 'open' || bill.attempts.some(({ status }) => status === 'pending' || status === 'paid')
    if (isBusy) return send(res, refuse(400, 'SESSION_NOT_ACTIVE'))
    bill.status = 'cancelled'
    send(res, { status: 200, body: sessionOf(bill, `${req.protocol}://${req.get('host')}`) })
  })
  routes.get('/v3/payments/:id', (req, res) => {
    const found = till.attempt(req.params.id)
    send(res, found ? { status: 200, body: paymentOf(found) } : refuse(404, 'DATA_NOT_FOUND'))
  })
  routes.get('/refunds', (req, res) => {
    const found = till.attempt(String(req.query.payment_request_id))
    const refunded = found?.attempt.refunded ?? 0
    send(res, {
      status: 200,
      body: { data: refunded > 0 ? [{ amount: refunded, status: 'SUCCEEDED' }] : [], has_more: false },
    })
  })
  routes.post('/refunds', (req, res) => send(res, refund(till, jsonBody(req), req.get('idempotency-key') ?? '')))
  routes.use((_req, res) => send(res, refuse(404, 'NOT_FOUND')))
  return {
    name: 'xendit',
    routes,
    refusals: {
      http500: refuse(500, 'SERVER_ERROR'),
      quota: refuse(402, 'PAYMENT_REQUIRED'),
      rate: refuse(429, 'RATE_LIMIT_EXCEEDED'),
    },
  }
}

function noticeOf({ notifyUrl, orderId, ref, amount }: Bill, attempt: Attempt): Sent {
  const isPaid = attempt.status === 'paid'
  const body = {
    event: isPaid ? 'payment_session.completed' : attempt.status === 'pending' ? 'payment.pending' : 'payment.failure',
    business_id: 'sandbox',
    created: attempt.at.toISOString(),
    data: {
      payment_session_id: ref,
      payment_id: attempt.id,
      reference_id: orderId,
      status: isPaid ? 'COMPLETED' : 'ACTIVE',
      amount,
      currency: 'IDR',
    },
  }
  return { url: notifyUrl, headers: { 'x-callback-token': serverKey }, body: JSON.stringify(body) }
}

export const xendit: Player = { label: 'Xendit', provider, noticeOf }
