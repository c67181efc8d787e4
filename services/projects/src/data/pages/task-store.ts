import type { Pool } from 'pg'
import { type AccountSpend, splitUsd } from '../../domain/share.ts'
import { spendPart } from './checked-page.ts'
import type { ClaimedTarget } from './due-store.ts'

/** An order, and the accounts that pay for it. */
export type Order = {
  target: ClaimedTarget
  accounts: readonly AccountSpend[]
  taskId: string
  costUsd: number | null
}
export type TaskStore = ReturnType<typeof createTaskStore>

/** Pages that are ordered from a provider now and collected later. The database knows an order before anybody asks for it. */
export function createTaskStore(pool: Pool) {
  return {
    /**
     * Stores orders, books their cost, and gives their pages back until `pollAt`. A page whose lease was lost keeps what the
     * other worker did.
     */
    async note(orders: readonly Order[], orderedAt: Date, pollAt: Date): Promise<void> {
      if (orders.length === 0) return
      const bookings = orders.flatMap(({ target, accounts, costUsd }) => {
        const parts = splitUsd(costUsd ?? 0, accounts.length)
        return accounts.map(({ id }, index) => ({ target, accountId: id, usd: parts[index] ?? 0 }))
      })
      await pool.query(noteSql, [
        orders.map((order) => order.target.id),
        orders.map((order) => order.target.lease),
        orders.map((order) => order.taskId),
        orders.map((order) => order.costUsd ?? 0),
        orderedAt,
        pollAt,
        bookings.map((booking) => booking.target.id),
        bookings.map((booking) => booking.accountId),
        bookings.map((booking) => spendPart(booking.target)),
        bookings.map((booking) => booking.usd),
      ])
    },

    /** Gives a page back until `at`; its order stays. */
    async postpone(target: ClaimedTarget, at: Date): Promise<void> {
      await pool.query(
        'UPDATE page_target SET next_due_at = $3, lease = NULL, lease_until = NULL WHERE id = $1 AND lease = $2',
        [target.id, target.lease, at],
      )
    },
  }
}

const noteSql = `
  WITH noted AS (
    UPDATE page_target t SET provider_task_id = o.task_id, provider_task_at = $5, provider_task_tries = t.provider_task_tries + 1,
      provider_task_usd = t.provider_task_usd + o.usd, next_due_at = $6, lease = NULL, lease_until = NULL
    FROM unnest($1::text[], $2::text[], $3::text[], $4::numeric[]) AS o (id, lease, task_id, usd)
    WHERE t.id = o.id AND t.lease = o.lease RETURNING t.id)
  INSERT INTO ranks.account_spend AS e (day, account_id, part, usd)
  SELECT ($5::timestamptz AT TIME ZONE 'UTC')::date, b.account_id, b.part, sum(b.usd)
  FROM unnest($7::text[], $8::text[], $9::smallint[], $10::numeric[]) AS b (id, account_id, part, usd) JOIN noted USING (id)
  WHERE b.usd > 0 GROUP BY 2, 3 ORDER BY 2, 3
  ON CONFLICT (day, account_id, part) DO UPDATE SET usd = e.usd + excluded.usd`
