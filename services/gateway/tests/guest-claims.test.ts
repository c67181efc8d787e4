import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { AppError } from '@rts/shared/errors'
import { createLogger } from '@rts/shared/logger'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { type ClaimDeps, createClaims, type SiteMover } from '../src/guests/claims.ts'
import { accountsAt, claimStepsAt, guestsAt, linksAt } from './support/use-cases.ts'

let database: TestDatabase
let serial = 0
let guestId = ''
let token = ''
let accountId = ''
const claimAs = (key: 'site' | 'account' | 'none') => ({ key, by: 'test' })
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'gateway')
})
afterAll(() => database.drop())
beforeEach(async () => {
  const guest = await newGuest()
  guestId = guest.id
  token = guest.token
  accountId = await newAccount()
})

/** A guest with a link. */
async function newGuest() {
  const network = { hash: `n${serial++}`, area: null, from: 'here' }
  const guests = guestsAt(database.pool)
  const { guest } = await guests.register({ network })
  return { ...guest, token: (await linksAt(database.pool).create(guest.accountId, undefined)).token }
}

async function newAccount() {
  const accounts = accountsAt(database.pool)
  return (await accounts.create({ email: `c${serial++}@example.com`, plan: 'free' }, 'test')).account.id
}

/** Claims with a simulated projects service: each move gets the next result, and the last one repeats. */
function claimsWith(...moves: (string | null | AppError)[]) {
  const moved: string[] = []
  const sites: SiteMover = {
    move: async ({ guestAccountId, accountId: to }) => {
      moved.push(`${guestAccountId} ${to}`)
      const move = moves[Math.min(moved.length, moves.length) - 1]
      if (move instanceof AppError) throw move
      return move ?? null
    },
    siteOf: async () => 'the-site',
  }
  return { ...claimsOf(sites), moved }
}

function claimsOf(sites: SiteMover) {
  return createClaims({ database: database.pool, sites, logger: createLogger('test', 'silent') })
}
const status = async () =>
  (await database.pool.query('SELECT status FROM guest WHERE id = $1', [guestId])).rows[0]?.status
const minutesLater = () =>
  database.pool.query(`UPDATE guest SET claim_since = claim_since - interval '2 minutes' WHERE id = $1`, [guestId])
const goodKeys = async (ofAccount: string) =>
  (
    await database.pool.query(
      'SELECT kind, site_id, expires_at FROM api_key WHERE account_id = $1 AND revoked_at IS NULL',
      [ofAccount],
    )
  ).rows

describe('a claim to an account', () => {
  it('that the plan has no room for is refused, and the link is good again', async () => {
    const full = new AppError('plan_limit_reached', 'The plan allows 1 site', {
      planLimit: { name: 'sites', max: 1, used: 1 },
    })
    await expect(claimsWith(full).toAccount(token, accountId, claimAs('site'))).rejects.toMatchObject({
      code: 'plan_limit_reached',
    })
    expect(await status()).toBe('active')
    expect(await claimsWith('the-site').toAccount(token, accountId, claimAs('site'))).toMatchObject({
      accountId,
      siteId: 'the-site',
    })
    expect(await status()).toBe('claimed')
  })

  it('whose answer got lost is held for that account alone, and the upkeep finishes it', async () => {
    const lost = new AppError('timeout', 'No answer')
    await expect(claimsWith(lost).toAccount(token, accountId, claimAs('site'))).rejects.toMatchObject({
      code: 'timeout',
    })
    expect(await status()).toBe('claiming')
    const claims = claimsWith('the-site')
    await claims.resume()
    expect(await status()).toBe('claiming')
    await minutesLater()
    await claims.resume()
    expect([await status(), claims.moved.length]).toEqual(['claimed', 1])
  })

  it('whose answer got lost may be repeated by the same account, and by no other', async () => {
    await expect(
      claimsWith(new AppError('timeout', 'No answer')).toAccount(token, accountId, claimAs('site')),
    ).rejects.toThrow()
    await expect(claimsWith('s').toAccount(token, await newAccount(), claimAs('site'))).rejects.toThrow(
      'Somebody is claiming this',
    )
    expect(await claimsWith('s').toAccount(token, accountId, claimAs('site'))).toMatchObject({ accountId })
  })

  it('to an unknown account, or the guest’s own, is not found and nothing is asked of projects', async () => {
    const claims = claimsWith('s')
    const { rows } = await database.pool.query('SELECT account_id FROM guest WHERE id = $1', [guestId])
    for (const id of ['unknown', rows[0].account_id]) {
      await expect(claims.toAccount(token, id, claimAs('site'))).rejects.toMatchObject({ code: 'not_found' })
    }
    expect([await status(), claims.moved]).toEqual(['active', []])
  })
})

describe('of two tries of a claim, the late one', () => {
  it('when refused leaves the claim of another account alone', async () => {
    const other = await newAccount()
    const store = claimStepsAt(database.pool)
    const late = await store.begin(token, accountId, claimAs('site'))
    await store.release(late)
    await store.begin(token, other, claimAs('site'))
    await store.release(late)
    await expect(store.settle(late, 'the-site')).rejects.toMatchObject({ code: 'conflict' })
    const { rows } = await database.pool.query('SELECT status, claimed_by FROM guest WHERE id = $1', [guestId])
    expect(rows).toEqual([{ status: 'claiming', claimed_by: other }])
  })

  it('when the first was faster has its answer', async () => {
    const [moving, mayMove] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    const move = () => {
      moving.resolve()
      return mayMove.promise
    }
    const late = claimsOf({ move, siteOf: async () => 's' }).toAccount(token, accountId, claimAs('site'))
    await moving.promise
    const first = await claimsWith('s').toAccount(token, accountId, claimAs('site'))
    mayMove.resolve('s')
    expect(await late).toEqual(first)
  })

  it('when it reached no service keeps the site, which the first may have moved, for that account', async () => {
    const claims = claimsWith(new AppError('timeout', 'No answer'), new AppError('unavailable', 'Not reachable'), 's')
    await expect(claims.toAccount(token, accountId, claimAs('site'))).rejects.toMatchObject({ code: 'timeout' })
    await expect(claims.toAccount(token, accountId, claimAs('site'))).rejects.toMatchObject({ code: 'unavailable' })
    expect(await status()).toBe('claiming')
    expect(await claims.toAccount(token, accountId, claimAs('site'))).toMatchObject({ accountId, siteId: 's' })
  })
})

describe('a claim without an account', () => {
  const email = () => `new${serial++}@example.com`

  it('leaves the site where it is and limits the token to it', async () => {
    const claims = claimsWith('never')
    const claimed = await claims.inPlace(token, email(), claimAs('site'))
    expect(claimed.siteId).toBe('the-site')
    expect(await goodKeys(claimed.accountId)).toEqual([{ kind: 'lasting', site_id: 'the-site', expires_at: null }])
    expect(claims.moved).toEqual([])
  })

  it('of a guest without a site ends a token that was to be limited to it, and keeps one for the whole account', async () => {
    const sites: SiteMover = { move: async () => null, siteOf: async () => null }
    const limited = await claimsOf(sites).inPlace(token, email(), claimAs('site'))
    expect([limited.keyId, await goodKeys(limited.accountId)]).toEqual([null, []])
    const whole = await claimsOf(sites).inPlace((await newGuest()).token, email(), claimAs('account'))
    expect(await goodKeys(whole.accountId)).toEqual([{ kind: 'lasting', site_id: null, expires_at: null }])
  })

  it('has the guest to itself before it asks for the site', async () => {
    const siteOf = async () => {
      await expect(claimsWith('s').toAccount(token, accountId, claimAs('site'))).rejects.toThrow(
        'Somebody is claiming this',
      )
      await expect(claimsWith('s').inPlace(token, email(), claimAs('site'))).rejects.toThrow(
        'Somebody is claiming this',
      )
      return 'the-site'
    }
    const claimed = await claimsOf({ move: async () => null, siteOf }).inPlace(token, email(), claimAs('site'))
    expect([claimed.siteId, await status()]).toEqual(['the-site', 'claimed'])
  })

  it('that fails leaves the guest as it was, and the link good', async () => {
    const siteOf = async () => Promise.reject(new AppError('timeout', 'No answer'))
    const claims = claimsOf({ move: async () => null, siteOf })
    await expect(claims.inPlace(token, email(), claimAs('site'))).rejects.toMatchObject({ code: 'timeout' })
    expect(await status()).toBe('active')
    await claimsWith('s').inPlace(token, email(), claimAs('site'))
    expect(await status()).toBe('claimed')
  })

  it('that was broken off is given up by the upkeep, and its late end changes nothing', async () => {
    const store = claimStepsAt(database.pool)
    const late = await store.beginInPlace(token, claimAs('site'))
    await minutesLater()
    const claims = claimsWith('never')
    await claims.resume()
    expect([await status(), claims.moved]).toEqual(['active', []])
    await expect(store.upgrade(late, { email: email(), siteId: 's' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await status()).toBe('active')
  })

  it('under one mail address several times at once: one guest has it, the others are a conflict and as they were', async () => {
    const guests = await Promise.all(Array.from({ length: 6 }, newGuest))
    const wanted = email()
    const results = await Promise.allSettled(
      guests.map((guest) => claimsWith('never').inPlace(guest.token, wanted, claimAs('site'))),
    )
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [Object(result.reason).code] : []))
    expect(codes).toEqual(Array.from({ length: 5 }, () => 'conflict'))
    const { rows } = await database.pool.query('SELECT status FROM guest WHERE id = ANY($1) ORDER BY status', [
      guests.map(({ id }) => id),
    ])
    expect(rows.map((row) => row.status)).toEqual([...Array.from({ length: 5 }, () => 'active'), 'claimed'])
  })
})

describe('a claim whose answer was lost', () => {
  const email = () => `lost${serial++}@example.com`

  it('is answered again as it was, for its claimer alone, to an account and in place', async () => {
    const claims = claimsWith('s')
    const first = await claims.toAccount(token, accountId, claimAs('site'))
    expect(first.keyId).not.toBeNull()
    expect(await claims.toAccount(token, accountId, claimAs('none'))).toEqual(first)
    await expect(claims.toAccount(token, await newAccount(), claimAs('site'))).rejects.toThrow(
      'This link has been used',
    )
    await expect(claims.inPlace(token, email(), claimAs('site'))).rejects.toThrow('This link has been used')

    const [guest, wanted] = [await newGuest(), email()]
    const upgraded = await claims.inPlace(guest.token, wanted, claimAs('account'))
    expect(await claims.inPlace(guest.token, wanted.toUpperCase(), claimAs('account'))).toEqual(upgraded)
    expect(await claims.toAccount(guest.token, upgraded.accountId, claimAs('site'))).toEqual(upgraded)
    await expect(claims.inPlace(guest.token, email(), claimAs('site'))).rejects.toThrow('This link has been used')
    expect(await goodKeys(upgraded.accountId)).toHaveLength(1)
  })

  it('several times at once is one claim: each that is answered gets the same', async () => {
    const claims = claimsWith('s')
    const make = () => claims.toAccount(token, accountId, claimAs('site'))
    const results = await Promise.allSettled(Array.from({ length: 6 }, make))
    const answers = results.flatMap((result) => (result.status === 'fulfilled' ? [JSON.stringify(result.value)] : []))
    expect(new Set(answers).size).toBe(1)
    expect(JSON.stringify(await make())).toBe(answers[0])
    expect(await goodKeys(accountId)).toHaveLength(1)
  })

  it('in place, while another try of the same claimer ends, gets the answer of that one', async () => {
    const { pool } = database
    const wanted = email()
    const sites: SiteMover = { move: async () => null, siteOf: async () => 'the-site' }
    const make = (on: ClaimDeps['database']) =>
      createClaims({ database: on, sites, logger: createLogger('test', 'silent') }).inPlace(
        token,
        wanted,
        claimAs('site'),
      )
    let faster: unknown
    // The other try begins and ends right after this one has read that nothing is claimed yet.
    const query = async (text: string, values: unknown[]) => {
      const before = await pool.query(text, values)
      faster ??= await make(pool)
      return before
    }
    const slower = Object.assign(Object.create(pool), { query, connect: () => pool.connect() })
    expect(await make(slower)).toEqual(faster)
  })

  it('in place is repeated for the same person under another address, and for no other caller', async () => {
    const claims = claimsWith('s')
    const asAnn = { key: 'site', by: 'person:ann' } as const
    const first = await claims.inPlace(token, email(), asAnn)
    expect(await claims.inPlace(token, email(), asAnn)).toEqual(first)
    for (const by of ['person:eve', 'operator'])
      await expect(claims.inPlace(token, email(), { ...asAnn, by })).rejects.toThrow('This link has been used')
  })

  it('gives nothing of an account that was closed since', async () => {
    const claims = claimsWith('s')
    await claims.toAccount(token, accountId, claimAs('site'))
    await endAccountOf(accountId)
    await expect(claims.toAccount(token, accountId, claimAs('site'))).rejects.toMatchObject({ code: 'conflict' })
  })

  it('for an account that closes meanwhile leaves it without a key', async () => {
    const store = claimStepsAt(database.pool)
    const claim = await store.begin(token, accountId, claimAs('account'))
    await endAccountOf(accountId)
    expect(await store.settle(claim, 's')).toEqual({ accountId, keyId: null })
    expect(await goodKeys(accountId)).toEqual([])
  })
})

it('a claim is logged under the name of who asked for it, also if the upkeep finishes it', async () => {
  const claims = claimsWith(new AppError('timeout', 'No answer'), 's')
  const asked = claims.toAccount(token, accountId, { key: 'site', by: 'person:ann' })
  await expect(asked).rejects.toMatchObject({ code: 'timeout' })
  await minutesLater()
  await claims.resume()
  const { rows } = await database.pool.query(
    `SELECT actor FROM audit_entry WHERE account_id = $1 AND action = 'guest.claimed'`,
    [accountId],
  )
  expect(rows).toEqual([{ actor: 'person:ann' }])
})

async function endAccountOf(id: string): Promise<void> {
  const { rows } = await database.pool.query('SELECT email FROM account WHERE id = $1', [id])
  await accountsAt(database.pool).close(id, rows[0]?.email, 'test')
}
