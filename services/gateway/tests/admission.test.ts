import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import {
  type AdmissionRow,
  type AdmissionStore,
  createAdmissionStore,
  type Effect,
} from '../src/admission/admissions.sql.ts'
import { hashOfKey } from '../src/keys/rules/key-format.ts'
import { accountsAt, keysAt } from './support/use-cases.ts'

const callsPerDay = { free: 20, starter: 100, growth: 400, agency: 800, scale: 1_200 }
const noon = new Date('2026-03-10T12:00:00.000Z')
const after = (seconds: number, from = noon) => new Date(from.getTime() + seconds * 1_000)

const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`

let database: TestDatabase
let store: AdmissionStore
let accountId = ''
let hash: Buffer = Buffer.alloc(0)
let keyId = ''
let serial = 0

const accounts = () => accountsAt(database.pool)
const keys = () => keysAt(database.pool)

async function newKey(kind: 'server' | 'lasting' = 'server') {
  const { key, secret } = await keys().create(accountId, { name: 'test', kind }, 'test')
  return { id: key.id, hash: hashOfKey(secret) }
}

/** Asks for one row's decision. */
async function ask(effect: Effect, count = 1, at = noon, of = hash) {
  const rows: AdmissionRow[] = [{ hash: of, door: 'rest', effect, count }]
  return (await store.admitKeys(rows, at)).get(0)
}

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'gateway')
  const noticeConsumers = ['gateway.notices']
  store = createAdmissionStore(database.pool, { callsPerDay, strikeLimit: 5, requestsPerMinute: 30, noticeConsumers })
})
afterAll(() => database.drop())
beforeEach(async () => {
  const { account } = await accounts().create({ email: `a${serial++}@example.com`, plan: 'free' }, 'test')
  accountId = account.id
  const key = await newKey()
  hash = key.hash
  keyId = key.id
})

describe('the minute', () => {
  it('admits exactly 30 of 45 requests in one batch', async () => {
    expect(await ask('rate', 45)).toMatchObject({ granted: 30, minuteLeft: 0 })
    expect(await ask('rate', 1)).toMatchObject({ granted: 0 })
  })

  it('slides: 30 at second 59 leave no room at the full minute, and all of it 60 seconds later', async () => {
    expect(await ask('rate', 30, after(59))).toMatchObject({ granted: 30 })
    expect(await ask('rate', 1, after(60))).toMatchObject({ granted: 0, minuteResetMs: 59_000 })
    expect(await ask('rate', 30, after(119))).toMatchObject({ granted: 30 })
  })

  it('does not count what it refused', async () => {
    await ask('rate', 30, noon)
    await ask('rate', 10, after(30))
    expect(await ask('rate', 30, after(60))).toMatchObject({ granted: 30 })
  })

  it('writes nothing into the day for what it refused', async () => {
    await ask('read', 10)
    await ask('rate', 20)
    const version = () =>
      database.pool.query('SELECT xmin::text, ctid::text FROM allowance_day').then(({ rows }) => rows)
    const before = await version()
    expect(await ask('read', 5)).toMatchObject({ granted: 0, charged: 0, used: 10, minuteLeft: 0 })
    expect(await version()).toEqual(before)
  })

  it('is a minute for each key of an account', async () => {
    const second = await newKey()
    await ask('rate', 30)
    expect(await ask('rate', 30, noon, second.hash)).toMatchObject({ granted: 30 })
  })

  it('shares its room between the rows of one batch', async () => {
    const rows: AdmissionRow[] = [
      { hash, door: 'rest', effect: 'read', count: 20 },
      { hash, door: 'rest', effect: 'write', count: 20 },
    ]
    const decisions = await store.admitKeys(rows, noon)
    expect([decisions.get(0)?.granted, decisions.get(1)?.granted]).toEqual([20, 10])
    expect([decisions.get(0)?.charged, decisions.get(1)?.charged]).toEqual([20, 0])
  })
})

describe('the day', () => {
  it('charges up to the limit and never past it', async () => {
    expect(await ask('read', 15)).toMatchObject({ charged: 15, used: 15, dayLimit: 20 })
    expect(await ask('write', 10)).toMatchObject({ granted: 10, charged: 5, used: 20 })
    expect(await ask('read', 1)).toMatchObject({ charged: 0, used: 20 })
  })

  it('is shared by all keys of the account, within one batch too', async () => {
    const second = await newKey()
    const rows: AdmissionRow[] = [hash, second.hash].map((of) => ({
      hash: of,
      door: 'rest',
      effect: 'read',
      count: 15,
    }))
    const decisions = await store.admitKeys(rows, noon)
    expect([decisions.get(0)?.charged, decisions.get(1)?.charged]).toEqual([15, 5])
    expect([decisions.get(0)?.used, decisions.get(1)?.used]).toEqual([15, 20])
  })

  it('starts anew at UTC midnight', async () => {
    const lastSecond = new Date('2026-03-10T23:59:59.500Z')
    await ask('read', 20, lastSecond)
    expect(await ask('read', 1, after(1, lastSecond))).toMatchObject({ charged: 1, used: 1, day: '2026-03-11' })
  })

  it('gives back to the day that was charged, never more than was charged', async () => {
    const decision = await ask('read', 2)
    const day = decision?.day ?? ''
    expect(await store.giveBack(accountId, day)).toEqual({ used: 1, dayLimit: 20 })
    expect(await store.giveBack(accountId, day)).toEqual({ used: 0, dayLimit: 20 })
    expect(await store.giveBack(accountId, day)).toBeNull()
    expect(await store.giveBack(accountId, '2026-03-11')).toBeNull()
  })

  it('gives back at most as often as the limit of the plan', async () => {
    for (let i = 0; i < 20; i++) {
      await ask('read', 1, after(i * 60))
      await store.giveBack(accountId, '2026-03-10')
    }
    await ask('read', 1, after(20 * 60))
    expect(await store.giveBack(accountId, '2026-03-10')).toBeNull()
  })
})

describe('plan changes', () => {
  it('an upgrade counts in the next call', async () => {
    await ask('read', 20)
    await accounts().changePlan(accountId, 'starter', 'test')
    expect(await ask('read', 1)).toMatchObject({ plan: 'starter', charged: 1, used: 21, dayLimit: 100 })
  })

  it('a downgrade keeps the limit of the day that has begun, and lowers the next one', async () => {
    const now = new Date()
    await accounts().changePlan(accountId, 'starter', 'test')
    await accounts().changePlan(accountId, 'free', 'test')
    expect(await ask('read', 1, now)).toMatchObject({ plan: 'free', dayLimit: 100 })
    expect(await ask('read', 1, after(86_400, now))).toMatchObject({ dayLimit: 20 })
  })
})

it.each([
  ['a plan change', () => accounts().changePlan(accountId, 'starter', 'test')],
  ['a new key', () => newKey()],
])('%s does not wait for a transaction that made a day of the account', async (_name, change) => {
  const held = await database.pool.connect()
  await held.query('BEGIN')
  await held.query(`INSERT INTO allowance_day (account_id, day, day_limit) VALUES ($1, '2026-03-01', 20)`, [accountId])
  let isDone = false
  const changing = change().then(() => {
    isDone = true
  })
  await until('the change', () => isDone).finally(() => held.query('ROLLBACK'))
  held.release()
  await changing
})

describe('strikes and keys', () => {
  it('the fifth strike revokes, and writes one notice for the owner and one for support', async () => {
    expect(await ask('strike', 3)).toMatchObject({ struck: 3, strikes: 3 })
    expect(await ask('strike', 20, after(60))).toMatchObject({ struck: 2, strikes: 5 })
    expect(await ask('read', 1, after(61))).toBeUndefined()
    const notices = await database.pool.query(
      `SELECT d.consumer FROM facts.delivery d JOIN facts.event e ON e.id = d.event_id WHERE e.aggregate = $1 ORDER BY 1`,
      [`key:${keyId}`],
    )
    expect(notices.rows.map((row) => row.consumer)).toEqual(['gateway.notices'])
  })

  it.each([1, 5])(
    'a revocation that %i strikes waited for is not changed, and gets no second notice',
    async (count) => {
      const held = await database.pool.connect()
      await held.query('BEGIN')
      await held.query('UPDATE api_key SET revoked_at = $2 WHERE id = $1', [keyId, noon])
      const striking = ask('strike', count, after(1))
      await until('the strike to wait', async () => (await held.query(waiting)).rowCount === 1)
      await held.query('COMMIT')
      held.release()
      expect(await striking).toBeUndefined()
      const { rows } = await database.pool.query('SELECT revoked_at, strikes FROM api_key WHERE id = $1', [keyId])
      expect(rows).toEqual([{ revoked_at: noon, strikes: 0 }])
      const notices = await database.pool.query('SELECT 1 FROM facts.event WHERE aggregate = $1', [`key:${keyId}`])
      expect(notices.rowCount).toBe(0)
    },
  )

  it('a strike uses the minute and not the day', async () => {
    expect(await ask('strike', 1)).toMatchObject({ granted: 1, minuteLeft: 29, charged: 0, used: 0 })
  })

  it('check counts nothing', async () => {
    await ask('rate', 30)
    expect(await ask('check', 1)).toMatchObject({ granted: 1, minuteLeft: 0 })
  })

  it('a revoked key is unknown in the next call', async () => {
    await keys().revoke(keyId, null, 'test')
    expect(await ask('check')).toBeUndefined()
  })

  it('a key opens its own door alone', async () => {
    const lasting = await newKey('lasting')
    expect(await ask('check', 1, noon, lasting.hash)).toBeUndefined()
    const mcp = await store.admitKeys([{ hash, door: 'mcp', effect: 'check', count: 1 }], noon)
    expect(mcp.size).toBe(0)
    expect((await store.admitKeys([{ hash: lasting.hash, door: 'mcp', effect: 'check', count: 1 }], noon)).size).toBe(1)
  })

  it('an account has at most five open server keys, also when they are made in parallel', async () => {
    const made = await Promise.allSettled(Array.from({ length: 12 }, () => newKey()))
    expect(made.filter((result) => result.status === 'fulfilled')).toHaveLength(4)
  })
})

it('parallel calls on four connections never pass 30 a minute nor the day', async () => {
  const second = await newKey()
  const asked = Array.from({ length: 60 }, (_, i) => ask('read', 1, noon, i % 2 ? hash : second.hash))
  const decisions = await Promise.all(asked)
  expect(decisions.reduce((sum, decision) => sum + (decision?.granted ?? 0), 0)).toBe(60)
  const used = decisions.filter((decision) => decision?.charged === 1).map((decision) => decision?.used)
  expect(new Set(used).size).toBe(20)
  expect(Math.max(...used.map(Number))).toBe(20)
})
