import { columns } from '@rts/shared/service/columns'
import type { Transaction } from '@rts/shared/service/transaction'
import type { Lease } from './due-pages.sql.ts'

/** An order of a page at the provider, and its cost in USD. */
export type StoredOrder = Lease & { taskId: string; usd: number }

/** Stores orders and gives their pages back until `pollAt`. A page with a lost lease keeps the other worker's changes. */
export async function storeOrders(
  tx: Transaction,
  orders: readonly StoredOrder[],
  orderedAt: Date,
  pollAt: Date,
): Promise<void> {
  await tx.query(storeSql, [orderedAt, pollAt, ...columns(orders, 'id', 'lease', 'taskId', 'usd')])
}

const storeSql = `
  UPDATE page_target t SET provider_task_id = o.task_id, provider_task_at = $1, provider_task_tries = t.provider_task_tries + 1,
    provider_task_usd = t.provider_task_usd + o.usd, next_due_at = $2, lease = NULL, lease_until = NULL
  FROM unnest($3::text[], $4::text[], $5::text[], $6::numeric[]) AS o (id, lease, task_id, usd)
  WHERE t.id = o.id AND t.lease = o.lease`
