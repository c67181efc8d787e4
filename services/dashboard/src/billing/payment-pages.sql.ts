import { AppError } from '@rts/shared/errors'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'
import { lockOrder, type Order } from './orders.sql.ts'

export type PageStore = ReturnType<typeof createPageStore>

/** The pages on which orders are paid: when a provider has one, and when it is over. */
export function createPageStore(pool: Pool) {
  return {
    /** The provider has a page for the order. One that was cancelled meanwhile is cancelled there too. */
    opened: (id: string, { ref, payUrl }: { ref: string; payUrl: string }, now: Date) =>
      inTransaction(pool, async (client): Promise<Order> => {
        const { status } = await lockOrder(client, id)
        await addRef(client, id, ref)
        if (status === 'draft')
          await client.query(`UPDATE billing_order SET status = 'open', pay_url = $2, fails = 0 WHERE id = $1`, [
            id,
            payUrl,
          ])
        else if (status === 'cancelled')
          await client.query('UPDATE billing_order SET cancel_due = true, look_at = $2 WHERE id = $1', [id, now])
        return lockOrder(client, id)
      }),

    /** Ends a draft or an open order. `wasTold`: its provider knows. Throws `not_found`, `conflict`. */
    end: (id: string, status: 'cancelled' | 'failed', wasTold: boolean, now: Date) =>
      inTransaction(pool, async (client): Promise<Order> => {
        const order = await lockOrder(client, id)
        if (order.status === status) return order
        if (order.status !== 'draft' && order.status !== 'open')
          throw new AppError('conflict', 'This order is not open any more')
        await client.query(
          `UPDATE billing_order SET status = $2, is_pending = false, asked = asked + 1,
             cancel_due = provider IS NOT NULL AND NOT $3, look_at = CASE WHEN provider IS NULL OR $3 THEN look_at ELSE $4 END WHERE id = $1`,
          [id, status, wasTold, now],
        )
        return lockOrder(client, id)
      }),
  }
}

/** Another page of the provider for the same order. A list without an end would be work without one. */
export async function addRef(client: PoolClient, id: string, ref: string): Promise<void> {
  await client.query(
    'UPDATE billing_order SET refs = refs || $2::text WHERE id = $1 AND NOT refs @> ARRAY[$2::text] AND cardinality(refs) < 20',
    [id, ref],
  )
}
