import type { Pool, PoolClient } from 'pg'
import { columns } from '../service/columns.ts'
import { statement } from '../sql/statement.ts'

export type Purchase = { capability: string; day: string; accounts: readonly string[]; holdId: string | null }
/** `accounts`, if given, pay instead of the purchase's own. */
export type Settlement = { purchase: Purchase; usd: number; accounts?: readonly string[] | undefined }

// The same order everywhere prevents deadlocks. Each connection books in its own part.
const settleAll = statement(
  `WITH released AS (DELETE FROM spend.hold WHERE id = ANY($1::uuid[])),
  total AS (
    INSERT INTO spend.total AS t (day, capability, part, usd)
    SELECT day, capability, pg_backend_pid() % 16, sum(usd) FROM unnest($2::date[], $3::text[], $4::numeric[]) AS c (day, capability, usd)
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (day, capability, part) DO UPDATE SET usd = t.usd + excluded.usd)
  INSERT INTO spend.book AS b (day, capability, account_id, part, usd)
  SELECT day, capability, account_id, pg_backend_pid() % 16, sum(usd)
  FROM unnest($5::date[], $6::text[], $7::text[], $8::numeric[]) AS c (day, capability, account_id, usd)
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (day, capability, account_id, part) DO UPDATE SET usd = b.usd + excluded.usd`,
  'spend.settle',
)
const deleteTotals = statement('DELETE FROM spend.total WHERE day < $1')
const deleteBooks = statement(
  `DELETE FROM spend.book WHERE (day, capability, account_id, part) IN (
     SELECT day, capability, account_id, part FROM spend.book WHERE day < $1 LIMIT $2)`,
)

/** Books the costs of calls on the day of their reservation, and releases their holds, in the transaction that stores their results. */
export async function settle(db: Pool | PoolClient, settlements: readonly Settlement[]): Promise<void> {
  const held = settlements.flatMap(({ purchase }) => purchase.holdId ?? [])
  const totals = settlements.map(({ purchase, usd }) => ({ ...purchase, usd })).filter(({ usd }) => usd > 0)
  if (held.length === 0 && totals.length === 0) return
  const parts = settlements.flatMap(({ purchase, usd, accounts = purchase.accounts }) =>
    splitOver(accounts, usd).map((part) => ({ ...purchase, ...part })),
  )
  const paid = parts.filter(({ usd }) => usd > 0)
  await settleAll.run(db, [
    held,
    ...columns(totals, 'day', 'capability', 'usd'),
    ...columns(paid, 'day', 'capability', 'accountId', 'usd'),
  ])
}

/** Deletes a batch of the costs booked before `before`; answers its size. */
export async function sweepSpend(pool: Pool, before: string, batchSize: number): Promise<number> {
  await deleteTotals.run(pool, [before])
  return deleteBooks.run(pool, [before, batchSize])
}

/** A cost split evenly over accounts; the parts are whole millionths of a dollar and add up to it exactly. */
export function splitOver(accounts: readonly string[], usd: number): { accountId: string; usd: number }[] {
  const sorted = [...new Set(accounts)].sort()
  const millionths = Math.round(usd * 1e6)
  const each = Math.floor(millionths / sorted.length)
  const rest = millionths - each * sorted.length
  return sorted.map((accountId, i) => ({ accountId, usd: (each + (i < rest ? 1 : 0)) / 1e6 }))
}
