import { type Request, Router } from 'express'
import { z } from 'zod'
import { type Answer, jsonBody, type Provider, send } from '../formats/provider.ts'
import { type Player, type Sent, serverKey } from './player.ts'
import type { Rules } from './rules.ts'
import { type Attempt, type Bill, isOver, type PayMethod, payMethods, type Till } from './till.ts'
import { refund, refundRow, refundsOf, refuse } from './xendit-refunds.ts'

// Source: docs.xendit.co/apidocs (create-session, cancel-session, get-payment, refund-payment-request, the webhooks), as of March 2026, and the list of refunds of github.com/xendit/xendit-php.

const checkout = z.looseObject({
  reference_id: z.string().min(1).max(64),
  session_type: z.literal('PAY'),
  mode: z.literal('PAYMENT_LINK'),
  amount: z.int().min(1),
  currency: z.literal('IDR'),
  country: z.literal('ID'),
  customer: z.looseObject({ email: z.string().max(50).optional() }).optional(),
  allowed_payment_channels: z.array(z.string()).default([]),
  description: z.string().default(''),
  expires_at: z.iso.datetime().optional(),
  success_return_url: z.url(),
})
const channels: Record<PayMethod, string> = {
  qris: 'QRIS',
  bca_va: 'BCA_VIRTUAL_ACCOUNT',
  gopay: 'GOPAY',
  dana: 'DANA',
}
const minuteMs = 60_000

const originOf = (req: Request) => `${req.protocol}://${req.get('host')}`

/** Its payment is the one captured while it was active. */
function sessionOf(bill: Bill, origin: string, now: Date) {
  const { ref, orderId, amount, status, expiresAt, attempts } = bill
  const paid = attempts.find((attempt) => attempt.status === 'paid' && !attempt.isLate)
  const states = { open: isOver(bill, now) ? 'EXPIRED' : 'ACTIVE', cancelled: 'CANCELED', expired: 'EXPIRED' } as const
  return {
    payment_session_id: ref,
    reference_id: orderId,
    amount,
    currency: 'IDR',
    country: 'ID',
    mode: 'PAYMENT_LINK',
    session_type: 'PAY',
    status: paid ? 'COMPLETED' : states[status],
    expires_at: expiresAt.toISOString(),
    payment_link_url: `${origin}/pay/xendit/${ref}`,
    payment_id: paid?.id ?? null,
    payment_request_id: paid?.requestId ?? null,
  }
}

function paymentOf({ orderId }: Bill, attempt: Attempt, { paymentsNameOrder }: Rules) {
  const states = { pending: 'PENDING', paid: 'SUCCEEDED', denied: 'FAILED', expired: 'EXPIRED' } as const
  return {
    payment_id: attempt.id,
    payment_request_id: attempt.requestId,
    reference_id: paymentsNameOrder ? orderId : `of ${attempt.requestId}`,
    status: states[attempt.status],
    channel_code: channels[attempt.method],
    request_amount: attempt.amount,
    currency: 'IDR',
    created: attempt.at.toISOString(),
  }
}

function open(till: Till, given: unknown, origin: string, now: Date): Answer {
  const { data } = checkout.safeParse(given)
  if (!data) return refuse(400, 'API_VALIDATION_ERROR')
  const { inactive, longestMinutes } = till.rules.current()
  if (data.allowed_payment_channels.some((channel) => inactive.includes(channel)))
    return refuse(400, 'INVALID_PAYMENT_CHANNEL')
  const expiresAt = data.expires_at === undefined ? after(now, 30) : new Date(data.expires_at)
  const isTooLate = longestMinutes !== null && expiresAt > after(now, longestMinutes)
  if (expiresAt < after(now, 10) || isTooLate) return refuse(400, 'INVALID_EXPIRY_DATE')
  const { origin: back } = new URL(data.success_return_url)
  const bill = till.open({
    provider: 'xendit',
    orderId: data.reference_id,
    amount: data.amount,
    title: data.description,
    // The real one has this address in its settings.
    returnUrl: data.success_return_url,
    methods: payMethods,
    notifyUrl: `${back}/webhooks/xendit`,
    expiresAt,
    // A QR code lives two days, longer than its session.
    attemptEnd: (at) => after(at, 2_880),
  })
  return { status: 201, body: sessionOf(bill, origin, now) }
}

function after(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * minuteMs)
}

function cancel(bill: Bill | undefined, origin: string, now: Date): Answer {
  if (!bill) return refuse(404, 'DATA_NOT_FOUND')
  if (sessionOf(bill, origin, now).status !== 'ACTIVE') return refuse(400, 'SESSION_NOT_ACTIVE')
  bill.status = 'cancelled'
  return { status: 200, body: sessionOf(bill, origin, now) }
}

function provider(till: Till, clock: () => Date): Provider {
  const routes = Router()
  routes.use((req, res, next) => {
    const given = Buffer.from(req.get('authorization')?.replace(/^Basic /, '') ?? '', 'base64').toString()
    if (given === `${serverKey}:`) next()
    else send(res, refuse(401, 'INVALID_API_KEY'))
  })
  routes.post('/sessions', (req, res) => send(res, open(till, jsonBody(req), originOf(req), clock())))
  routes.get('/sessions/:ref', (req, res) => {
    const bill = till.byRef(req.params.ref)
    send(res, bill ? { status: 200, body: sessionOf(bill, originOf(req), clock()) } : refuse(404, 'DATA_NOT_FOUND'))
  })
  routes.post('/sessions/:ref/cancel', (req, res) =>
    send(res, cancel(till.byRef(req.params.ref), originOf(req), clock())),
  )
  routes.get('/v3/payments/:id', (req, res) => {
    const found = till.attempt(req.params.id)
    const body = found && paymentOf(found.bill, found.attempt, till.rules.current())
    send(res, body?.payment_id === req.params.id ? { status: 200, body } : refuse(404, 'DATA_NOT_FOUND'))
  })
  routes.get('/refunds', (req, res) => send(res, refundsOf(till, req)))
  routes.post('/refunds', (req, res) => send(res, refund(till, jsonBody(req))))
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

/** None for a begun payment; one captured in time also has its session's. */
function noticesOf(bill: Bill, attempt: Attempt, rules: Rules): Sent[] {
  const { notifyUrl, orderId, ref, amount } = bill
  const notice = (event: string, data: object): Sent => {
    const body = { event, business_id: 'sandbox', created: attempt.at.toISOString(), data }
    return { url: notifyUrl, headers: { 'x-callback-token': serverKey }, body: JSON.stringify(body) }
  }
  const refunds = attempt.refunds.filter(({ status }) => status !== 'PENDING')
  if (refunds.length > 0)
    return refunds.map((one) => notice(`refund.${one.status.toLowerCase()}`, refundRow(attempt, one)))
  if (attempt.status === 'pending') return []
  if (attempt.status !== 'paid') return [notice('payment.failure', paymentOf(bill, attempt, rules))]
  const captured = notice('payment.capture', paymentOf(bill, attempt, rules))
  if (attempt.isLate) return [captured]
  const names = { payment_id: attempt.id, payment_request_id: attempt.requestId, amount, currency: 'IDR' }
  const session = { payment_session_id: ref, reference_id: orderId, status: 'COMPLETED', ...names }
  return [captured, notice('payment_session.completed', session)]
}

export const xendit: Player = { label: 'Xendit', provider, noticesOf }
