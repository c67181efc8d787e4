import { setTimeout as delay } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { ask } from '@rts/shared/collects/ask-store'
import { finish } from '@rts/shared/collects/finish-store'
import { type Claim, claim, isAnothersTurn } from '@rts/shared/collects/job-store'
import { schedule } from '@rts/shared/collects/order'
import { deleteReadings } from '@rts/shared/collects/upkeep-store'
import { inTransaction } from '@rts/shared/service/transaction'
import { runs } from '@rts/shared/testing/runs'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { askerOf, ideasKind, ready } from './support/collecting.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'projects')
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query('TRUNCATE collects.subject, collects.result, collects.reading, collects.turn')
})

const kind = ideasKind(async () => ready([]))
const asks = (account: string, ...phrases: string[]) =>
  inOrder(phrases, (q) => ask(database.pool, kind, { q }, askerOf(account), { token: null, ask: 1 }))
const schedules = (account: string, ...phrases: string[]) =>
  inOrder(phrases, (q) =>
    inTransaction(database.pool, (client) =>
      schedule(client, {
        kind: kind.name,
        key: q,
        input: { q },
        lane: kind.lane,
        scope: `a:${account}`,
        payer: account,
        dueAt: new Date(),
      }),
    ),
  )
/** The next runs that workers get, as account and phrase. */
async function turns(count: number): Promise<string[]> {
  const claims = await claim(database.pool, kind.lane, count)
  return claims.map(({ account, input }) => `${account} ${Object(input).q}`)
}
async function inOrder<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (const item of items) await work(item)
}

describe('a turn', () => {
  it('is given to each account in turn, within an account to the run that was due first', async () => {
    await asks('ann', 'a1', 'a2', 'a3')
    await asks('ben', 'b1', 'b2')
    await asks('cleo', 'c1')
    expect([...(await turns(4)), ...(await turns(9))]).toEqual([
      'ann a1',
      'ben b1',
      'cleo c1',
      'ann a2',
      'ben b2',
      'ann a3',
    ])
  })

  it('is at once that of an account that had none, however many runs of others wait', async () => {
    await asks('ann', ...Array.from({ length: 100 }, (_, i) => `a${i}`))
    await asks('ben', ...Array.from({ length: 100 }, (_, i) => `b${i}`))
    await turns(7)
    await asks('cleo', 'c1')
    expect(await turns(1)).toEqual(['cleo c1'])
  })

  it('counts also when nothing of the account waited in between', async () => {
    await asks('ann', 'a1', 'a2')
    await asks('ben', 'b1')
    expect(await turns(2)).toEqual(['ann a1', 'ben b1'])
    await asks('ben', 'b2')
    expect(await turns(2)).toEqual(['ann a2', 'ben b2'])
  })

  it('of what somebody waits for comes before what is scheduled, which has turns by account too', async () => {
    await schedules('ann', 'a1', 'a2')
    await schedules('ben', 'b1')
    await asks('cleo', 'c1', 'c2')
    expect(await turns(9)).toEqual(['cleo c1', 'cleo c2', 'ann a1', 'ben b1', 'ann a2'])
  })

  it('of what is scheduled becomes one of what is asked when somebody asks', async () => {
    await schedules('ann', 'a1', 'a2')
    await schedules('ben', 'b1')
    expect(await turns(1)).toEqual(['ann a1'])
    await asks('ann', 'a2')
    expect(await turns(9)).toEqual(['ann a2', 'ben b1'])
  })

  it('serves a run that several accounts want in the shortest of their lines', async () => {
    await asks('ann', 'a1', 'a2', 'both')
    expect(await turns(1)).toEqual(['ann a1'])
    await asks('ben', 'both')
    expect(await turns(9)).toEqual(['ben both', 'ann a2'])
  })

  it('passes to the next account when what waited was deleted', async () => {
    await asks('ann', 'a1')
    await asks('ben', 'b1', 'b2')
    expect(await turns(1)).toEqual(['ann a1'])
    await asks('ann', 'a2')
    expect(await turns(1)).toEqual(['ben b1'])
    await inTransaction(database.pool, (client) => deleteReadings(client, 'a:ann'))
    expect(await turns(1)).toEqual(['ben b2'])
    await asks('ann', 'a3')
    expect(await turns(1)).toEqual(['ann a3'])
  })

  it('waits for the pause of a run that failed, and passes to others meanwhile', async () => {
    await asks('ann', 'a1')
    await asks('ben', 'b1')
    const [job] = await claim(database.pool, kind.lane, 1)
    if (!job) throw new Error('a run is due')
    const later = { state: 'waiting', pollAt: new Date(Date.now() + 3_600_000), progress: {} } as const
    await finish(database.pool, job, later, kind)
    expect(await turns(9)).toEqual(['ben b1'])
  })

  it('of another account is seen by a long run, and an own one is none', async () => {
    await asks('ann', 'a1', 'a2')
    const [long] = await claim(database.pool, kind.lane, 1)
    if (!long) throw new Error('a run is due')
    expect(await isAnothersTurn(database.pool, long)).toBe(false)
    await schedules('ben', 'later')
    expect(await isAnothersTurn(database.pool, long)).toBe(false)
    await asks('ben', 'b1', 'b2')
    expect(await isAnothersTurn(database.pool, long)).toBe(true)
    expect(await turns(1)).toEqual(['ben b1'])
    // The next one is ann's.
    expect(await isAnothersTurn(database.pool, long)).toBe(false)
  })
})

it('a claim reads some rows of a queue of 10,000, not the queue', async () => {
  await database.pool.query(
    `WITH s AS (INSERT INTO collects.subject (kind, key, input, lane, due_at)
       SELECT 'ideas', n::text, '{"q": "x"}', 'ask', now() FROM generate_series(1, 10000) n RETURNING id)
     INSERT INTO collects.reading (scope, subject_id, payer, wanted_at) SELECT 'a:' || id % 1000, id, id % 1000, now() FROM s`,
  )
  await turns(1)
  await database.pool.query('ANALYZE collects.subject, collects.turn')
  const read = await inTransaction(database.pool, async (client) => {
    const rows = async () => {
      const counted = await client.query<{ rows: number }>(
        `SELECT sum(seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables WHERE schemaname = 'collects'`,
      )
      return counted.rows[0]?.rows ?? 0
    }
    const before = await rows()
    await client.query('SELECT collects.claim($1, 3, gen_random_uuid(), $2)', [kind.lane, '30 seconds'])
    return (await rows()) - before
  })
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(60)
})

const arrivals = fc.array(fc.record({ account: fc.constantFrom('ann', 'ben', 'cleo', 'dan'), afterMs: fc.nat(6) }), {
  minLength: 10,
  maxLength: 40,
})

it('no account whose run waits is passed over twice by another one, in any order of asking and with any number of workers', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 4 }), fc.nat(8), async (asked, workers, runMs) => {
      await database.pool.query('TRUNCATE collects.subject, collects.result, collects.reading, collects.turn')
      const seen = await seenRuns(asked, workers, runMs)
      expect(seen).toHaveLength(asked.length)
      for (const one of seen) {
        const before = Math.max(...seen.filter((o) => o.account === one.account && o.at < one.at).map(({ at }) => at))
        const from = Math.max(one.waitsAt, before)
        const passing = seen.filter((o) => o.account !== one.account && o.at > from && o.at < one.at)
        expect(new Set(passing.map(({ account }) => account)).size).toBe(passing.length)
      }
    }),
    { numRuns: runs(12) },
  )
})

type Turn = { account: string; waitsAt: number; at: number }

/** Asks and works at the same time; the moments of each run in the database's time, in ms. */
async function seenRuns(
  asked: readonly { account: string; afterMs: number }[],
  workers: number,
  runMs: number,
): Promise<Turn[]> {
  const { pool } = database
  const waitsAt = new Map<string, number>()
  const turnsGiven: { account: string; q: string; at: number }[] = []
  const now = async () =>
    Number((await pool.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms')).rows[0].ms)

  async function work(job: Claim): Promise<void> {
    const held = await pool.query(
      `SELECT extract(epoch FROM lease_until - interval '30 seconds') * 1000 AS ms FROM collects.subject WHERE id = $1`,
      [job.id],
    )
    turnsGiven.push({ account: job.account, q: Object(job.input).q, at: Number(held.rows[0].ms) })
    await delay(runMs)
    await finish(pool, job, ready([]), kind)
  }
  async function worker(): Promise<void> {
    while (turnsGiven.length < asked.length) {
      const [job] = await claim(pool, kind.lane, 1)
      if (job) await work(job)
      else await delay(1)
    }
  }
  async function ask(): Promise<void> {
    for (const [i, { account, afterMs }] of asked.entries()) {
      await delay(afterMs)
      await asks(account, String(i))
      waitsAt.set(String(i), await now())
    }
  }
  await Promise.all([ask(), ...Array.from({ length: workers }, worker)])
  return turnsGiven.map(({ account, q, at }) => ({ account, at, waitsAt: waitsAt.get(q) ?? 0 }))
}
