import type { Database, Transaction } from '@rts/shared/service/transaction'

export type CollectDay = { day: string; used: number }

const tokenDays = 7

/** The account's row of today, locked until the transaction ends. */
export async function lockDay(tx: Transaction, accountId: string): Promise<CollectDay> {
  const today = `(clock_timestamp() AT TIME ZONE 'UTC')::date`
  await tx.query(`INSERT INTO collect_day (account_id, day) VALUES ($1, ${today}) ON CONFLICT DO NOTHING`, [accountId])
  const held = await tx.query<CollectDay>(
    'SELECT day::text, used FROM collect_day WHERE account_id = $1 ORDER BY day DESC LIMIT 1 FOR UPDATE',
    [accountId],
  )
  const [row] = held.rows
  if (!row) throw new Error('the row that was just written is missing')
  return row
}

/** Those of the tokens that are counted already. */
export async function findCounted(tx: Transaction, tokens: readonly string[]): Promise<Set<string>> {
  const known = await tx.query<{ token: string }>(
    'SELECT token FROM collect_token WHERE token = ANY($1) AND NOT given_back',
    [tokens],
  )
  return new Set(known.rows.map(({ token }) => token))
}

/** Counts these tokens on a locked day. */
export async function countTokens(
  tx: Transaction,
  accountId: string,
  day: string,
  tokens: readonly string[],
): Promise<void> {
  await tx.query(
    `INSERT INTO collect_token (token, account_id, day) SELECT token, $2, $3 FROM unnest($1::text[]) AS t (token)
     ON CONFLICT (token) DO UPDATE SET day = excluded.day, given_back = false`,
    [tokens, accountId, day],
  )
  await tx.query('UPDATE collect_day SET used = used + $3 WHERE account_id = $1 AND day = $2', [
    accountId,
    day,
    tokens.length,
  ])
}

/** Gives collects back to the days that counted them; answers how many of the tokens were counted. */
export async function giveBackTokens(db: Database, tokens: readonly string[]): Promise<number> {
  const given = await db.query<{ n: number }>(
    `WITH given AS (UPDATE collect_token SET given_back = true WHERE token = ANY($1) AND NOT given_back RETURNING account_id, day),
       by_day AS (SELECT account_id, day, count(*)::int AS n FROM given GROUP BY 1, 2),
       days AS (UPDATE collect_day d SET used = used - b.n FROM by_day b WHERE d.account_id = b.account_id AND d.day = b.day)
     SELECT count(*)::int AS n FROM given`,
    [tokens],
  )
  return given.rows[0]?.n ?? 0
}

/** Deletes tokens of old days; their counts stay. */
export async function deleteOldTokens(db: Database): Promise<void> {
  await db.query(`DELETE FROM collect_token WHERE day < (now() AT TIME ZONE 'UTC')::date - $1::int`, [tokenDays])
}
