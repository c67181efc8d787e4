import { createHash, timingSafeEqual } from 'node:crypto'
import { baseUrl, secret, secretVariable } from '@rts/outside/config'
import type { Clock } from '@rts/shared/clock'
import { declareVariables } from '@rts/shared/config'
import { z } from 'zod'
import { cancelAll, createExchange, type Exchange, notKnown, parsedNotice, type Reply } from './exchange.ts'
import {
  isMissing,
  jakartaText,
  refundOutcome,
  sightingOf,
  type Transaction,
  transaction,
} from './midtrans-transactions.ts'
import {
  declarePayments,
  movesMoney,
  NoticeRefused,
  PaymentFailure,
  type PaymentProvider,
  type RawNotice,
} from './provider.ts'

type MidtransOptions = {
  exchange: Exchange
  clock: Clock
  signatureKeys: readonly string[]
  snapUrl: string
  apiUrl: string
}

/** Without DANA, whose payments are found by their notices alone: one whose notices are lost would stay unseen. DANA pays QRIS too. */
const methods = [
  'other_qris',
  'gopay',
  'shopeepay',
  'ovo',
  'bca_va',
  'bni_va',
  'bri_va',
  'permata_va',
  'cimb_va',
  'echannel',
  'other_va',
]
const refused = z.object({ error_messages: z.array(z.string()) })
const opened = z.object({ token: z.string().min(1), redirect_url: z.url() })
const notice = z.looseObject({
  order_id: z.string().min(1).max(50),
  status_code: z.string().max(10),
  gross_amount: z.string().max(30),
  signature_key: z.string().max(200),
  transaction_id: z.string().max(60).optional(),
  transaction_status: z.string().max(30).default(''),
})

const isLiveKey = (key: string) => !key.startsWith('SB-')

export const midtrans = declarePayments({
  variables: declareVariables('Payments', {
    MIDTRANS_SERVER_KEY: secretVariable(
      'MIDTRANS_SERVER_KEY',
      'needed by `midtrans`; with a key that begins with `SB-` no real money moves',
    ),
    MIDTRANS_SIGNATURE_SECRET: {
      schema: secret,
      meaning: 'signs notices beside the server key, where the dashboard of Midtrans names such a secret',
      isSecret: true,
    },
    MIDTRANS_SNAP_URL: {
      schema: baseUrl.optional(),
      meaning: 'where pages are made',
      defaultText: 'as the key is: `https://app.midtrans.com` or `https://app.sandbox.midtrans.com`',
      local: '{sandbox}/midtrans',
      unless: 'MIDTRANS_SERVER_KEY',
    },
    MIDTRANS_API_URL: {
      schema: baseUrl.optional(),
      meaning: 'where payments are looked up',
      defaultText: 'as the key is: `https://api.midtrans.com` or `https://api.sandbox.midtrans.com`',
      local: '{sandbox}/midtrans',
      unless: 'MIDTRANS_SERVER_KEY',
    },
  }),
  secretKey: 'MIDTRANS_SERVER_KEY',
  needs: ['MIDTRANS_SERVER_KEY'],
  address: 'MIDTRANS_SNAP_URL',
  isLiveKey,
  create(config, parts) {
    const { MIDTRANS_SERVER_KEY: serverKey, MIDTRANS_SIGNATURE_SECRET: second } = config
    if (!serverKey) return undefined
    const exchange = createExchange(parts, 'midtrans', serverKey)
    const signatureKeys = second ? [serverKey, second] : [serverKey]
    return createMidtrans({ exchange, clock: parts.clock, signatureKeys, ...urlsOf(config) })
  },
})

type Urls = Partial<Record<'MIDTRANS_SERVER_KEY' | 'MIDTRANS_SNAP_URL' | 'MIDTRANS_API_URL', string | undefined>>

export function urlsOf({ MIDTRANS_SERVER_KEY: key, ...config }: Urls) {
  const host = movesMoney(key, isLiveKey) ? 'midtrans.com' : 'sandbox.midtrans.com'
  return {
    snapUrl: config.MIDTRANS_SNAP_URL ?? `https://app.${host}`,
    apiUrl: config.MIDTRANS_API_URL ?? `https://api.${host}`,
  }
}

/** Midtrans Snap. Its order id is ours: an order is paid once there, and found by it. */
function createMidtrans({ exchange, clock, signatureKeys, snapUrl, apiUrl }: MidtransOptions): PaymentProvider {
  const { send, read, odd } = exchange
  /** DANA is found by its transaction alone, and with this header; nothing else is found with it. */
  const ofTransaction = async (id: string, action: 'status' | 'refund', json?: unknown): Promise<Reply> => {
    const call = { url: `${apiUrl}/v2/${encodeURIComponent(id)}/${action}`, json }
    const reply = await send(call)
    return isMissing(reply) ? send({ ...call, headers: { 'transaction-source': 'SNAP_API' } }) : reply
  }
  const found = (reply: Reply): Transaction | null => (isMissing(reply) ? null : read(transaction, reply))
  return {
    async open({ orderId, amountIdr, title, email, expiresAt, returnUrl, notifyUrl }) {
      const reply = await send({
        url: `${snapUrl}/snap/v1/transactions`,
        headers: { 'X-Override-Notification': notifyUrl },
        json: {
          transaction_details: { order_id: orderId, gross_amount: amountIdr },
          item_details: [{ id: orderId.slice(0, 8), price: amountIdr, quantity: 1, name: title.slice(0, 50) }],
          customer_details: { email },
          expiry: expiryOf(expiresAt, clock.now()),
          callbacks: { finish: returnUrl },
          enabled_payments: methods,
        },
      })
      const page = opened.safeParse(reply.body)
      if (page.success) return { ref: `snap.${page.data.token}`, payUrl: page.data.redirect_url, expiresAt: null }
      const { data } = refused.safeParse(reply.body)
      if (data) throw new PaymentFailure('refused', `midtrans refused the order with ${reply.status}`)
      throw odd(reply, 'token')
    },

    async poll({ orderId, refs }) {
      const seen = await Promise.all([
        send({ url: `${apiUrl}/v2/${encodeURIComponent(orderId)}/status` }),
        ...partsOf(refs, 'tx.').map((id) => ofTransaction(id, 'status')),
      ])
      const own = seen.map(found).filter((one) => one?.order_id === orderId)
      const sightings = own.flatMap((one) => (one ? [sightingOf(one, clock.now())] : []))
      // The order’s own status is one of its transactions too.
      return [...new Map(sightings.map((one) => [one.paymentId, one])).values()]
    },

    cancel: ({ refs }) =>
      cancelAll(partsOf(refs, 'snap.'), async (token) => {
        const { status } = await send({ url: `${snapUrl}/snap/v1/transactions/${token}/cancel`, json: {} })
        if (status === 404) return 'missing'
        return status < 300 ? 'cancelled' : 'in_progress'
      }),

    async refund({ paymentId, amountIdr, key }) {
      const json = { refund_key: key, amount: amountIdr, reason: 'Refund by support' }
      const reply = await ofTransaction(paymentId, 'refund', json).catch(notKnown)
      if (reply === null) return 'unknown'
      const outcome = refundOutcome(reply)
      if (outcome === null) odd(reply, 'status_code')
      return outcome ?? 'unknown'
    },

    readNotice: (raw) => readNotice(raw, signatureKeys),
  }
}

/**
 * Without its start, the time of a virtual account runs from the moment at which it is chosen, so that it outlives the order.
 * Midtrans takes five minutes to seven days.
 */
function expiryOf(expiresAt: Date, now: Date) {
  const minutes = Math.ceil((expiresAt.getTime() - now.getTime()) / 60_000)
  const duration = Math.min(10_080, Math.max(5, minutes))
  return { start_time: jakartaText(new Date(expiresAt.getTime() - duration * 60_000)), unit: 'minutes', duration }
}

function partsOf(refs: readonly string[], kind: 'snap.' | 'tx.'): string[] {
  return refs.filter((ref) => ref.startsWith(kind)).map((ref) => ref.slice(kind.length))
}

/** The signature does not cover the status: a notice only triggers a poll. */
function readNotice({ body }: RawNotice, keys: readonly string[]) {
  const read = notice.safeParse(parsedNotice(body))
  if (!read.success) throw new NoticeRefused('not a notice of midtrans')
  const { order_id: orderId, status_code: code, gross_amount: amount, ...rest } = read.data
  const given = Buffer.from(rest.signature_key, 'hex')
  const isSigned = (key: string) =>
    isSame(createHash('sha512').update(`${orderId}${code}${amount}${key}`).digest(), given)
  if (!keys.some(isSigned)) throw new NoticeRefused('not signed by midtrans')
  const dedupeKey = [orderId, code, amount, rest.transaction_status, rest.transaction_id ?? ''].join(' ')
  return { orderId, dedupeKey, refs: rest.transaction_id ? [`tx.${rest.transaction_id}`] : [] }
}

function isSame(expected: Buffer, given: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
