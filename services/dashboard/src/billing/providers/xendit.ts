import { createHash, timingSafeEqual } from 'node:crypto'
import { addressVariable, secretVariable } from '@rts/outside/config'
import { declareVariables } from '@rts/shared/config'
import { z } from 'zod'
import type { Sighting } from '../rules/order-states.ts'
import { cancelAll, createExchange, type Exchange, oddAnswer, parsedNotice, readReply, rupiah } from './exchange.ts'
import { declarePayments, NoticeRefused, PaymentFailure, type PaymentProvider, type RawNotice } from './provider.ts'

type XenditOptions = { exchange: Exchange; callbackToken: string; baseUrl: string }

const channels = [
  'QRIS',
  'OVO',
  'DANA',
  'SHOPEEPAY',
  'BCA_VIRTUAL_ACCOUNT',
  'BNI_VIRTUAL_ACCOUNT',
  'BRI_VIRTUAL_ACCOUNT',
  'MANDIRI_VIRTUAL_ACCOUNT',
  'PERMATA_VIRTUAL_ACCOUNT',
]
const refused = z.object({ error_code: z.string() })
const session = z.object({
  payment_session_id: z.string().min(1),
  reference_id: z.string(),
  status: z.string(),
  payment_link_url: z.url().nullish(),
  payment_id: z.string().nullish(),
  payment_request_id: z.string().nullish(),
})
type Session = z.output<typeof session>
const payment = z.object({
  payment_id: z.string(),
  status: z.string(),
  channel_code: z.string(),
  request_amount: z.number(),
  currency: z.string(),
  created: z.string(),
})
const refunds = z.object({ data: z.array(z.object({ amount: z.number(), status: z.string() })) })
const notice = z.looseObject({
  event: z.string().max(100),
  created: z.string().max(50).default(''),
  data: z.looseObject({
    reference_id: z.string().min(1).max(64),
    payment_session_id: z.string().max(100).nullish(),
    payment_id: z.string().max(100).nullish(),
    status: z.string().max(50).default(''),
  }),
})
const versioned = { 'api-version': '2024-11-11' }

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
  isLiveKey: (key) => !key.startsWith('xnd_development_'),
  create(config, { http }) {
    const { XENDIT_SECRET_KEY: secretKey, XENDIT_CALLBACK_TOKEN: callbackToken, XENDIT_BASE_URL: baseUrl } = config
    if (!secretKey || !callbackToken) return undefined
    return createXendit({ exchange: createExchange(http, 'xendit', secretKey), callbackToken, baseUrl })
  },
})

/** Xendit’s payment sessions. A lost answer makes a second session, so every named session is polled. */
function createXendit({ exchange, callbackToken, baseUrl }: XenditOptions): PaymentProvider {
  const sessionOf = async (id: string): Promise<Session | null> => {
    const reply = await exchange({ url: `${baseUrl}/sessions/${encodeURIComponent(id)}` })
    return reply.status === 404 ? null : readReply(session, 'xendit', reply)
  }
  const refundedOf = async (requestId: string): Promise<number> => {
    const reply = await exchange({ url: `${baseUrl}/refunds?payment_request_id=${encodeURIComponent(requestId)}` })
    const { data } = readReply(refunds, 'xendit', reply)
    return data.filter(({ status }) => status === 'SUCCEEDED').reduce((sum, { amount }) => sum + amount, 0)
  }
  const sightingOf = async ({ payment_id: id, payment_request_id: requestId }: Session): Promise<Sighting[]> => {
    if (!id) return []
    const reply = await exchange({ url: `${baseUrl}/v3/payments/${encodeURIComponent(id)}`, headers: versioned })
    const { status, channel_code: method, request_amount, currency, created } = readReply(payment, 'xendit', reply)
    const amount = rupiah(request_amount)
    const isPaid = status === 'SUCCEEDED'
    const refunded = isPaid && requestId ? await refundedOf(requestId) : 0
    const seen = isPaid && refunded >= amount ? 'refunded' : statusOf(status)
    return [{ paymentId: id, method, status: seen, amount, currency, refunded, at: new Date(created) }]
  }
  return {
    async open({ orderId, amountIdr, email, title, expiresAt, returnUrl }) {
      const reply = await exchange({
        url: `${baseUrl}/sessions`,
        json: {
          reference_id: orderId,
          session_type: 'PAY',
          mode: 'PAYMENT_LINK',
          amount: amountIdr,
          currency: 'IDR',
          country: 'ID',
          allowed_payment_channels: channels,
          description: title,
          customer: {
            reference_id: orderId,
            type: 'INDIVIDUAL',
            email,
            individual_detail: { given_names: 'Customer' },
          },
          expires_at: expiresAt.toISOString(),
          success_return_url: returnUrl,
          cancel_return_url: returnUrl,
        },
      })
      const { data } = session.safeParse(reply.body)
      if (data?.payment_link_url) return { ref: data.payment_session_id, payUrl: data.payment_link_url }
      if (refused.safeParse(reply.body).success)
        throw new PaymentFailure('refused', `xendit refused the order with ${reply.status}`)
      throw oddAnswer('xendit', reply)
    },

    async look({ orderId, refs }) {
      const sessions = await Promise.all(refs.map(sessionOf))
      const own = sessions.filter((seen) => seen?.reference_id === orderId)
      return (await Promise.all(own.map((seen) => (seen ? sightingOf(seen) : [])))).flat()
    },

    cancel({ refs }) {
      const urls = refs.map((id) => `${baseUrl}/sessions/${encodeURIComponent(id)}/cancel`)
      return cancelAll(exchange, urls)
    },

    async refund({ orderId, refs, paymentId, amountIdr, key }) {
      const sessions = await Promise.all(refs.map(sessionOf))
      const paid = sessions.find((seen) => seen?.reference_id === orderId && seen.payment_id === paymentId)
      if (!paid?.payment_request_id) return 'unsupported'
      const reply = await exchange({
        url: `${baseUrl}/refunds`,
        headers: { 'idempotency-key': key },
        json: {
          payment_request_id: paid.payment_request_id,
          reference_id: key,
          currency: 'IDR',
          amount: amountIdr,
          reason: 'REQUESTED_BY_CUSTOMER',
        },
      })
      const status = z.object({ status: z.string() }).safeParse(reply.body).data?.status
      if (status !== undefined && reply.status < 300) return status === 'SUCCEEDED' ? 'done' : 'pending'
      const code = refused.safeParse(reply.body).data?.error_code
      if (code === 'DUPLICATE_ERROR') return 'pending'
      if (code !== undefined) return 'unsupported'
      throw oddAnswer('xendit', reply)
    },

    readNotice: (raw) => readNotice(raw, callbackToken),
  }
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

/** The token is the same for every notice: it proves the sender, not the content. */
function readNotice({ headers, body }: RawNotice, callbackToken: string) {
  const token = headers['x-callback-token']
  if (typeof token !== 'string' || !isSame(token, callbackToken)) throw new NoticeRefused('not sent by xendit')
  const read = notice.safeParse(parsedNotice(body))
  if (!read.success) throw new NoticeRefused('not a notice of xendit about an order')
  const { event, created, data } = read.data
  const ref = data.payment_session_id ?? null
  const dedupeKey = [event, created, data.payment_id ?? '', ref ?? '', data.status, data.reference_id].join(' ')
  return { orderId: data.reference_id, dedupeKey, ref }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
