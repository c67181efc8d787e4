import type { Transaction } from '@rts/shared/service/transaction'

/** How many plans and articles an account has begun in a month (YYYY-MM). The count is locked until the transaction ends. */
export async function lockMonth(tx: Transaction, accountId: string, month: string): Promise<number> {
  const locked = await tx.query<{ used: number }>(
    `INSERT INTO writing.month AS m (account_id, month) VALUES ($1, $2)
     ON CONFLICT (account_id, month) DO UPDATE SET used = m.used RETURNING used`,
    [accountId, month],
  )
  return locked.rows[0]?.used ?? 0
}

export async function countText(tx: Transaction, accountId: string, month: string): Promise<void> {
  await tx.query('UPDATE writing.month SET used = used + 1 WHERE account_id = $1 AND month = $2', [accountId, month])
}

/** Deletes the counts of a closed account. */
export async function deleteMonths(tx: Transaction, accountId: string): Promise<void> {
  await tx.query('DELETE FROM writing.month WHERE account_id = $1', [accountId])
}
