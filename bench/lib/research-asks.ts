import { ask } from '@rts/shared/collects/ask-store'
import { createCollects } from '@rts/shared/collects/collects'
import { claim } from '@rts/shared/collects/job-store'
import type { Kind } from '@rts/shared/collects/kind'
import type { Quota } from '@rts/shared/collects/quota'
import { createLogger } from '@rts/shared/logger'
import type pg from 'pg'
import { z } from 'zod'
import { median, round } from '../../harness/measure.ts'

const times = 200

function askKind(started: (q: string) => void = () => {}): Kind<{ q: string }, string> {
  return {
    name: 'bench',
    lane: 'ask',
    input: z.object({ q: z.string() }),
    keyOf: ({ q }) => q,
    freshMs: 3_600_000,
    typicalMs: 1_000,
    retryMs: [],
    run: async ({ input: { q } }) => {
      started(q)
      return { state: 'ready', body: q, sources: ['bench'], sandbox: true, costUsd: null }
    },
  }
}

/** The times from an ask to its run, in ms, one after the other, on a database with one worker. */
export async function askToStartMs(pool: pg.Pool): Promise<number[]> {
  const started = new Map<string, number>()
  const kind = askKind((q) => started.set(q, performance.now()))
  const quota: Quota = { take: async () => 'taken', giveBack: async () => {} }
  const logger = createLogger('research', 'silent')
  const isFrozen = async () => false
  const collects = createCollects({ service: 'bench', pool, quota, logger, isFrozen, lanes: { ask: 20 } })
  const listening = collects.listen()
  const running = collects.work([kind])
  const reader = { scope: 'a:bench', accountId: 'bench', plan: 'scale', mayCollect: true, waitMs: 8_000 } as const
  const waits: number[] = []
  for (let i = 0; i < times; i++) {
    const q = `ask ${i}`
    const askedAt = performance.now()
    await collects.read(kind, [{ q }], reader)
    waits.push((started.get(q) ?? Number.POSITIVE_INFINITY) - askedAt)
  }
  await Promise.all([listening.stop(), running.stop()])
  return waits
}

/**
 * While so many runs of so many accounts wait: the database's time of a claim, in µs, and how many runs are claimed before the first one of
 * a new account.
 */
export async function claimFigures(pool: pg.Pool, waiting: number, accounts: number) {
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
  const text = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) SELECT collects.claim('ask', 1, gen_random_uuid(), '30 seconds')`
  const claims: number[] = []
  for (let i = 0; i < Math.min(times, waiting - 2); i++) {
    const { rows } = await pool.query({ text, rowMode: 'array' })
    claims.push(rows[0]?.[0][0]['Execution Time'] * 1_000)
  }
  const asker = { scope: 'a:new', accountId: 'new', plan: 'free', mayCollect: true, waitMs: 0 } as const
  await ask(pool, askKind(), { q: 'new' }, asker, { token: null, ask: 1 })
  let before = 0
  while ((await claim(pool, 'ask', 1))[0]?.account !== 'new') before++
  return { waiting, accounts, claimUs: round(median(claims)), before }
}
