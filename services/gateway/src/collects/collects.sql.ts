import { AppError } from '@rts/shared/errors'
import { type PlanTable, planSchema } from '@rts/shared/plans'
import { inTransaction } from '@rts/shared/service/transaction'
import type { Pool, PoolClient } from 'pg'

export type CollectStore = ReturnType<typeof createCollectStore>

const tokenDays = 7

/** Counts an account's collects of the day, exactly under parallel calls: it locks the day's row before it reads. */
export function createCollectStore(pool: Pool, plans: PlanTable) {
  return {
    /**
     * Whether each token counts: new ones in their order until the day's collects are used up. A token that is already counted
     * answers true and is not counted again.
     */
    take: (accountId: string, tokens: readonly string[]): Promise<boolean[]> =>
      inTransaction(pool, async (client) => {
        const { day, used } = await lockDay(client, accountId)
        const known = await client.query<{ token: string }>(
          'SELECT token FROM collect_token WHERE token = ANY($1) AND NOT given_back',
          [tokens],
        )
        const counted = new Set(known.rows.map(({ token }) => token))
        const room = Math.max(0, (await limitOf(client, accountId, plans)) - used)
        const taken = [...new Set(tokens)].filter((token) => !counted.has(token)).slice(0, room)
        await client.query(
          `INSERT INTO collect_token (token, account_id, day) SELECT token, $2, $3 FROM unnest($1::text[]) AS t (token)
           ON CONFLICT (token) DO UPDATE SET day = excluded.day, given_back = false`,
          [taken, accountId, day],
        )
        await client.query('UPDATE collect_day SET used = used + $3 WHERE account_id = $1 AND day = $2', [
          accountId,
          day,
          taken.length,
        ])
        for (const token of taken) counted.add(token)
        return tokens.map((token) => counted.has(token))
      }),

    /** Gives collects back to the days that counted them; answers how many of the tokens were counted. */
    async giveBack(tokens: readonly string[]): Promise<number> {
      const given = await pool.query<{ n: number }>(
        `WITH given AS (UPDATE collect_token SET given_back = true WHERE token = ANY($1) AND NOT given_back RETURNING account_id, day),
           by_day AS (SELECT account_id, day, count(*)::int AS n FROM given GROUP BY 1, 2),
           days AS (UPDATE collect_day d SET used = used - b.n FROM by_day b WHERE d.account_id = b.account_id AND d.day = b.day)
         SELECT count(*)::int AS n FROM given`,
        [tokens],
      )
      return given.rows[0]?.n ?? 0
    },

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
