import { AppError } from '@rts/shared/errors'
import type { Pool, PoolClient } from 'pg'
import type { Order } from './orders.sql.ts'
import type { Currency } from './rules/periods.ts'

/** The lines that name the seller. */
export type Seller = readonly string[]
export type Receipt = {
  number: string
  issuedAt: string
  seller: string[]
  buyer: { accountId: string; email: string }
  lines: { title: string; amount: number }[]
  currency: Currency
  total: number
  method: string
  paidAt: string
}
type Paid = Order & { method: string; startsAt: Date; endsAt: Date }
export type ReceiptStore = ReturnType<typeof createReceiptStore>

/** Writes a receipt with the next number. The counter’s row is locked until the commit, so that no number is lost or given twice. */
export async function issueReceipt(client: PoolClient, seller: Seller, order: Paid, now: Date): Promise<string> {
  const counted = await client.query<{ last: number }>('UPDATE receipt_counter SET last = last + 1 RETURNING last')
  const number = counted.rows[0]?.last
  if (number === undefined) throw new Error('there is no counter of receipts')
  const receipt = snapshotOf(numbered(number), seller, order, now)
  await client.query(
    'INSERT INTO receipt (number, order_id, account_id, snapshot, issued_at) VALUES ($1, $2, $3, $4, $5)',
    [number, order.id, order.accountId, JSON.stringify(receipt), now],
  )
  return receipt.number
}

const numbered = (number: number): string => String(number).padStart(6, '0')

function snapshotOf(number: string, seller: Seller, order: Paid, now: Date): Receipt {
  const { accountId, email, plan, months, price, amount, credit, currency, method, startsAt, endsAt } = order
  const term = months === 1 ? '1 month' : `${months} months`
  const span = `${startsAt.toISOString().slice(0, 10)} to ${endsAt.toISOString().slice(0, 10)}`
  const waived = price - credit - amount
  return {
    ...{ number, issuedAt: now.toISOString(), seller: [...seller], buyer: { accountId, email } },
    lines: [
      { title: `${plan.charAt(0).toUpperCase()}${plan.slice(1)} plan, ${term}, ${span}`, amount: price },
      ...(credit > 0 ? [{ title: 'Credit of earlier payments', amount: -credit }] : []),
      ...(waived > 0 ? [{ title: 'Less than can be paid', amount: -waived }] : []),
    ],
    ...{ currency, total: amount, method, paidAt: now.toISOString() },
  }
}

/** Receipts as they were given. */
export function createReceiptStore(pool: Pool) {
  return {
    /** Throws `not_found`. */
    async require(accountId: string, orderId: string): Promise<Receipt> {
      const found = await pool.query<{ snapshot: Receipt }>(
        'SELECT snapshot FROM receipt WHERE account_id = $1 AND order_id = $2',
        [accountId, orderId],
      )
      if (!found.rows[0]) throw new AppError('not_found', 'There is no receipt for this order')
      return found.rows[0].snapshot
    },
  }
}
