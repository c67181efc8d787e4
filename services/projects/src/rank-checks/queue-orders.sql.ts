import { columns } from '@rts/shared/service/columns'
import { type Settlement, settle } from '@rts/shared/spend/settle'
import type { Pool } from 'pg'
import { transact } from '../database.sql.ts'
import type { ClaimedTarget } from './due-pages.sql.ts'

/** An order, and its bill. */
export type Order = { target: ClaimedTarget; taskId: string; bill: Settlement }
export type TaskStore = ReturnType<typeof createTaskStore>

/** Pages that are ordered from a provider now and collected later. An order is stored before anything collects it. */
export function createTaskStore(pool: Pool) {
  return {
    /**
     * Stores orders, books their bills, and gives their pages back until `pollAt`. A page with a lost lease keeps the other
     * worker's changes.
     */
    async note(orders: readonly Order[], orderedAt: Date, pollAt: Date): Promise<void> {
      if (orders.length === 0) return
      const rows = orders.map(({ target, taskId, bill }) => ({ ...target, taskId, usd: bill.usd }))
      await transact(pool, async (client) => {
        await client.query(noteSql, [orderedAt, pollAt, ...columns(rows, 'id', 'lease', 'taskId', 'usd')])
        await settle(
          client,
          orders.map(({ bill }) => bill),
        )
      })
    },

    /** Gives a page back until `at`; it keeps its order. */
    async postpone(target: ClaimedTarget, at: Date, tries: number = target.tries): Promise<void> {
      await pool.query(
        'UPDATE page_target SET next_due_at = $3, tries = $4, lease = NULL, lease_until = NULL WHERE id = $1 AND lease = $2',
        [target.id, target.lease, at, tries],
      )
    },
  }
}

const noteSql = `
  UPDATE page_target t SET provider_task_id = o.task_id, provider_task_at = $1, provider_task_tries = t.provider_task_tries + 1,
    provider_task_usd = t.provider_task_usd + o.usd, next_due_at = $2, lease = NULL, lease_until = NULL
  FROM unnest($3::text[], $4::text[], $5::text[], $6::numeric[]) AS o (id, lease, task_id, usd)
  WHERE t.id = o.id AND t.lease = o.lease`
