import { AppError } from '@rts/shared/errors'
import { type Database, inTransaction, type Transaction } from '@rts/shared/service/transaction'
import { statement } from '@rts/shared/sql/statement'
import { refusals } from '@rts/shared/texts/refusals'
import { lockOrder, type Order } from './orders.sql.ts'
import type { Page } from './providers/provider.ts'

const opening = statement(
  `UPDATE billing_order SET status = 'open', pay_url = $2, expires_at = coalesce($3, expires_at), fails = 0 WHERE id = $1`,
)
const cancellationDue = statement('UPDATE billing_order SET cancel_due = true, poll_at = $2 WHERE id = $1')
const ending = statement(
  `UPDATE billing_order SET status = $2, is_pending = false, asked = asked + 1,
     cancel_due = provider IS NOT NULL AND NOT $3, poll_at = CASE WHEN provider IS NULL OR $3 THEN poll_at ELSE $4 END WHERE id = $1`,
)
const newRef = statement(
  'UPDATE billing_order SET refs = refs || $2::text WHERE id = $1 AND NOT refs @> ARRAY[$2::text] AND cardinality(refs) < 50',
)

/** Stores the provider's page of an order, which ends with its page. One that was cancelled meanwhile is cancelled there too. */
export function storePage(db: Database, id: string, { ref, payUrl, expiresAt }: Page, now: Date) {
  return inTransaction(db, async (tx) => {
    const { status } = await lockOrder(tx, id)
    await addRef(tx, id, ref)
    if (status === 'draft') await opening.run(tx, [id, payUrl, expiresAt])
    else if (status === 'cancelled') await cancellationDue.run(tx, [id, now])
    return lockOrder(tx, id)
  })
}

/** Ends a draft or an open order. `isKnown`: its provider knows. Throws `not_found`, `conflict`. */
export function endOrder(
  db: Database,
  id: string,
  { status, isKnown }: { status: 'cancelled' | 'failed'; isKnown: boolean },
  now: Date,
): Promise<Order> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id)
    if (order.status === status) return order
    if (order.status !== 'draft' && order.status !== 'open') throw new AppError('conflict', refusals.orderNotOpen)
    await ending.run(tx, [id, status, isKnown, now])
    return lockOrder(tx, id)
  })
}

/** Adds a provider's id of the order. At most fifty, so polling stays bounded. */
export async function addRef(tx: Transaction, id: string, ref: string): Promise<void> {
  await newRef.run(tx, [id, ref])
}
