import { createHash, timingSafeEqual } from 'node:crypto'
import { addressVariable, secretVariable } from '@rts/outside/config'
import { declareVariables } from '@rts/shared/config'
import { z } from 'zod'
import type { Sighting } from '../rules/order-states.ts'
import { cancelAll, createExchange, type Exchange, parsedNotice, rupiah } from './exchange.ts'
import {
  type CancelOutcome,
  declarePayments,
  type NewCheckout,
  NoticeRefused,
  PaymentFailure,
  type PaymentProvider,
  type RawNotice,
} from './provider.ts'
import { createXenditRefunds, orderOfRefund, type RefundRow, refundedOf } from './xendit-refunds.ts'

type XenditOptions = { exchange: Exchange; callbackToken: string; baseUrl: string }

const refused = z.object({ error_code: z.string() })
const session = z.object({
  payment_session_id: z.string().min(1),
  reference_id: z.string(),
  status: z.string(),
  expires_at: z.coerce.date().optional(),
  payment_link_url: z.url().nullish(),
  payment_id: z.string().nullish(),
})
type Session = z.output<typeof session>
const payment = z.object({
  payment_id: z.string(),
  payment_request_id: z.string().nullish(),
  reference_id: z.string().nullish(),
  status: z.string(),
  channel_code: z.string(),
  request_amount: z.union([z.number(), z.string()]),
  currency: z.string(),
  created: z.coerce.date(),
})
type Payment = z.output<typeof payment>
const id = z.string().max(100).nullish()
const notice = z.looseObject({
  event: z.string().max(100),
  created: z.string().max(50).default(''),
  data: z.looseObject({
    reference_id: z.string().max(255).nullish(),
    payment_session_id: id,
    payment_id: id,
    status: z.string().max(50).default(''),
  }),
})
const versioned = { 'api-version': '2024-11-11' }
/** Before the id of a payment that a notice has named; the other refs are sessions. */
const paymentMark = 'py.'

export const xendit = declarePayments({
  variables: declareVariables('Payments', {
    XENDIT_SECRET_KEY: secretVariable(
      'XENDIT_SECRET_KEY',
      'needed by `xendit`; with a key that begins with `xnd_development_` no real money moves',
    ),
    XENDIT_CALLBACK_TOKEN: secretVariable(
      'XENDIT_SECRET_KEY',
      'needed by `xendit`: the verification token of its webhooks',
    ),
    XENDIT_BASE_URL: addressVariable('XENDIT_SECRET_KEY', 'https://api.xendit.co', 'xendit'),
  }),
  secretKey: 'XENDIT_SECRET_KEY',
  needs: ['XENDIT_SECRET_KEY', 'XENDIT_CALLBACK_TOKEN'],
  address: 'XENDIT_BASE_URL',
  isLiveKey: (key) => !key.startsWith('xnd_development_'),
  create(config, parts) {
    const { XENDIT_SECRET_KEY: secretKey, XENDIT_CALLBACK_TOKEN: callbackToken, XENDIT_BASE_URL: baseUrl } = config
    if (!secretKey || !callbackToken) return undefined
    return createXendit({ exchange: createExchange(parts, 'xendit', secretKey), callbackToken, baseUrl })
  },
})

/** Xendit’s payment sessions. A lost answer makes a second session, so every named session is polled. */
function createXendit({ exchange, callbackToken, baseUrl }: XenditOptions): PaymentProvider {
  const { send, read, odd } = exchange
  const sessionOf = async (ref: string): Promise<Session | null> => {
    const reply = await send({ url: `${baseUrl}/sessions/${encodeURIComponent(ref)}` })
    return reply.status === 404 ? null : read(session, reply)
  }
  const paymentOf = async (paymentId: string): Promise<Payment | null> => {
    const url = `${baseUrl}/v3/payments/${encodeURIComponent(paymentId)}`
    const reply = await send({ url, headers: versioned })
    return reply.status === 404 ? null : read(payment, reply)
  }
  const refunds = createXenditRefunds({
    exchange,
    baseUrl,
    requestOf: async (paid) => (await paymentOf(paid))?.payment_request_id,
  })
  const create = (checkout: NewCheckout, end: { expires_at?: string }) =>
    send({ url: `${baseUrl}/sessions`, json: { ...sessionBody(checkout), ...end } })
  return {
    async open(checkout) {
      const first = await create(checkout, { expires_at: checkout.expiresAt.toISOString() })
      // The longest time is not documented: where ours is not taken, Xendit's own holds.
      const isTooLong = refused.safeParse(first.body).data?.error_code === 'INVALID_EXPIRY_DATE'
      const reply = isTooLong ? await create(checkout, {}) : first
      const { data } = session.safeParse(reply.body)
      if (data?.payment_link_url)
        return { ref: data.payment_session_id, payUrl: data.payment_link_url, expiresAt: data.expires_at ?? null }
      const refusal = refused.safeParse(reply.body)
      if (refusal.success)
        throw new PaymentFailure('refused', `xendit refused the order: ${refusal.data.error_code.slice(0, 60)}`)
      throw odd(reply, 'payment_link_url')
    },

    async poll({ orderId, refs, isPaid }) {
      const sessions = await Promise.all(refs.filter((ref) => !ref.startsWith(paymentMark)).map(sessionOf))
      const own = sessions.flatMap((seen) =>
        seen?.reference_id === orderId && seen.payment_id ? [seen.payment_id] : [],
      )
      // A session says nothing of a payment that came after its end; the notice of it does.
      const named = refs.filter((ref) => ref.startsWith(paymentMark)).map((ref) => ref.slice(paymentMark.length))
      const payments = await Promise.all([...new Set([...own, ...named])].map(paymentOf))
      const ours = payments
        .filter((seen) => seen !== null)
        .filter((seen) => own.includes(seen.payment_id) || seen.reference_id === orderId)
      const rows = isPaid ? await refunds.listOrNull() : null
      return ours.map((seen) => sightingOf(seen, rows))
    },

    cancel: ({ refs }) =>
      cancelAll(
        refs.filter((ref) => !ref.startsWith(paymentMark)),
        async (ref): Promise<CancelOutcome> => {
          const { status } = await send({ url: `${baseUrl}/sessions/${encodeURIComponent(ref)}/cancel`, json: {} })
          if (status === 404) return 'missing'
          if (status < 300) return 'cancelled'
          const seen = await sessionOf(ref)
          return seen?.status === 'EXPIRED' || seen?.status === 'CANCELED' ? 'cancelled' : 'in_progress'
        },
      ),

    refund: refunds.refund,

    readNotice: (raw) => readNotice(raw, callbackToken),
  }
}

/** Without channels all that the merchant has activated are shown; one that is not activated would refuse the order. */
function sessionBody({ orderId, amountIdr, title, returnUrl }: NewCheckout) {
  return {
    reference_id: orderId,
    session_type: 'PAY',
    mode: 'PAYMENT_LINK',
    amount: amountIdr,
    currency: 'IDR',
    country: 'ID',
    description: title,
    success_return_url: returnUrl,
    cancel_return_url: returnUrl,
  }
}

/** `rows` are the merchant’s refunds; null where they are not known. */
function sightingOf(seen: Payment, rows: readonly RefundRow[] | null): Sighting {
  const { payment_id: paymentId, channel_code: method, currency, created: at } = seen
  const amount = rupiah(seen.request_amount)
  const status = statusOf(seen.status)
  const refunded = rows && refundedOf(rows, seen.payment_request_id)
  const isRefunded = status === 'paid' && refunded !== null && refunded >= amount
  return { paymentId, method, status: isRefunded ? 'refunded' : status, amount, currency, refunded, at }
}

function statusOf(status: string): Sighting['status'] {
  switch (status) {
    case 'SUCCEEDED':
      return 'paid'
    case 'FAILED':
    case 'CANCELED':
    case 'EXPIRED':
      return 'failed'
    default:
      return 'pending'
  }
}

/** The token is the same for every notice: it proves the sender, not the content. Refunds and payments may be about no order. */
function readNotice({ headers, body }: RawNotice, callbackToken: string) {
  const token = headers['x-callback-token']
  if (typeof token !== 'string' || !isSame(token, callbackToken)) throw new NoticeRefused('not sent by xendit')
  const parsed = notice.safeParse(parsedNotice(body))
  if (!parsed.success) throw new NoticeRefused('not a notice of xendit')
  const { event, created, data } = parsed.data
  const { payment_session_id: sessionId, payment_id: paymentId, status, reference_id: reference } = data
  const refs = [...(sessionId ? [sessionId] : []), ...(paymentId ? [paymentMark + paymentId] : [])]
  const dedupeKey = [event, created, ...refs, status, reference ?? ''].join(' ')
  return { orderId: orderOfRefund(reference ?? ''), dedupeKey, refs }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
