import { ask } from '@rts/shared/collects/ask-store'
import { claim } from '@rts/shared/collects/job-store'
import pg from 'pg'
import { askKind } from './ask-to-start.ts'
import { median, round } from './stats.ts'

const claims = 200

export type TurnFigures = {
  waiting: number
  accounts: number
  /** Time of the database for a claim, in µs. */
  claimUs: number
  /** How many runs were claimed before the first one of a new account. */
  before: number
}

/** The time of a claim while many runs wait, and the number of claims before a new account's first run. */
export async function turnFigures(databaseUrl: string, waiting: number, accounts: number): Promise<TurnFigures> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  await pool.query('TRUNCATE collects.subject, collects.result, collects.reading, collects.turn')
  await pool.query(
    `WITH s AS (INSERT INTO collects.subject (kind, key, input, lane, due_at)
       SELECT 'bench', n::text, '{"q": "x"}', 'ask', now() FROM generate_series(1, $1::int) n RETURNING id)
     INSERT INTO collects.reading (scope, subject_id, payer, wanted_at) SELECT 'a:' || id, id, 'a' || id % $2, now() FROM s`,
    [waiting, accounts],
  )
  // The first claim puts all of them into lines; each account has had a turn today.
  await claim(pool, 'ask', 1)
  await pool.query('UPDATE collects.turn SET last_at = now()')
  await pool.query('ANALYZE collects.subject, collects.reading, collects.turn')
  const times: number[] = []
  for (let i = 0; i < Math.min(claims, waiting - 2); i++) times.push(await claimMicros(pool))
  const asker = { scope: 'a:new', accountId: 'new', plan: 'free', mayCollect: true, waitMs: 0 } as const
  await ask(
    pool,
    askKind(() => {}),
    { q: 'new' },
    asker,
    { token: null, ask: 1 },
  )
  let before = 0
  while ((await claim(pool, 'ask', 1))[0]?.account !== 'new') before++
  await pool.end()
  return { waiting, accounts, claimUs: round(median(times)), before }
}

async function claimMicros(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query({
    text: `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) SELECT collects.claim('ask', 1, gen_random_uuid(), '30 seconds')`,
    rowMode: 'array',
  })
  return rows[0]?.[0][0]['Execution Time'] * 1_000
}
