import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { AppError } from '@rts/shared/errors'
import { createLogger } from '@rts/shared/logger'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { createAccountStore } from '../src/data/account-store.ts'
import { createGuestClaimStore } from '../src/data/guest-claim-store.ts'
import { createGuestLinkStore } from '../src/data/guest-link-store.ts'
import { createGuestStore } from '../src/data/guest-store.ts'
import { createStores } from '../src/data/prisma.ts'
import { createGuestClaims, type SiteMover } from '../src/handlers/guest-claims.ts'

let database: TestDatabase
let serial = 0
let guestId = ''
let token = ''
let accountId = ''
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'gateway')
})
afterAll(() => database.drop())
beforeEach(async () => {
  const network = { hash: `n${serial++}`, area: null, from: 'here' }
  const { guest } = await createGuestStore(database.pool, { maxActive: 100, disabledServices: [] }).register({
    network,
  })
  guestId = guest.id
  token = (await createGuestLinkStore(database.pool).create(guest.accountId, undefined)).token
  const accounts = createAccountStore(createStores(database.pool), { disabledServices: [], callsPerDay: {} })
  accountId = (await accounts.create({ email: `c${serial}@example.com`, plan: 'free' })).account.id
})

/** Claims with projects played: what it does with each move, in turn; the last for all that follow. */
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
  const store = createGuestClaimStore(database.pool, [])
  return { ...createGuestClaims({ claims: store, sites, logger: createLogger('test', 'silent') }), moved }
}
const status = async () =>
  (await database.pool.query('SELECT status FROM guest WHERE id = $1', [guestId])).rows[0]?.status

describe('a claim to an account', () => {
  it('that the plan has no room for is refused, and the link is good again', async () => {
    const full = new AppError('plan_limit_reached', 'The plan allows 1 sites', {
      planLimit: { name: 'sites', max: 1, used: 1 },
    })
    await expect(claimsWith(full).toAccount(token, accountId, 'site')).rejects.toMatchObject({
      code: 'plan_limit_reached',
    })
    expect(await status()).toBe('active')
    expect(await claimsWith('the-site').toAccount(token, accountId, 'site')).toMatchObject({
      accountId,
      siteId: 'the-site',
    })
    expect(await status()).toBe('claimed')
  })

  it('whose answer got lost is held for that account alone, and the upkeep finishes it', async () => {
    const lost = new AppError('timeout', 'No answer')
    await expect(claimsWith(lost).toAccount(token, accountId, 'site')).rejects.toMatchObject({ code: 'timeout' })
    expect(await status()).toBe('claiming')
    const claims = claimsWith('the-site')
    await claims.resume()
    expect(await status()).toBe('claiming')
    await database.pool.query(`UPDATE guest SET claim_since = claim_since - interval '2 minutes' WHERE id = $1`, [
      guestId,
    ])
    await claims.resume()
    expect([await status(), claims.moved.length]).toEqual(['claimed', 1])
  })

  it('whose answer got lost may be repeated by the same account, and by no other', async () => {
    await expect(claimsWith(new AppError('timeout', 'No answer')).toAccount(token, accountId, 'site')).rejects.toThrow()
    const accounts = createAccountStore(createStores(database.pool), { disabledServices: [], callsPerDay: {} })
    const { account } = await accounts.create({ email: `other${serial}@example.com`, plan: 'free' })
    await expect(claimsWith('s').toAccount(token, account.id, 'site')).rejects.toThrow('Somebody is claiming this')
    expect(await claimsWith('s').toAccount(token, accountId, 'site')).toMatchObject({ accountId })
  })

  it('to an unknown account, or the guest’s own, is not found and nothing is asked of projects', async () => {
    const claims = claimsWith('s')
    const { rows } = await database.pool.query('SELECT account_id FROM guest WHERE id = $1', [guestId])
    for (const id of ['nobody', rows[0].account_id]) {
      await expect(claims.toAccount(token, id, 'site')).rejects.toMatchObject({ code: 'not_found' })
    }
    expect([await status(), claims.moved]).toEqual(['active', []])
  })
})

it('without an account the site stays where it is and the token is limited to it', async () => {
  const { rows } = await database.pool.query('SELECT account_id FROM guest WHERE id = $1', [guestId])
  const claims = claimsWith('never')
  const claimed = await claims.inPlace(token, rows[0].account_id, `new${serial}@example.com`, 'site')
  expect(claimed).toMatchObject({ accountId: rows[0].account_id, siteId: 'the-site' })
  const key = await database.pool.query('SELECT kind, site_id, expires_at FROM api_key WHERE id = $1', [claimed.keyId])
  expect(key.rows).toEqual([{ kind: 'lasting', site_id: 'the-site', expires_at: null }])
  expect(claims.moved).toEqual([])
})
