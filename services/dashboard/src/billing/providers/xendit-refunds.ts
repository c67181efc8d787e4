import { z } from 'zod'
import { type Exchange, notKnown, type Reply, rupiah } from './exchange.ts'
import type { Refund, RefundOutcome } from './provider.ts'

const refundRow = z.object({
  id: z.string(),
  payment_request_id: z.string().nullish(),
  reference_id: z.string().nullish(),
  amount: z.union([z.number(), z.string()]),
  status: z.string(),
})
export type RefundRow = z.output<typeof refundRow>
const refundPage = z.object({ data: z.array(refundRow), has_more: z.boolean().default(false) })
const answer = z.object({ status: z.string().optional(), error_code: z.string().optional() })

const pageRows = 100
/** The newest ones of a merchant: more of them would take too many calls for one order. */
const maxPages = 20

type RefundParts = {
  exchange: Exchange
  baseUrl: string
  /** The payment request of a payment; none for one that is not there. */
  requestOf(paymentId: string): Promise<string | null | undefined>
}

/** Refunds at Xendit, which are listed for the whole merchant: no document names a filter. */
export function createXenditRefunds({ exchange: { send, read, odd }, baseUrl, requestOf }: RefundParts) {
  async function list(): Promise<RefundRow[]> {
    const rows = new Map<string, RefundRow>()
    let last = ''
    for (let page = 0; page < maxPages; page++) {
      const url = `${baseUrl}/refunds?limit=${pageRows}${last && `&after_id=${encodeURIComponent(last)}`}`
      const { data, has_more } = read(refundPage, await send({ url }))
      const known = rows.size
      for (const row of data) rows.set(row.id, row)
      last = data.at(-1)?.id ?? ''
      if (!has_more || rows.size === known) break
    }
    return [...rows.values()]
  }

  return {
    /** Null where they cannot be had: a payment is seen without them. */
    listOrNull: (): Promise<RefundRow[] | null> => list().catch(notKnown),

    /** Asks for a refund once: one that is under way or done has the same reference. */
    async refund({ orderId, paymentId, amountIdr, key }: Refund): Promise<RefundOutcome> {
      const requestId = await requestOf(paymentId)
      if (!requestId) return 'unsupported'
      const reference = `${orderId}.${key}`
      const earlier = (await list()).filter(
        (row) => row.payment_request_id === requestId && row.reference_id === reference,
      )
      const live = earlier.find((row) => !hasFailed(row.status))
      if (live) return live.status === 'SUCCEEDED' ? 'done' : 'pending'
      const call = {
        url: `${baseUrl}/refunds`,
        // After a refund that failed the same key would bring its answer again.
        headers: { 'idempotency-key': `${key}-${earlier.length}` },
        json: {
          payment_request_id: requestId,
          reference_id: reference,
          currency: 'IDR',
          amount: amountIdr,
          reason: 'REQUESTED_BY_CUSTOMER',
        },
        refusal: 403,
      }
      const reply = await send(call).catch(notKnown)
      if (reply === null) return 'unknown'
      const outcome = outcomeOf(reply)
      if (outcome === null) odd(reply, reply.status < 300 ? 'status' : 'error_code')
      return outcome ?? 'unknown'
    },
  }
}

/** The order of a refund’s reference; any other reference as it is. */
export function orderOfRefund(reference: string): string {
  return reference.split('.')[0] ?? ''
}

/** The refunded sum of a payment request; null where a sum is none. */
export function refundedOf(rows: readonly RefundRow[], requestId: string | null | undefined): number | null {
  const own = rows.filter((row) => row.payment_request_id === requestId && row.status === 'SUCCEEDED')
  const sum = own.reduce((total, { amount }) => total + rupiah(amount), 0)
  return Number.isNaN(sum) ? null : sum
}

const hasFailed = (status: string) => status === 'FAILED' || status === 'CANCELLED'

/** Null for an answer that cannot be read. A code that is not known has given nothing back, and may do so later. */
function outcomeOf({ status, body }: Reply): RefundOutcome | null {
  const { data } = answer.safeParse(body)
  if (status < 300) {
    if (!data?.status) return null
    if (data.status === 'SUCCEEDED') return 'done'
    return hasFailed(data.status) ? 'later' : 'pending'
  }
  switch (data?.error_code) {
    case undefined:
      return null
    case 'DUPLICATE_ERROR':
    case 'REFUND_IN_PROGRESS':
    // More was given back than is known here: the next poll finds it.
    case 'REFUND_AMOUNT_EXCEEDED':
      return 'pending'
    case 'REFUND_NOT_SUPPORTED':
    case 'PARTIAL_REFUND_NOT_SUPPORTED':
    case 'PARTIAL_REFUND_COUNTS_EXCEEDED':
    case 'INELIGIBLE_TRANSACTION_STATUS':
    case 'DATA_NOT_FOUND':
      return 'unsupported'
    default:
      return 'later'
  }
}
