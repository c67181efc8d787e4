import { fork } from 'node:child_process'
import path from 'node:path'
import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { systemClock } from '@rts/shared/clock'
import type { Quota } from '@rts/shared/collects/quota'
import { sweep } from '@rts/shared/collects/upkeep-store'
import { type Failure, failed } from '@rts/shared/failure'
import { defaultPlans } from '@rts/shared/plans'
import { inTransaction } from '@rts/shared/service/transaction'
import { createSpend, type Spend } from '@rts/shared/spend/spend'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { giveBackTokens } from '../services/gateway/src/collects/collects.sql.ts'
import { takeCollects } from '../services/gateway/src/collects/collects.ts'
import {
  askerOf,
  createCollectDatabase,
  endless,
  ideasKind,
  type Replica,
  type Run,
  ready,
  startReplica,
} from './support/collecting.ts'

let database: TestDatabase
let replicas: Replica[] = []
let run: Run
let spend: Spend

beforeAll(async () => {
  database = await createCollectDatabase(inject('postgresUrl'))
  const capability = 'research'
  spend = createSpend({
    pool: database.pool,
    clock: systemClock,
    capability,
    budgetUsd: undefined,
    shareUsd: undefined,
  })
})
afterAll(() => database.drop())
beforeEach(() => {
  run = async ({ input }) => ready([input.q])
})
afterEach(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()))
  replicas = []
  await database.pool.query('TRUNCATE collects.subject, collects.result, collects.reading, spend.book, spend.total')
})

const kind = ideasKind((job, signal) => run(job, signal))
function replica(quota?: Quota): Replica {
  const started = startReplica(database, kind, quota)
  replicas.push(started)
  return started
}
const column = async (sql: string): Promise<unknown[]> =>
  (await database.pool.query({ text: sql, rowMode: 'array' })).rows.flat()
const read = async (of: Replica, q: string, ...asker: Parameters<typeof askerOf>) => {
  const [reading] = await of.read(kind, [{ q }], askerOf(...asker))
  if (!reading) throw new Error('one input, one reading')
  return reading
}
/** As if that much time had passed for what was collected. */
const age = (hours: number) =>
  database.pool.query(`UPDATE collects.result SET collected_at = collected_at - $1 * interval '1 hour'`, [hours])
/** A run that buys as runs do: booked when it is paid, on all who wanted it. */
const buying =
  (usd: number, outcome: Run): Run =>
  async (job, signal) => {
    const held = await spend.reserve(job.payers, usd)
    if (typeof held === 'string') throw new Error('there is no limit')
    await held.settle(usd)
    return outcome(job, signal)
  }
const failing =
  (more: Partial<Failure>): Run =>
  async () => ({ state: 'failed', failure: { ...failed('simulated', 'upstream'), ...more } })

describe('a read', () => {
  it('collects, waits, and answers with source and time', async () => {
    expect(await read(replica(), 'tea', 'ann')).toEqual({
      body: ['tea'],
      sources: ['simulated'],
      sandbox: true,
      state: { status: 'ready', reason: null, updatedAt: expect.any(String) },
      isFree: false,
    })
  })

  it('of fresh data asks no provider and counts nothing, for the same reader and for another', async () => {
    let runs = 0
    const taken: string[] = []
    run = async ({ input }) => ready([input.q, String(++runs)])
    const quota: Quota = {
      take: async (_account, token) => (taken.push(token) ? 'taken' : 'unknown'),
      giveBack: async () => {},
    }
    const one = replica(quota)
    for (const name of ['ann', 'ann', 'ben']) expect((await read(one, 'tea', name)).body).toEqual(['tea', '1'])
    expect(taken).toHaveLength(1)
  })

  it('that cannot wait is collecting, with a time to look again; a poll of it is free, the first call is not', async () => {
    let finish = () => {}
    run = () => new Promise((resolve) => (finish = () => resolve(ready(['late']))))
    const one = replica()
    const first = await read(one, 'tea', 'ann', { waitMs: 0 })
    expect(first).toMatchObject({ body: null, isFree: false, state: { retryAfterSeconds: expect.any(Number) } })
    expect(['queued', 'collecting']).toContain(first.state.status)
    await until('the run', () =>
      column('SELECT count(*)::int FROM collects.subject WHERE lease IS NOT NULL').then(([n]) => n === 1),
    )
    const poll = await read(one, 'tea', 'ann', { waitMs: 0 })
    expect(poll).toMatchObject({ isFree: true, state: { status: 'collecting' } })
    const joined = await read(one, 'tea', 'ben', { waitMs: 0 })
    expect(joined).toMatchObject({ isFree: false, state: { status: 'collecting' } })
    finish()
    expect((await read(one, 'tea', 'ben')).body).toEqual(['late'])
  })

  it('hears of the end on another replica, and of one whose word was lost within a second or so', async () => {
    const [one, other] = [replica(), replica()]
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((q, i) => read(i % 2 ? one : other, q, 'ann')))
    expect(answers.map(({ body }) => body)).toEqual([['a'], ['b'], ['c'], ['d']])
    run = () => new Promise(() => {})
    const waiting = read(one, 'lost', 'ann')
    await until('the run', () =>
      column(`SELECT lease FROM collects.subject WHERE key = 'lost'`).then(([lease]) => Boolean(lease)),
    )
    await database.pool.query(
      `WITH r AS (INSERT INTO collects.result (subject_id, status, sources, sandbox, collected_at, body)
         SELECT id, 'ready', '{x}', false, now(), '["found"]' FROM collects.subject WHERE key = 'lost' RETURNING id, subject_id)
       UPDATE collects.reading d SET result_id = r.id, wanted_at = NULL FROM r WHERE d.subject_id = r.subject_id`,
    )
    expect((await waiting).body).toEqual(['found'])
  })

  it('that may not collect reads what is its own, says why, and never what others have', async () => {
    const one = replica()
    await read(one, 'tea', 'ann')
    const own = await read(one, 'tea', 'ann', { mayCollect: false })
    expect(own.state.status).toBe('ready')
    await age(2)
    expect(await read(one, 'tea', 'ann', { mayCollect: false })).toMatchObject({
      body: ['tea'],
      state: { status: 'ready', reason: 'allowance_exhausted' },
    })
    expect(await read(one, 'tea', 'ben', { mayCollect: false })).toMatchObject({
      body: null,
      state: { status: 'unavailable', reason: 'allowance_exhausted' },
    })
  })

  it('keeps its own version while another reader has a newer one', async () => {
    let runs = 0
    run = async () => ready([String(++runs)])
    const one = replica()
    await read(one, 'tea', 'ann')
    await age(2)
    expect((await read(one, 'tea', 'ben')).body).toEqual(['2'])
    expect((await read(one, 'tea', 'ann', { mayCollect: false })).body).toEqual(['1'])
    expect((await read(one, 'tea', 'ann')).body).toEqual(['2'])
    await sweep(database.pool, { subject: '0', result: '0' })
    expect(await column('SELECT count(*)::int FROM collects.result')).toEqual([1])
  })
})

it('parallel calls of one reader count once, whichever comes first and however late the others are', async () => {
  const counted = new Map<string, number>()
  const all = Promise.withResolvers<void>()
  let calls = 0
  const quota: Quota = {
    take: async (_account, token) => {
      const isFirst = ++calls === 1
      if (calls === 8) all.resolve()
      await all.promise
      // The later ones ask when the run of the first is over.
      if (!isFirst)
        await until('a result', () => column('SELECT count(*)::int FROM collects.result').then(([n]) => n === 1))
      counted.set(token, 1)
      return 'taken'
    },
    giveBack: async (token) => void counted.set(token, 0),
  }
  const one = replica(quota)
  const answers = await Promise.all(Array.from({ length: 8 }, () => read(one, 'tea', 'ann')))
  expect(answers.map(({ body }) => body)).toEqual(Array.from({ length: 8 }, () => ['tea']))
  expect([...counted.values()]).toEqual([1])
})

it('an account whose calls wait in great number leaves room for a call of another one', async () => {
  let finish = () => {}
  run = async ({ input: { q } }) => {
    if (q === 'tea') await new Promise<void>((resolve) => (finish = resolve))
    return ready([q])
  }
  const one = replica()
  const waiting = Array.from({ length: 50 }, () => read(one, 'tea', 'ann'))
  // The first answer is that of a call which found no room.
  await Promise.race(waiting)
  expect((await read(one, 'mate', 'ben')).body).toEqual(['mate'])
  const answers = Promise.all(waiting)
  finish()
  await answers
})

describe('a run', () => {
  it('that fails is tried again; when no try is left the last rows stay, and no provider is asked for a while', async () => {
    const one = replica()
    await read(one, 'tea', 'ann')
    await age(2)
    let tries = 0
    run = async (job, signal) => {
      tries++
      return failing({})(job, signal)
    }
    expect(await read(one, 'tea', 'ann')).toMatchObject({ body: ['tea'], state: { status: 'failed', reason: null } })
    expect(tries).toBe(3)
    expect((await read(one, 'tea', 'ann')).state.status).toBe('failed')
    expect(tries).toBe(3)
  })

  it('whose answer the database refuses is not made again by itself, and the rows before stay', async () => {
    const one = replica()
    await read(one, 'tea', 'ann')
    await age(2)
    let tries = 0
    run = async () => ready([`tea ${++tries}`])
    await database.pool.query(
      `ALTER TABLE collects.result ADD CONSTRAINT refused CHECK (body::text NOT LIKE '%tea 1%')`,
    )
    expect(await read(one, 'tea', 'ann')).toMatchObject({ body: ['tea'], state: { status: 'failed' } })
    const ended = 'SELECT lease IS NULL AND due_at IS NULL FROM collects.subject'
    expect(await column(ended)).toEqual([true])
    expect(await column('SELECT failure FROM collects.reading')).toEqual(['storage'])
    expect((await read(one, 'tea', 'ann')).state.status).toBe('failed')
    expect(tries).toBe(1)
    await database.pool.query('ALTER TABLE collects.result DROP CONSTRAINT refused')
  })

  it('that asked no provider gives its collect back, also when the first message about it is lost', async () => {
    run = failing({ asked: false, kind: 'no_provider' })
    const given: string[] = []
    let isAway = true
    const quota: Quota = {
      take: async () => 'taken',
      giveBack: async (token) => {
        if (isAway) throw new Error('the owner is away')
        given.push(token)
      },
    }
    const one = replica(quota)
    expect((await read(one, 'tea', 'ann')).state).toMatchObject({ status: 'unavailable', reason: 'no_provider' })
    isAway = false
    replica(quota)
    await until('the collect to be given back', () => given.length > 0)
    expect(new Set(given)).toEqual(new Set(['research:a:ann:ideas:tea:1']))
  })

  it('is paid by all who wanted it, each time that it is asked, also when its lease was lost', async () => {
    run = buying(0.01, async ({ input }) => {
      await database.pool.query(
        'UPDATE collects.subject SET lease = gen_random_uuid(), lease_until = now() WHERE tries = 1',
      )
      return ready([input.q])
    })
    const one = startReplica(database, kind)
    await one.stop()
    await Promise.all(['ann', 'ben'].map((name) => read(one, 'tea', name, { waitMs: 0 })))
    expect((await read(replica(), 'tea', 'ann')).body).toEqual(['tea'])
    expect(await column('SELECT sum(usd)::float8 FROM spend.book GROUP BY account_id')).toEqual([0.01, 0.01])
  })

  it('ends when its last reader is deleted, and leaves nothing', async () => {
    let aborted = false
    run = (_job, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted = true
          reject(signal.reason)
        })
      })
    const one = replica()
    await read(one, 'tea', 'ann', { waitMs: 0 })
    await until('the run', () => column('SELECT lease FROM collects.subject').then(([lease]) => Boolean(lease)))
    await inTransaction(database.pool, (client) => one.deleteReadings(client, 'a:ann'))
    await until('the end of the run', () => aborted)
    expect(await column('SELECT count(*)::int FROM collects.subject')).toEqual([0])
  })

  it('waits for one of the six places of its lane', async () => {
    const gate = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    run = async ({ input }) => {
      most = Math.max(most, ++running)
      await gate.promise
      running--
      return ready([input.q])
    }
    const one = replica()
    const names = Array.from({ length: 12 }, (_, i) => `account ${i}`)
    await Promise.all(names.map((name) => read(one, name, name, { waitMs: 0 })))
    await until('six runs', () => running >= 6)
    gate.resolve()
    for (const name of names) expect((await read(one, name, name)).body).toEqual([name])
    expect(most).toBe(6)
  })

  it('that is stopped is given to another replica as if it had not been tried', async () => {
    run = (_job, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const leaving = replica()
    await read(leaving, 'tea', 'ann', { waitMs: 0 })
    await until('the run', () => column('SELECT lease FROM collects.subject').then(([lease]) => Boolean(lease)))
    await leaving.stop()
    expect(await column('SELECT tries::int FROM collects.subject')).toEqual([0])
    run = async ({ tries }) => ready([String(tries)])
    expect((await read(replica(), 'tea', 'ann')).body).toEqual(['1'])
  })

  it('that ordered something goes on from what it noted, when its time has come', async () => {
    run = async ({ progress, tries }) =>
      progress
        ? ready([`${JSON.stringify(progress)} ${tries}`])
        : { state: 'waiting', pollAt: new Date(), progress: { task: 7 } }
    expect((await read(replica(), 'tea', 'ann')).body).toEqual(['{"task":7} 1'])
  })

  it('of a schedule goes on by itself', async () => {
    let runs = 0
    run = async () => ({ ...ready([String(++runs)]), nextDueAt: new Date(Date.now() + 50) })
    const one = replica()
    await inTransaction(database.pool, (client) =>
      one.schedule(client, kind, { q: 'tea' }, { scope: 's:site', payer: 'ann', dueAt: new Date() }),
    )
    await until('three runs', () => runs >= 3)
  })

  it.each([
    ['breaks off', () => Promise.reject(new Error('a mistake of ours'))],
    ['fails for good', failing({ kind: 'auth' })],
    ['brings a result', async () => ready(['tea'])],
  ] satisfies [string, Run][])('of a schedule that %s is run again at the time of its kind', async (_case, first) => {
    let runs = 0
    const timed = {
      ...ideasKind((job, signal) => (++runs === 1 ? first(job, signal) : run(job, signal))),
      retryMs: [],
      nextDueAt: ({ q }: { q: string }, now: Date) => new Date(now.getTime() + (q === 'tea' ? 50 : 3_600_000)),
    }
    const one = startReplica(database, timed)
    replicas.push(one)
    await inTransaction(database.pool, (client) =>
      one.schedule(client, timed, { q: 'tea' }, { scope: 's:site', payer: 'ann', dueAt: new Date() }),
    )
    await until('the next run', () => runs >= 2)
  })

  it('that is not scheduled is not run again by itself', async () => {
    let runs = 0
    const timed = {
      ...ideasKind(async () => ready([String(++runs)])),
      nextDueAt: (_input: unknown, now: Date) => now,
    }
    const one = startReplica(database, timed)
    replicas.push(one)
    const [reading] = await one.read(timed, [{ q: 'tea' }], askerOf('ann'))
    expect(reading?.body).toEqual(['1'])
    expect(await column('SELECT due_at FROM collects.subject')).toEqual([null])
  })
})

describe('a frozen site', () => {
  const site = { scope: 's:site', accountId: 'ann' } as const
  const dueIn = () =>
    column(
      'SELECT round(extract(epoch FROM due_at - clock_timestamp()))::int FROM collects.subject WHERE due_at IS NOT NULL',
    )

  it('reads what is saved, says why nothing is collected, and neither runs nor counts', async () => {
    let runs = 0
    run = async ({ input }) => ready([input.q, String(++runs)])
    const taken: string[] = []
    const quota: Quota = {
      take: async (_account, token) => (taken.push(token) ? 'taken' : 'unknown'),
      giveBack: async () => {},
    }
    const one = replica(quota)
    await read(one, 'tea', 'ann', site)
    for (const hours of [0, 48]) {
      await age(hours)
      const { body, state } = await read(one, 'tea', 'ann', { ...site, isFrozen: true })
      expect([body, state]).toEqual([
        ['tea', '1'],
        { status: 'ready', reason: 'site_frozen', updatedAt: expect.any(String) },
      ])
    }
    const { body, state } = await read(one, 'mate', 'ann', { ...site, isFrozen: true })
    expect([body, state]).toEqual([null, { status: 'unavailable', reason: 'site_frozen', updatedAt: null }])
    expect([runs, taken.length]).toEqual([1, 1])
  })

  it('of which no fact has come yet is known by its owner before anything is counted; without an answer nothing starts', async () => {
    const take = () => Promise.reject(new Error('counted'))
    for (const [isFrozen, reason] of [
      [async () => true, 'site_frozen'],
      [() => Promise.reject(new Error('away')), null],
    ] as const) {
      const one = startReplica(database, kind, { take, giveBack: async () => {} }, isFrozen)
      replicas.push(one)
      expect((await read(one, 'tea', 'ann', site)).state).toEqual({ status: 'unavailable', reason, updatedAt: null })
    }
    expect(await column('SELECT key FROM collects.subject')).toEqual([])
  })

  it('holds back what waits for it and leaves out what it has by a schedule, but not what another site wants', async () => {
    const ran: string[] = []
    run = async ({ input }) => {
      ran.push(input.q)
      return ready([input.q])
    }
    const timed = { ...kind, nextDueAt: (_input: unknown, now: Date) => new Date(now.getTime() + 86_400_000) }
    const frozen = new Set(['site'])
    const one = startReplica(database, timed, endless, async (id) => frozen.has(id))
    replicas.push(one)
    const order = { asker: askerOf('ann', site), nth: 1, isCounted: false }
    await one.order(timed, { q: 'waits' }, order)
    await until('the run to be held back', async () => Number((await dueIn())[0]) > 50)
    await inTransaction(database.pool, (client) =>
      one.schedule(client, timed, { q: 'daily' }, { scope: 's:site', payer: 'ann', dueAt: new Date() }),
    )
    await until('the scheduled run to be left out', async () =>
      (await dueIn()).some((seconds) => Number(seconds) > 86_000),
    )
    expect(ran).toEqual([])
    await read(one, 'waits', 'ben', { scope: 's:other' })
    expect(ran).toEqual(['waits'])
  })
})

describe('a run that is ordered with a row', () => {
  const order = (of: Replica, more: Partial<Parameters<Replica['order']>[2]> = {}) =>
    of.order(kind, { q: 'tea' }, { asker: askerOf('ann'), nth: 1, isCounted: true, ...more })
  const subjects = () => column('SELECT key FROM collects.subject')
  function counting(): Quota & { counted: Map<string, boolean> } {
    const counted = new Map<string, boolean>()
    const note = (token: string, isTaken: boolean) => void counted.set(token, isTaken)
    return {
      counted,
      take: async (_account, token) => {
        note(token, true)
        return 'taken'
      },
      giveBack: async (token) => note(token, false),
    }
  }

  it('is stored with it or not at all; the count of one that is not started is given back', async () => {
    const quota = counting()
    const one = replica(quota)
    const refused = order(one, { make: () => Promise.reject(new Error('refused')) })
    await expect(refused).rejects.toThrow('refused')
    expect(await order(one, { make: async () => false })).toBe('not_made')
    expect([await subjects(), [...quota.counted.values()]]).toEqual([[], [false]])
    expect(await order(one, { make: async () => true })).toBe('started')
    expect([...quota.counted.values()]).toEqual([true])
    expect((await read(one, 'tea', 'ann')).body).toEqual(['tea'])
  })

  it('counts once for parallel calls, and the later ones start nothing', async () => {
    const quota = counting()
    const one = replica(quota)
    const ordered = await Promise.all(Array.from({ length: 8 }, () => order(one)))
    expect(ordered.filter((each) => each === 'started')).toHaveLength(1)
    expect([...quota.counted.values()]).toEqual([true])
  })

  it('is refused where the day’s collects are used up or cannot be counted, and makes nothing', async () => {
    const make = () => Promise.reject(new Error('made'))
    for (const answer of ['used_up', 'unknown'] as const)
      expect(await order(replica({ take: async () => answer, giveBack: async () => {} }), { make })).toBe(answer)
  })

  it('counts nothing if no provider is asked', async () => {
    const quota = counting()
    const one = replica(quota)
    run = failing({ kind: 'no_provider', asked: false })
    expect(await order(one, { isCounted: false })).toBe('started')
    await until('the end', () => column('SELECT failure FROM collects.reading').then(([kind]) => kind !== null))
    expect(quota.counted.size).toBe(0)
  })
})

it('a guest’s results are deleted a day after they were collected, and others’ are not; a claim keeps them', async () => {
  const one = replica()
  await read(one, 'tea', 'guest', { plan: 'guest' })
  await read(one, 'tea', 'ann')
  expect(
    await column(`SELECT extract(epoch FROM d.expires_at - r.collected_at)::int FROM collects.reading d
    JOIN collects.result r ON r.id = d.result_id WHERE d.expires_at IS NOT NULL`),
  ).toEqual([86_400])
  await database.pool.query(`UPDATE collects.reading SET expires_at = now() WHERE expires_at IS NOT NULL`)
  const denied = { plan: 'guest', mayCollect: false } as const
  expect((await read(one, 'tea', 'guest', denied)).body).toBeNull()
  expect((await read(one, 'tea', 'ann', { mayCollect: false })).body).toEqual(['tea'])
  await read(one, 'mate', 'guest', { plan: 'guest' })
  await inTransaction(database.pool, (client) => one.keepForGood(client, 'a:guest'))
  expect(await column('SELECT count(*)::int FROM collects.reading WHERE expires_at IS NOT NULL')).toEqual([0])
})

it('six hundred parallel asks of thirty accounts over two replicas: no account is over the limit, and all that counts is booked', async () => {
  const counts = await createTestDatabase(inject('postgresUrl'), 'gateway')
  await counts.pool.query(
    `INSERT INTO account (id, email, plan) SELECT 'acc' || n, n || '@x.test', 'guest' FROM generate_series(0, 29) n`,
  )
  const plans = { ...defaultPlans, guest: { ...defaultPlans.guest, collectsPerDay: 5 } }
  const quota: Quota = {
    take: async (accountId, token) =>
      (await takeCollects(counts.pool, plans, accountId, [token]))[0] ? 'taken' : 'used_up',
    giveBack: async (token) => void (await giveBackTokens(counts.pool, [token])),
  }
  let costUsd = 0
  let calls = 0
  run = async (job, signal) => {
    const isFailure = calls++ % 5 === 0
    const usd = isFailure ? 0.001 : 0.01
    costUsd += usd
    return buying(usd, isFailure ? failing({ kind: job.tries > 2 ? 'auth' : 'upstream' }) : async () => ready([]))(
      job,
      signal,
    )
  }
  const both = [replica(quota), replica(quota)] as const
  const answers = await Promise.all(
    Array.from({ length: 600 }, (_, i) =>
      read(both[i % 2 ? 1 : 0], `phrase ${(i + Math.floor(i / 30) * 7) % 60}`, `acc${(i * 11) % 30}`, {
        waitMs: 0,
        mayCollect: i % 10 !== 0,
      }),
    ),
  )
  await until('all runs', () =>
    column('SELECT count(*)::int FROM collects.subject WHERE due_at IS NOT NULL').then(([n]) => n === 0),
  )
  const { rows } = await counts.pool.query('SELECT max(used)::int AS max, sum(used)::int AS counted FROM collect_day')
  expect(rows[0].max).toBeLessThanOrEqual(5)
  expect(answers.some(({ state }) => state.reason === 'collect_limit')).toBe(true)
  expect(await column('SELECT sum(asks)::int FROM collects.reading')).toEqual([rows[0].counted])
  expect(await column('SELECT count(*)::int FROM collects.reading WHERE wanted_at IS NOT NULL')).toEqual([0])
  const [booked] = await column('SELECT sum(usd)::float8 FROM spend.book')
  expect(booked).toBeCloseTo(costUsd, 6)
  await counts.drop()
})

it('200 subjects through three kill -9 of two replicas end with one result each', async () => {
  const worker = path.resolve(import.meta.dirname, 'support/collect-worker.ts')
  const start = () => fork(worker, [database.url], { stdio: 'ignore' })
  const asking = startReplica(database, kind)
  await asking.stop()
  await Promise.all(Array.from({ length: 200 }, (_, i) => read(asking, `phrase ${i}`, 'ann', { waitMs: 0 })))
  const done = () => column('SELECT count(*)::int FROM collects.result').then(([n]) => Number(n))
  const workers = [start(), start()]
  for (let kill = 0; kill < 3; kill++) {
    const before = await done()
    await until('some more results', async () => (await done()) >= before + 20)
    workers[kill % 2]?.kill('SIGKILL')
    workers[kill % 2] = start()
    // As if the half minute of a lease had passed for what the dead one held; what lives extends it or loses it.
    await database.pool.query(
      `UPDATE collects.subject SET lease_until = now() WHERE lease_until > now() + interval '20 seconds'`,
    )
  }
  await until('all results', async () => (await done()) === 200)
  expect(await column('SELECT DISTINCT tries::int FROM collects.subject WHERE due_at IS NULL')).toEqual([0])
  expect(
    await column('SELECT count(*)::int FROM collects.subject WHERE due_at IS NOT NULL OR result_id IS NULL'),
  ).toEqual([0])
  for (const one of workers) one.kill()
})
