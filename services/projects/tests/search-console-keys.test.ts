import { createLogger } from '@rts/shared/logger'
import { inTransaction } from '@rts/shared/service/transaction'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRecords } from '../src/database.sql.ts'
import { createGoogleAccess } from '../src/search-console/access.ts'
import { findGrant, type Grant } from '../src/search-console/grants.sql.ts'
import { breakGrant } from '../src/search-console/grants.ts'
import { createTokenVault } from '../src/search-console/token-vault.ts'
import { startReseal } from '../src/search-console/upkeep.ts'
import { tell } from './support/facts.ts'
import { ann, ben, demo, domainProperty, type GoogleWorld, startGoogleWorld } from './support/google.ts'

const [older, newer] = ['k1:the-older-secret-of-tests', 'k2:the-newer-secret-of-tests']
let world: GoogleWorld
beforeAll(async () => {
  world = await startGoogleWorld({ more: { SEAL_KEYS: older } })
})
beforeEach(async () => {
  await world.control('POST', 'reset')
  await world.pool.query('DELETE FROM google_grant')
})
afterAll(() => world.stop())

const logger = createLogger('projects', 'silent')
const sealed = async (accountId: string): Promise<string> =>
  (await world.pool.query('SELECT refresh_sealed AS sealed FROM google_grant WHERE account_id = $1', [accountId]))
    .rows[0]?.sealed
/** A replica that was started with other keys, on the same database. */
const replicaWith = (sealKeys: string) => {
  const vault = createTokenVault(sealKeys)
  const clock = { now: world.now }
  const access = createGoogleAccess({ db: world.pool, vault, tokens: world.google.tokens, clock })
  return {
    list: (accountId: string) => access.ask(accountId, world.google.console.properties),
    reseal: () => startReseal({ db: world.pool, records: createRecords(world.pool), vault, clock, logger }),
  }
}

describe('the keys that seal tokens', () => {
  it('a new key opens what the old one sealed while both are there, seals it again, and is enough from then on', async () => {
    const owner = world.member()
    await owner.connect()
    expect(await sealed(owner.accountId)).toMatch(/^k1\./)
    const both = replicaWith(`${newer},${older}`)
    expect(await both.list(owner.accountId)).toMatchObject({ ok: true })
    const job = both.reseal()
    await expect.poll(() => sealed(owner.accountId)).toMatch(/^k2\./)
    await job.stop()
    expect(await replicaWith(newer).list(owner.accountId)).toMatchObject({ ok: true })
    expect((await findGrant(world.pool, owner.accountId))?.status).toBe('active')
  })

  it('a lost key ends the connection and no process; the owner is notified once', async () => {
    const [one, other] = [world.member(), world.member()]
    await one.connect()
    await other.connect({ person: ben })
    const replica = replicaWith(newer)
    expect(await replica.list(one.accountId)).toMatchObject({ ok: false, kind: 'auth', asked: false })
    const job = replica.reseal()
    await expect.poll(async () => (await other.status()).account?.brokenReason).toBe('unreadable')
    await job.stop()
    expect((await one.status()).account).toMatchObject({ brokenReason: 'unreadable' })
    const facts = await world.pool.query(
      `SELECT count(*)::int FROM facts.event WHERE state ->> 'reason' = 'unreadable'`,
    )
    expect(facts.rows).toEqual([{ count: 2 }])
    expect(await one.connect()).toBe('connected')
  })

  it('is ended once, and not by a replica that saw the connection before it', async () => {
    const owner = world.member()
    const { accountId } = owner
    const found = async () => (await findGrant(world.pool, accountId)) ?? expect.fail('no connection')
    const end = (grant: Grant) => inTransaction(world.pool, (tx) => breakGrant(tx, grant, 'revoked', world.now()))
    await owner.connect()
    const before = await found()
    await owner.connect()
    await end(before)
    expect((await owner.status()).connected).toBe(true)
    const now = await found()
    await Promise.all([1, 2, 3].map(() => end(now)))
    const facts = await world.pool.query(`SELECT 1 FROM facts.event WHERE state ->> 'accountId' = $1`, [accountId])
    expect([facts.rowCount, (await owner.status()).connected]).toEqual([1, false])
  })

  it('a sealed token in the row of another account opens nothing', async () => {
    const [owner, thief] = [world.member(), world.member()]
    await owner.connect()
    await thief.connect({ person: ben })
    const site = await thief.key.site(demo)
    await world.pool.query(
      `UPDATE google_grant SET refresh_sealed = $2, version = nextval('google_grant_version_seq') WHERE account_id = $1`,
      [thief.accountId, await sealed(owner.accountId)],
    )
    const before = await world.calls('google_oauth')
    expect(await thief.properties(site.id)).toMatchObject({ connected: false, properties: [] })
    expect((await thief.status()).account).toMatchObject({ email: ben, brokenReason: 'unreadable' })
    expect(await world.calls('google_oauth')).toEqual(before)
  })
})

describe('an account or a site that goes', () => {
  it('a closed account’s connection ends with it, at Google too', async () => {
    const owner = world.member()
    const site = await owner.key.site(demo)
    await owner.connect()
    await owner.choose(site.id)
    await owner.queries(site.id)
    await tell(world, 'projects.accounts', {
      aggregate: `account:${owner.accountId}`,
      version: 5,
      type: 'account.changed',
      state: { id: owner.accountId, plan: 'growth', status: 'closed' },
    })
    await expect.poll(() => world.calls('google_oauth', '/revoke')).toMatchObject([{ status: 200 }])
    const rowsOf = async (table: string) => (await world.pool.query(`SELECT 1 FROM ${table}`)).rowCount
    for (const table of ['google_grant', 'oauth_state']) expect([table, await rowsOf(table)]).toEqual([table, 0])
    for (const table of ['search_query', 'search_reading']) await expect.poll(() => rowsOf(table)).toBe(0)
  })

  it('a claimed site loses its property, and what was read under it', async () => {
    const guest = world.member()
    const owner = world.member()
    const site = await guest.key.site(demo)
    await owner.connect()
    await guest.connect({ person: ben })
    await world.control('PUT', 'google', {
      person: ben,
      properties: [{ siteUrl: domainProperty, permissionLevel: 'siteOwner' }],
    })
    await guest.choose(site.id)
    expect((await guest.queries(site.id)).total).toBeGreaterThan(0)
    await owner.key.get('/projects')
    await world.rpc(
      'sites.claim',
      { body: { guestAccountId: guest.accountId, accountId: owner.accountId } },
      {
        kind: 'system',
        accountId: '',
        plan: 'free',
        keyId: null,
        role: null,
        siteIds: null,
        collect: 'deny',
        requestId: 'r',
      },
    )
    expect(await owner.queries(site.id)).toMatchObject({ connected: true, property: null, queries: [], total: 0 })
    expect((await owner.properties(site.id)).property).toBeNull()
    expect((await world.pool.query('SELECT 1 FROM search_reading WHERE site_id = $1', [site.id])).rowCount).toBe(0)
    expect((await owner.status()).account?.email).toBe(ann)
  })

  it('a site that moves to another domain loses its property', async () => {
    const owner = world.member()
    const site = await owner.key.site(demo)
    await owner.connect()
    await owner.choose(site.id)
    await owner.key.patch(`/projects/${site.id}`, { name: 'Same' })
    expect((await owner.properties(site.id)).property).toBe(domainProperty)
    await owner.key.patch(`/projects/${site.id}`, { domain: 'elsewhere.com' })
    expect((await owner.properties(site.id)).property).toBeNull()
  })
})
