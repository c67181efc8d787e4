import type { Database, Transaction } from '@rts/shared/service/transaction'
import { int, type RowOf, text } from '@rts/shared/sql/column'
import { query, statement } from '@rts/shared/sql/statement'

const collectDay = { day: text, used: int }

const today = `(clock_timestamp() AT TIME ZONE 'UTC')::date`
const dayInsert = statement(`INSERT INTO collect_day (account_id, day) VALUES ($1, ${today}) ON CONFLICT DO NOTHING`)
const dayToLock = query(
  collectDay,
  'SELECT day::text, used FROM collect_day WHERE account_id = $1 ORDER BY day DESC LIMIT 1 FOR UPDATE',
)
const countedTokens = query({ token: text }, 'SELECT token FROM collect_token WHERE token = ANY($1) AND NOT given_back')
const tokensUpsert = statement(
  `INSERT INTO collect_token (token, account_id, day) SELECT token, $2, $3 FROM unnest($1::text[]) AS t (token)
   ON CONFLICT (token) DO UPDATE SET day = excluded.day, given_back = false`,
)
const dayIncrement = statement('UPDATE collect_day SET used = used + $3 WHERE account_id = $1 AND day = $2')
const tokensGivenBack = query(
  { n: int },
  `WITH given AS (UPDATE collect_token SET given_back = true WHERE token = ANY($1) AND NOT given_back RETURNING account_id, day),
     by_day AS (SELECT account_id, day, count(*)::int AS n FROM given GROUP BY 1, 2),
     days AS (UPDATE collect_day d SET used = used - b.n FROM by_day b WHERE d.account_id = b.account_id AND d.day = b.day)
   SELECT count(*)::int AS n FROM given`,
)
const oldTokensDeletion = statement(`DELETE FROM collect_token WHERE day < (now() AT TIME ZONE 'UTC')::date - 7`)

/** The account's row of today, locked until the transaction ends. */
export async function lockDay(tx: Transaction, accountId: string): Promise<RowOf<typeof collectDay>> {
  await dayInsert.run(tx, [accountId])
  return dayToLock.require(tx, [accountId])
}

export async function findCounted(tx: Transaction, tokens: readonly string[]): Promise<Set<string>> {
  const counted = await countedTokens.rows(tx, [tokens])
  return new Set(counted.map(({ token }) => token))
}

export async function countTokens(
  tx: Transaction,
  accountId: string,
  day: string,
  tokens: readonly string[],
): Promise<void> {
  await tokensUpsert.run(tx, [tokens, accountId, day])
  await dayIncrement.run(tx, [accountId, day, tokens.length])
}

/** Gives collects back to their days; returns how many tokens were counted. */
export async function giveBackTokens(db: Database, tokens: readonly string[]): Promise<number> {
  return (await tokensGivenBack.first(db, [tokens]))?.n ?? 0
}

/** Deletes tokens that are older than a week; their counts stay. */
export async function deleteOldTokens(db: Database): Promise<void> {
  await oldTokensDeletion.run(db)
}
