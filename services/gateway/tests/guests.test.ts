import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { createAdmissionStore } from '../src/admission/admissions.sql.ts'
import { endOverdue } from '../src/guests/ending.ts'
import { hashOfKey } from '../src/keys/rules/key-format.ts'
import { accountsAt, claimStepsAt, guestsAt, keysAt, linksAt } from './support/use-cases.ts'

let database: TestDatabase
let guests: ReturnType<typeof guestsAt>
let links: ReturnType<typeof linksAt>
let claims: ReturnType<typeof claimStepsAt>
let serial = 0
const callsPerDay = { free: 20, starter: 100 }

const claimAs = (key: 'site' | 'account' | 'none') => ({ key, by: 'test' })
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'gateway')
  guests = guestsAt(database.pool)
  links = linksAt(database.pool)
  claims = claimStepsAt(database.pool)
})
afterAll(() => database.drop())
beforeEach(() => database.pool.query(`UPDATE guest SET status = 'ended' WHERE status IN ('active', 'claiming')`))

const network = (hash = `n${serial++}`, area: string | null = null) => ({ hash, area, from: '203.0.113.0/24' })
const newGuest = async () => (await guests.register({ network: network(), agentName: 'Probe' })).guest
const newAccount = async (plan: 'free' | 'starter' = 'free') => {
  const accounts = accountsAt(database.pool)
  return (await accounts.create({ email: `p${serial++}@example.com`, plan }, 'test')).account.id
}
/** Moves the guest's times into the past by `interval`. */
const age = (id: string, interval: string) =>
  database.pool.query(
    `UPDATE guest SET created_at = created_at - $2::interval, issued_at = issued_at - $2::interval, ends_at = ends_at - $2::interval,
       held_until = held_until - $2::interval WHERE id = $1`,
    [id, interval],
  )
const statusOf = async (id: string) =>
  (await database.pool.query('SELECT status FROM guest WHERE id = $1', [id])).rows[0]?.status
const factsOf = async (id: string) =>
  (await database.pool.query('SELECT type FROM facts.event WHERE aggregate = $1', [`guest:${id}`])).rows.map(
    (row) => row.type,
  )
const accountFact = async (id: string) =>
  (
    await database.pool.query('SELECT state FROM facts.event WHERE aggregate = $1 ORDER BY version DESC LIMIT 1', [
      `account:${id}`,
    ])
  ).rows[0]?.state
const failed = (results: PromiseSettledResult<unknown>[]) => results.filter(({ status }) => status === 'rejected')

describe('registering', () => {
  it('any number of parallel calls of a network make one guest, one account and one token', async () => {
    const place = network()
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => guests.register({ network: place })))
    const codes = failed(results).map((result) => Object(Object(result).reason).code)
    expect(codes).toEqual(Array.from({ length: 19 }, () => 'rate_limited'))
    const { rows } = await database.pool.query('SELECT count(*)::int AS n FROM guest WHERE network = $1', [place.hash])
    expect(rows[0].n).toBe(1)
  })

  it('keeps to the greatest number of guests, also in parallel', async () => {
    const few = guestsAt(database.pool, 3)
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => few.register({ network: network() })))
    expect(failed(results)).toHaveLength(7)
  })

  it('keeps to three networks of one /48, also in parallel', async () => {
    const area = `a${serial++}`
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => guests.register({ network: network(undefined, area) })),
    )
    expect(failed(results)).toHaveLength(7)
  })

  it('a network’s second guest within seven days is checked weekly, a later one as its plan says', async () => {
    const place = network()
    const first = (await guests.register({ network: place })).guest
    expect(await accountFact(first.accountId)).toEqual({ id: first.accountId, plan: 'guest', status: 'active' })
    await age(first.id, '49 hours')
    const second = (await guests.register({ network: place })).guest
    expect(await accountFact(second.accountId)).toMatchObject({ checkEveryDays: 7 })
    for (const { id } of [first, second]) await age(id, '8 days')
    const third = (await guests.register({ network: place })).guest
    expect(await accountFact(third.accountId)).not.toHaveProperty('checkEveryDays')
  })

  it('at most two tokens of a guest are good at a time', async () => {
    const place = network()
    const { guest } = await guests.register({ network: place })
    for (let i = 0; i < 3; i++) {
      await age(guest.id, '61 seconds')
      await guests.register({ network: place })
    }
    const { rows } = await database.pool.query(
      'SELECT count(*)::int AS n FROM api_key WHERE account_id = $1 AND revoked_at IS NULL',
      [guest.accountId],
    )
    expect(rows[0].n).toBe(2)
  })
})

describe('the end', () => {
  it('the sweep ends a guest after 48 hours and not before: account closed, token revoked, fact written, network free', async () => {
    const place = network()
    const { guest } = await guests.register({ network: place })
    await age(guest.id, '47 hours 59 minutes')
    expect(await endOverdue(database.pool)).toBe(0)
    await age(guest.id, '1 minute')
    expect(await endOverdue(database.pool)).toBe(1)
    expect([await statusOf(guest.id), await factsOf(guest.id)]).toEqual(['ended', ['guest.ended']])
    expect(await accountFact(guest.accountId)).toMatchObject({ status: 'closed' })
    const { rows } = await database.pool.query('SELECT revoked_at FROM api_key WHERE account_id = $1', [
      guest.accountId,
    ])
    expect(rows.every((row) => row.revoked_at !== null)).toBe(true)
    expect((await guests.register({ network: place })).guest.id).not.toBe(guest.id)
  })

  it('a sign-up in progress holds it one more hour, once', async () => {
    const guest = await newGuest()
    const { token } = await links.create(guest.accountId, undefined)
    await age(guest.id, '47 hours 50 minutes')
    await links.hold(token)
    await links.hold(token)
    await age(guest.id, '1 hour')
    expect(await endOverdue(database.pool)).toBe(0)
    await age(guest.id, '11 minutes')
    expect(await endOverdue(database.pool)).toBe(1)
  })

  it('is written once however many replicas sweep', async () => {
    const many = await Promise.all(Array.from({ length: 5 }, () => newGuest()))
    for (const { id } of many) await age(id, '49 hours')
    const ended = await Promise.all(Array.from({ length: 4 }, () => endOverdue(database.pool)))
    expect(ended.reduce((sum, n) => sum + n, 0)).toBe(5)
    for (const { id } of many) expect(await factsOf(id)).toEqual(['guest.ended'])
  })
})

describe('claim and sweep', () => {
  it('at the end exactly one of them wins, every time', async () => {
    const outcomes: string[] = []
    for (let i = 0; i < 12; i++) {
      const guest = await newGuest()
      const { token } = await links.create(guest.accountId, undefined)
      const accountId = await newAccount()
      // The guest ends between the two calls.
      await database.pool.query(
        `UPDATE guest SET ends_at = clock_timestamp() + $2 * interval '1 millisecond' WHERE id = $1`,
        [guest.id, i],
      )
      const claim = async () => claims.settle(await claims.begin(token, accountId, claimAs('site')), 'site')
      const sweeps = async () => {
        for (let k = 0; k < 20; k++) await endOverdue(database.pool)
      }
      const [claimed] = await Promise.allSettled([claim(), sweeps()])
      await age(guest.id, '1 minute')
      await endOverdue(database.pool)
      const facts = await factsOf(guest.id)
      expect(facts).toEqual([claimed.status === 'fulfilled' ? 'guest.claimed' : 'guest.ended'])
      outcomes.push(...facts)
    }
    expect(outcomes).toHaveLength(12)
  })

  it('a claim under way is left alone, by the sweep and by a new guest of its network; released it is swept', async () => {
    const place = network()
    const { guest } = await guests.register({ network: place })
    const { token } = await links.create(guest.accountId, undefined)
    const claim = await claims.begin(token, await newAccount(), claimAs('site'))
    await age(guest.id, '50 hours')
    const behind = await newGuest()
    await age(behind.id, '49 hours')
    expect(await endOverdue(database.pool)).toBe(1)
    expect(await statusOf(behind.id)).toBe('ended')
    await expect(guests.register({ network: place })).rejects.toMatchObject({ code: 'conflict' })
    expect(await statusOf(guest.id)).toBe('claiming')
    await claims.release(claim)
    expect(await endOverdue(database.pool)).toBe(1)
  })
})

describe('claiming', () => {
  it('is over with the guest’s time, also before the sweep came by; a sign-up in progress may still', async () => {
    const [late, held] = [await newGuest(), await newGuest()]
    const [a, b] = [await links.create(late.accountId, undefined), await links.create(held.accountId, undefined)]
    await links.hold(b.token)
    for (const { id } of [late, held]) await age(id, '48 hours 10 minutes')
    await expect(claims.begin(a.token, await newAccount(), claimAs('site'))).rejects.toThrow('The guest has ended')
    await expect(claims.begin(b.token, await newAccount(), claimAs('site'))).resolves.toMatchObject({ id: held.id })
  })

  it('two accounts at once: one has it, the other’s link is used', async () => {
    const guest = await newGuest()
    const [a, b] = await Promise.all([
      links.create(guest.accountId, undefined),
      links.create(guest.accountId, undefined),
    ])
    const owners = [await newAccount(), await newAccount()]
    const results = await Promise.allSettled(
      [a, b].map(async ({ token }, i) =>
        claims.settle(await claims.begin(token, owners[i] ?? '', claimAs('site')), 's'),
      ),
    )
    expect(failed(results)).toHaveLength(1)
    await expect(claims.begin(a.token, owners[0] ?? '', claimAs('site'))).rejects.toThrow('This link has been used')
    await expect(claims.begin(b.token, owners[1] ?? '', claimAs('site'))).rejects.toThrow('This link has been used')
  })

  it('the token becomes a lasting key of the account, limited to the site, without an end', async () => {
    const { guest, secret } = await guests.register({ network: network(), agentName: 'Probe' })
    const { token } = await links.create(guest.accountId, undefined)
    const accountId = await newAccount('starter')
    const { keyId } = await claims.settle(await claims.begin(token, accountId, claimAs('site')), 'the-site')
    const settings = { callsPerDay, strikeLimit: 5, requestsPerMinute: 30, noticeConsumers: [] }
    const admission = createAdmissionStore(database.pool, settings)
    const asked = [{ hash: hashOfKey(secret), door: 'mcp' as const, effect: 'rate' as const, count: 1 }]
    const later = new Date(Date.now() + 100 * 86_400_000)
    expect((await admission.admitKeys(asked, later)).get(0)).toMatchObject({
      keyId,
      accountId,
      plan: 'starter',
      kind: 'lasting',
      siteId: 'the-site',
    })
    expect(await accountFact(guest.accountId)).toMatchObject({ status: 'closed' })
  })

  it('without a requested key, or a site to limit it to, the token is revoked', async () => {
    for (const [key, siteId] of [
      ['none', 'the-site'],
      ['site', null],
    ] as const) {
      const guest = await newGuest()
      const { token } = await links.create(guest.accountId, undefined)
      const { keyId } = await claims.settle(await claims.begin(token, await newAccount(), claimAs(key)), siteId)
      expect(keyId).toBeNull()
      const { rows } = await database.pool.query('SELECT 1 FROM api_key WHERE account_id = $1 AND revoked_at IS NULL', [
        guest.accountId,
      ])
      expect(rows).toHaveLength(0)
    }
  })

  it('an account with ten lasting keys is refused before anything moves', async () => {
    const guest = await newGuest()
    const { token } = await links.create(guest.accountId, undefined)
    const accountId = await newAccount()
    const keys = keysAt(database.pool)
    for (let i = 0; i < 10; i++) await keys.create(accountId, { name: 'k', kind: 'lasting' }, 'test')
    await expect(claims.begin(token, accountId, claimAs('site'))).rejects.toThrow('revoke one')
    expect(await statusOf(guest.id)).toBe('active')
    await claims.begin(token, accountId, claimAs('none'))
    expect(await statusOf(guest.id)).toBe('claiming')
  })

  it('without an account the guest’s own becomes a Free one, once, under a mail address that no account has', async () => {
    const guest = await newGuest()
    const { token } = await links.create(guest.accountId, undefined)
    const email = `New${serial}@example.com`
    const upgrade = async (link: string) =>
      claims.upgrade(await claims.beginInPlace(link, claimAs('site')), { email, siteId: 's' })
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => upgrade(token)))
    expect(failed(results)).toHaveLength(4)
    expect(await accountFact(guest.accountId)).toEqual({ id: guest.accountId, plan: 'free', status: 'active' })
    const other = await newGuest()
    await expect(upgrade((await links.create(other.accountId, undefined)).token)).rejects.toThrow(
      'An account has this email address',
    )
  })

  it('an unknown link is not found, and looking at a good one changes nothing', async () => {
    await expect(links.require('x'.repeat(43))).rejects.toThrow('No such link')
    const guest = await newGuest()
    const { token } = await links.create(guest.accountId, 'please')
    for (let i = 0; i < 3; i++)
      expect(await links.require(token)).toMatchObject({
        guest: { id: guest.id, status: 'active', agentName: 'Probe', seenFrom: '203.0.113.0/24' },
        reason: 'please',
      })
  })
})
