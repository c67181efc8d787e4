import type { PaymentProviderName } from '@rts/shared/contract/rows/billing'
import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'
import { addRef } from './payment-pages.sql.ts'

/** What a provider's notice is about; `ref` is what the provider knows the order by, where it says so. */
export type Notice = { orderId: string; dedupeKey: string; ref: string | null }

const orderOfProvider = query({ id: text }, 'SELECT id FROM billing_order WHERE id = $1 AND provider = $2')
const insertion = statement(
  'INSERT INTO webhook_inbox (provider, dedupe_key, order_id, received_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
)
const pollNow = statement('UPDATE billing_order SET asked = asked + 1, look_at = $2 WHERE id = $1')
const oldNotices = statement(`DELETE FROM webhook_inbox WHERE received_at < $1::timestamptz - interval '30 days'`)

/** Stores a notice and schedules a poll of its order; false if it is a repeat, or about no order of this provider. */
export function takeNotice(
  db: Database,
  provider: PaymentProviderName,
  { orderId, dedupeKey, ref }: Notice,
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    if (!(await orderOfProvider.first(tx, [orderId, provider]))) return false
    if ((await insertion.run(tx, [provider, dedupeKey, orderId, now])) === 0) return false
    if (ref !== null) await addRef(tx, orderId, ref)
    await pollNow.run(tx, [orderId, now])
    return true
  })
}

/** Deletes notices that no provider repeats any more. */
export async function deleteOldNotices(db: Database, now: Date): Promise<void> {
  await oldNotices.run(db, [now])
}
