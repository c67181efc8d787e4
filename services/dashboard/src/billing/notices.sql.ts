import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool } from 'pg'
import type { ProviderName } from './orders.sql.ts'
import { addRef } from './payment-pages.sql.ts'

/** What a provider's notice is about: `ref` is what the provider knows the order by, where it says so. */
export type Notice = { orderId: string; dedupeKey: string; ref: string | null }
export type NoticeStore = ReturnType<typeof createNoticeStore>

/** The notices of providers: each that is new has its order looked at. */
export function createNoticeStore(pool: Pool) {
  return {
    /** Answers whether it was new, and about an order of this provider. */
    take: (provider: ProviderName, { orderId, dedupeKey, ref }: Notice, now: Date) =>
      inTransaction(pool, async (client): Promise<boolean> => {
        const order = await client.query('SELECT 1 FROM billing_order WHERE id = $1 AND provider = $2', [
          orderId,
          provider,
        ])
        if (order.rowCount === 0) return false
        const noted = await client.query(
          `INSERT INTO webhook_inbox (provider, dedupe_key, order_id, received_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
          [provider, dedupeKey, orderId, now],
        )
        if (noted.rowCount === 0) return false
        if (ref !== null) await addRef(client, orderId, ref)
        await client.query('UPDATE billing_order SET asked = asked + 1, look_at = $2 WHERE id = $1', [orderId, now])
        return true
      }),

    /** Forgets notices that no provider repeats any more. */
    async forgetOld(now: Date): Promise<void> {
      await pool.query(`DELETE FROM webhook_inbox WHERE received_at < $1::timestamptz - interval '30 days'`, [now])
    },
  }
}
