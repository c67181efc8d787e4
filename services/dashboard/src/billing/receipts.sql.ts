import { AppError } from '@rts/shared/errors'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, json } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import type { Receipt } from './rules/receipt.ts'

const nextNumber = query({ last: int }, 'UPDATE receipt_counter SET last = last + 1 RETURNING last')
const insertion = statement(
  'INSERT INTO receipt (number, order_id, account_id, snapshot, issued_at) VALUES ($1, $2, $3, $4, $5)',
)
const receiptOfOrder = query(
  { snapshot: json.of<Receipt>() },
  'SELECT snapshot FROM receipt WHERE account_id = $1 AND order_id = $2',
)

/** Takes the next number. The counter’s row is locked until the commit, so that no number is lost or given twice. */
export async function nextReceiptNumber(tx: Transaction): Promise<number> {
  const counted = await nextNumber.first(tx)
  if (!counted) throw new Error('there is no counter of receipts')
  return counted.last
}

export async function insertReceipt(
  tx: Transaction,
  { id, accountId }: { id: string; accountId: string },
  receipt: Receipt,
  now: Date,
): Promise<void> {
  await insertion.run(tx, [Number(receipt.number), id, accountId, JSON.stringify(receipt), now])
}

/** A receipt as it was issued. Throws `not_found`. */
export async function requireReceipt(db: Database, accountId: string, orderId: string): Promise<Receipt> {
  const found = await receiptOfOrder.first(db, [accountId, orderId])
  if (!found) throw new AppError('not_found', 'There is no receipt for this order')
  return found.snapshot
}
