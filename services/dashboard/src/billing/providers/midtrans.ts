import { createHash, timingSafeEqual } from 'node:crypto'
import { baseUrl, secretVariable } from '@rts/outside/config'
import type { Clock } from '@rts/shared/clock'
import { declareVariables } from '@rts/shared/config'
import { z } from 'zod'
import { cancelAll, createExchange, type Exchange, oddAnswer, parsedNotice, readReply } from './exchange.ts'
import { isMissing, sightingOf, statusCode, type Transaction, transaction } from './midtrans-transactions.ts'
import {
  type Asked,
  declarePayments,
  movesMoney,
  NoticeRefused,
  PaymentFailure,
  type PaymentProvider,
  type RawNotice,
} from './provider.ts'

type MidtransOptions = { exchange: Exchange; clock: Clock; serverKey: string; snapUrl: string; apiUrl: string }

const methods = [
  'other_qris',
  'gopay',
  'shopeepay',
  'dana',
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
  isLiveKey,
  create(config, { http, clock }) {
    const { MIDTRANS_SERVER_KEY: serverKey } = config
    if (!serverKey) return undefined
    const exchange = createExchange(http, 'midtrans', serverKey)
    return createMidtrans({ exchange, clock, serverKey, ...urlsOf(config) })
  },
})

type Urls = Partial<Record<'MIDTRANS_SERVER_KEY' | 'MIDTRANS_SNAP_URL' | 'MIDTRANS_API_URL', string | undefined>>

/** The addresses of Midtrans that belong to a key. */
export function urlsOf({ MIDTRANS_SERVER_KEY: key, ...config }: Urls) {
  const host = movesMoney(key, isLiveKey) ? 'midtrans.com' : 'sandbox.midtrans.com'
  return {
    snapUrl: config.MIDTRANS_SNAP_URL ?? `https://app.${host}`,
    apiUrl: config.MIDTRANS_API_URL ?? `https://api.${host}`,
  }
}

/** Midtrans Snap. Its order id is ours: an order is paid once there, and found by it. */
function createMidtrans({ exchange, clock, serverKey, snapUrl, apiUrl }: MidtransOptions): PaymentProvider {
  const lookAt = async (id: string): Promise<Transaction | null> => {
    const url = `${apiUrl}/v2/${encodeURIComponent(id)}/status`
    // DANA is found by its transaction alone, and with this header.
    const reply = await exchange({ url, headers: { 'transaction-source': 'SNAP_API' } })
    return isMissing(reply) ? null : readReply(transaction, 'midtrans', reply)
  }
  return {
    async open({ orderId, amountIdr, title, email, expiresAt, returnUrl, notifyUrl }) {
      const minutes = Math.ceil((expiresAt.getTime() - clock.now().getTime()) / 60_000)
      const reply = await exchange({
        url: `${snapUrl}/snap/v1/transactions`,
        headers: { 'X-Override-Notification': notifyUrl },
        json: {
          transaction_details: { order_id: orderId, gross_amount: amountIdr },
          item_details: [{ id: orderId.slice(0, 8), price: amountIdr, quantity: 1, name: title.slice(0, 50) }],
          customer_details: { email },
          expiry: { unit: 'minutes', duration: Math.min(10_080, Math.max(5, minutes)) },
          callbacks: { finish: returnUrl },
          enabled_payments: methods,
        },
      })
      const page = opened.safeParse(reply.body)
      if (page.success) return { ref: `snap.${page.data.token}`, payUrl: page.data.redirect_url }
      const { data } = refused.safeParse(reply.body)
      if (data) throw new PaymentFailure('refused', `midtrans refused the order with ${reply.status}`)
      throw oddAnswer('midtrans', reply)
    },

    async look({ orderId, refs }) {
      const found = await Promise.all([orderId, ...partsOf(refs, 'tx.')].map(lookAt))
      const own = found.flatMap((seen) => (seen?.order_id === orderId ? [sightingOf(seen, clock.now())] : []))
      // The order’s own status is one of its transactions too.
      return [...new Map(own.map((seen) => [seen.paymentId, seen])).values()]
    },

    cancel({ refs }) {
      const urls = partsOf(refs, 'snap.').map((token) => `${snapUrl}/snap/v1/transactions/${token}/cancel`)
      return cancelAll(exchange, urls)
    },

    async refund({ paymentId, amountIdr, key }) {
      const json = { refund_key: key, amount: amountIdr, reason: 'Refund by support' }
      const reply = await exchange({ url: `${apiUrl}/v2/${encodeURIComponent(paymentId)}/refund`, json })
      const code = statusCode.safeParse(reply.body).data?.status_code ?? String(reply.status)
      if (code === '200') return 'done'
      // 406: this key was used before.
      if (code === '201' || code === '406') return 'pending'
      if (code === '412' || code === '414' || code === '404') return 'unsupported'
      throw oddAnswer('midtrans', reply)
    },

    readNotice: (raw) => readNotice(raw, serverKey),
  }
}

function partsOf(refs: Asked['refs'], kind: 'snap.' | 'tx.'): string[] {
  return refs.filter((ref) => ref.startsWith(kind)).map((ref) => ref.slice(kind.length))
}

/** The signature does not cover the status: a notice only triggers a poll. */
function readNotice({ body }: RawNotice, serverKey: string) {
  const read = notice.safeParse(parsedNotice(body))
  if (!read.success) throw new NoticeRefused('not a notice of midtrans')
  const { order_id: orderId, status_code: code, gross_amount: amount, ...rest } = read.data
  const expected = createHash('sha512').update(`${orderId}${code}${amount}${serverKey}`).digest()
  const given = Buffer.from(rest.signature_key, 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new NoticeRefused('not signed by midtrans')
  const dedupeKey = [orderId, code, amount, rest.transaction_status, rest.transaction_id ?? ''].join(' ')
  return { orderId, dedupeKey, ref: rest.transaction_id ? `tx.${rest.transaction_id}` : null }
}
