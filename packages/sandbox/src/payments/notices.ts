import { createHash } from 'node:crypto'
import { statusCodeOf, statusOf } from './midtrans-status.ts'
import type { Attempt, Bill } from './till.ts'

export const noticeModes = ['once', 'twice', 'ten', 'late', 'never', 'reordered'] as const
export type NoticeMode = (typeof noticeModes)[number]
type Sent = { url: string; headers: Record<string, string>; body: string }

export const serverKey = 'sandbox'
const callbackToken = 'sandbox'

/** Sends what providers tell. `late` ones wait until they are asked for. */
export function createNotices() {
  let waiting: Sent[] = []
  const send = async ({ url, headers, body }: Sent): Promise<number | null> => {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
    // A provider would try again; here the one who is told has to find out.
    return fetch(url, { ...sent, signal: AbortSignal.timeout(15_000), redirect: 'manual' }).then(
      ({ status }) => status,
      () => null,
    )
  }
  return {
    /** Tells of the attempts in this order; answers the status of each. */
    async tell(bill: Bill, attempts: readonly Attempt[], mode: NoticeMode): Promise<(number | null)[]> {
      const sent = attempts.map((attempt) => noticeOf(bill, attempt))
      switch (mode) {
        case 'never':
          return []
        case 'late':
          waiting.push(...sent)
          return []
        case 'once':
          return inTurn(sent)
        case 'twice':
          return inTurn(sent.flatMap((one) => [one, one]))
        case 'ten':
          return Promise.all(sent.flatMap((one) => Array.from({ length: 10 }, () => send(one))))
        case 'reordered':
          return inTurn([...sent].reverse())
        default: {
          const missing: never = mode
          throw new Error(`unknown mode ${missing}`)
        }
      }
    },
    /** Sends what was kept back. */
    async flush(): Promise<(number | null)[]> {
      const kept = waiting
      waiting = []
      return inTurn(kept)
    },
    reset() {
      waiting = []
    },
  }

  async function inTurn(sent: readonly Sent[]): Promise<(number | null)[]> {
    const statuses: (number | null)[] = []
    for (const one of sent) statuses.push(await send(one))
    return statuses
  }
}

function noticeOf(bill: Bill, attempt: Attempt): Sent {
  return bill.provider === 'midtrans' ? midtransNotice(bill, attempt) : xenditNotice(bill, attempt)
}

function midtransNotice(bill: Bill, attempt: Attempt): Sent {
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

function xenditNotice({ notifyUrl, orderId, ref, amount }: Bill, attempt: Attempt): Sent {
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
  return { url: notifyUrl, headers: { 'x-callback-token': callbackToken }, body: JSON.stringify(body) }
}

/** The time as Midtrans writes it. */
export function jakarta(at: Date): string {
  return new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}
