import { AppError } from '@rts/shared/errors'
import { type PlanTable, planSchema } from '@rts/shared/plans'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'

export type CollectStore = ReturnType<typeof createCollectStore>

const tokenDays = 7

/** Counts an account's collects of the day, exactly under parallel calls: it locks the day's row before it reads. */
export function createCollectStore(pool: Pool, plans: PlanTable) {
  return {
    /** False if the day's collects are used up. A token that is already counted answers true and is not counted again. */
    take: (accountId: string, token: string): Promise<boolean> =>
      inTransaction(pool, async (client) => {
        const { day, used } = await lockDay(client, accountId)
        const counted = await client.query('SELECT 1 FROM collect_token WHERE token = $1 AND NOT given_back', [token])
        if (counted.rowCount === 1) return true
        if (used >= (await limitOf(client, accountId, plans))) return false
        await client.query(
          `INSERT INTO collect_token (token, account_id, day) VALUES ($1, $2, $3)
           ON CONFLICT (token) DO UPDATE SET day = excluded.day, given_back = false`,
          [token, accountId, day],
        )
        await client.query('UPDATE collect_day SET used = used + 1 WHERE account_id = $1 AND day = $2', [
          accountId,
          day,
        ])
        return true
      }),

    /** Gives a collect back to the day that counted it; false for a token that is not counted. */
    giveBack: (token: string): Promise<boolean> =>
      inTransaction(pool, async (client) => {
        const given = await client.query(
          `UPDATE collect_token SET given_back = true WHERE token = $1 AND NOT given_back RETURNING account_id, day::text`,
          [token],
        )
        const [row] = given.rows
        if (!row) return false
        await client.query('UPDATE collect_day SET used = used - 1 WHERE account_id = $1 AND day = $2', [
          row.account_id,
          row.day,
        ])
        return true
      }),

    /** Deletes tokens of old days; their counts stay. */
    async forgetOld(): Promise<void> {
      await pool.query(`DELETE FROM collect_token WHERE day < (now() AT TIME ZONE 'UTC')::date - $1::int`, [tokenDays])
    },
  }
}

async function lockDay(client: PoolClient, accountId: string): Promise<{ day: string; used: number }> {
  const today = `(clock_timestamp() AT TIME ZONE 'UTC')::date`
  await client.query(`INSERT INTO collect_day (account_id, day) VALUES ($1, ${today}) ON CONFLICT DO NOTHING`, [
    accountId,
  ])
  const held = await client.query<{ day: string; used: number }>(
    'SELECT day::text, used FROM collect_day WHERE account_id = $1 ORDER BY day DESC LIMIT 1 FOR UPDATE',
    [accountId],
  )
  const [row] = held.rows
  if (!row) throw new Error('the row that was just written is missing')
  return row
}

async function limitOf(client: PoolClient, accountId: string, plans: PlanTable): Promise<number> {
  const found = await client.query<{ plan: string }>('SELECT plan FROM account WHERE id = $1', [accountId])
  const plan = planSchema.safeParse(found.rows[0]?.plan)
  if (!plan.success) throw new AppError('not_found', 'No such account')
  return plans[plan.data].collectsPerDay
}
