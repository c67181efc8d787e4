import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ann, ben, demo, domainProperty, type GoogleWorld, startGoogleWorld, visitGoogle } from './support/google.ts'
import { startWorld } from './support/world.ts'

let world: GoogleWorld
beforeAll(async () => {
  world = await startGoogleWorld()
})
beforeEach(() => world.control('POST', 'reset'))
afterAll(() => world.stop())

const notConnected = { connected: false, connectUrl: 'http://ranks.example/search-console' }

describe('connecting the search console', () => {
  it('a person connects, sees whose account it is, and chooses the property of a site', async () => {
    const owner = world.member()
    expect(await owner.status()).toEqual({ ...notConnected, isAvailable: true, account: null })
    const site = await owner.key.site(demo)
    const back = await visitGoogle(await owner.begin(site.id))
    expect(await owner.finish(back)).toEqual({ outcome: 'connected', siteId: site.id })
    expect(await owner.status()).toEqual({
      connected: true,
      connectUrl: null,
      isAvailable: true,
      account: { email: ann, connectedAt: expect.any(String), brokenSince: null, brokenReason: null },
    })
    expect((await owner.properties(site.id)).property).toBeNull()
    expect(await owner.choose(site.id)).toEqual({ property: domainProperty })
    expect((await owner.properties(site.id)).property).toBe(domainProperty)
  })

  it('a person refuses: nothing is connected, and the answer names the site', async () => {
    const owner = world.member()
    const site = await owner.key.site(demo)
    const back = await visitGoogle(await owner.begin(site.id), { answer: 'deny' })
    expect(await owner.finish(back)).toEqual({ outcome: 'denied', siteId: site.id })
    expect(await owner.status()).toMatchObject({ connected: false, account: null })
    const odd = new URLSearchParams({
      state: (await visitGoogle(await owner.begin())).get('state') ?? '',
      error: 'server_error',
    })
    expect(await owner.finish(odd)).toEqual({ outcome: 'failed', siteId: null })
  })

  it('a person unticks the right to read: what was connected before stays', async () => {
    const owner = world.member()
    expect(await owner.connect({ allows: false })).toBe('unticked')
    expect(await owner.status()).toMatchObject({ connected: false, account: null })
    expect(await owner.connect({ person: ben })).toBe('connected')
    expect(await owner.connect({ allows: false })).toBe('unticked')
    expect(await owner.status()).toMatchObject({ connected: true, account: { email: ben } })
  })

  it('without a lasting token nothing is connected', async () => {
    const owner = world.member()
    for (const [name, value] of [
      ['access_type', 'online'],
      ['prompt', 'select_account'],
    ] as const) {
      const url = new URL(await owner.begin())
      url.searchParams.set(name, value)
      expect((await owner.finish(await visitGoogle(url.href))).outcome).toBe('no_refresh_token')
    }
    expect(await owner.status()).toMatchObject({ connected: false, account: null })
  })

  it('asks Google for what it needs alone: to read, lastingly, with a challenge, and for our own address', async () => {
    const asked = Object.fromEntries(new URL(await world.member().begin()).searchParams)
    expect(asked).toMatchObject({
      scope: 'openid email https://www.googleapis.com/auth/webmasters.readonly',
      access_type: 'offline',
      prompt: 'consent',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: 'http://ranks.example/google/callback',
    })
    expect(JSON.stringify(asked)).not.toContain('simulated-client-secret')
  })

  it('another Google account takes the place of the first: its token is revoked and its properties are forgotten', async () => {
    const owner = world.member()
    const site = await owner.key.site(demo)
    // No other test may connect the first one: its connection would end here.
    await world.pool.query('DELETE FROM google_grant')
    await owner.connect()
    await owner.choose(site.id)
    expect(await owner.connect({ person: ben })).toBe('connected')
    expect(await owner.properties(site.id)).toMatchObject({
      property: null,
      properties: [
        { siteUrl: 'https://demo.sandbox.example/blog/', permission: 'siteRestrictedUser', isForSite: true },
      ],
    })
    await expect.poll(() => world.calls('google_oauth', '/revoke')).toHaveLength(1)
  })
})

it('without the operator’s client no account can connect, and the answer says so', async () => {
  const bare = await startWorld()
  const caller = {
    kind: 'person',
    accountId: randomUUID(),
    plan: 'growth',
    keyId: null,
    role: 'owner',
    siteIds: null,
  } as const
  const owner = { ...caller, collect: 'allow', requestId: 'r', personId: 'p', sessionId: 's' } as const
  expect(await bare.rpc('searchConsole.get', {}, owner)).toEqual({
    connected: false,
    connectUrl: null,
    isAvailable: false,
    account: null,
  })
  await expect(bare.rpc('searchConsole.begin', { body: {} }, owner)).rejects.toMatchObject({ code: 'conflict' })
  await bare.stop()
})

describe('who may connect', () => {
  it('an admin may and a member may not; a server key reads the state', async () => {
    const owner = world.member()
    const admin = world.member({ accountId: owner.accountId, role: 'admin' })
    const member = world.member({ accountId: owner.accountId, role: 'member' })
    await expect(member.begin()).rejects.toMatchObject({ code: 'role_required' })
    const site = await owner.key.site(demo)
    expect(await admin.connect()).toBe('connected')
    expect((await member.status()).connected).toBe(true)
    const back = await visitGoogle(await admin.begin())
    await expect(member.finish(back)).rejects.toMatchObject({ code: 'role_required' })
    await expect(member.disconnect()).rejects.toMatchObject({ code: 'role_required' })
    await expect(member.choose(site.id)).rejects.toMatchObject({ code: 'role_required' })
    expect(await owner.key.get('/google/status')).toMatchObject({ status: 200, body: { connected: true } })
  })
})
