import { AppError } from '@rts/shared/errors'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import type { Receipt } from './rules/receipt.ts'

/** Takes the next number. The counter’s row is locked until the commit, so that no number is lost or given twice. */
export async function nextReceiptNumber(tx: Transaction): Promise<number> {
  const counted = await tx.query<{ last: number }>('UPDATE receipt_counter SET last = last + 1 RETURNING last')
  const number = counted.rows[0]?.last
  if (number === undefined) throw new Error('there is no counter of receipts')
  return number
}

export async function insertReceipt(
  tx: Transaction,
  { id, accountId }: { id: string; accountId: string },
  receipt: Receipt,
  now: Date,
): Promise<void> {
  await tx.query(
    'INSERT INTO receipt (number, order_id, account_id, snapshot, issued_at) VALUES ($1, $2, $3, $4, $5)',
    [Number(receipt.number), id, accountId, JSON.stringify(receipt), now],
  )
}

/** A receipt as it was issued. Throws `not_found`. */
export async function requireReceipt(db: Database, accountId: string, orderId: string): Promise<Receipt> {
  const found = await db.query<{ snapshot: Receipt }>(
    'SELECT snapshot FROM receipt WHERE account_id = $1 AND order_id = $2',
    [accountId, orderId],
  )
  if (!found.rows[0]) throw new AppError('not_found', 'There is no receipt for this order')
  return found.rows[0].snapshot
}
