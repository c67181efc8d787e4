import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ann, ben, demo, domainProperty, type GoogleWorld, startGoogleWorld } from './support/google.ts'

let world: GoogleWorld
beforeAll(async () => {
  world = await startGoogleWorld({ replicas: 2 })
})
beforeEach(async () => {
  await world.control('POST', 'reset')
  await world.pool.query('DELETE FROM google_grant')
})
afterAll(() => world.stop())

const refreshes = async () => (await world.calls('google_oauth', '/token')).filter(isRefresh)
const isRefresh = ({ query }: { query: Record<string, unknown> }) => query.grant_type === 'refresh_token'
const fail = (provider: string, mode: string, more: object = {}) =>
  world.control('POST', 'fail', { provider, mode, ...more })
/** Facts of ended connections that were written. */
const brokenFacts = async (accountId: string) =>
  (
    await world.pool.query(
      `SELECT state FROM facts.event WHERE type = 'searchConsole.broken' AND state ->> 'accountId' = $1`,
      [accountId],
    )
  ).rows

async function connected(person = ann) {
  const owner = world.member()
  const site = await owner.key.site(demo)
  await owner.connect({ person })
  // No replica has a token of this version in its memory.
  const forget = () =>
    world.pool.query(`UPDATE google_grant SET version = nextval('google_grant_version_seq') WHERE account_id = $1`, [
      owner.accountId,
    ])
  await forget()
  return { owner, site, forget }
}

describe('the token of a connection', () => {
  it('is refreshed before its hour is over', async () => {
    const { owner, site } = await connected()
    await owner.properties(site.id)
    world.passBoth(59 / 60 + 0.02)
    for (let n = 0; n < 4; n++) expect((await owner.properties(site.id)).connected).toBe(true)
    const statuses = (await world.calls('search_console')).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  it('that Google ended before its time is refreshed once, and the question is asked again', async () => {
    const { owner, site } = await connected()
    for (let n = 0; n < 3; n++) await owner.properties(site.id)
    const before = (await refreshes()).length
    await world.control('PUT', 'google', { aheadSeconds: 3_700 })
    for (let n = 0; n < 4; n++) expect((await owner.properties(site.id)).properties).not.toEqual([])
    // Each of the two replicas had a token of its own.
    expect((await refreshes()).length - before).toBeLessThanOrEqual(2)
    expect((await world.calls('search_console')).filter(({ status }) => status === 401).length).toBeLessThanOrEqual(2)
  })

  it('ten reads at once refresh it once a replica, one after the other', async () => {
    const { owner, site } = await connected()
    await fail('google_oauth', 'slow', { times: 1 })
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner.properties(site.id)))
    expect(answers.every(({ connected }) => connected)).toBe(true)
    expect([1, 2]).toContain((await refreshes()).length)
  })

  it('over all replicas one refresh is under way at a time', async () => {
    const { owner, site } = await connected()
    const held = await world.pool.connect()
    await held.query('BEGIN')
    await held.query(`SELECT pg_advisory_xact_lock(hashtextextended('google ' || $1, 0))`, [owner.accountId])
    const asked = Promise.all([owner.properties(site.id), owner.properties(site.id)])
    await expect
      .poll(
        async () =>
          (await world.pool.query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).rowCount,
      )
      .toBeGreaterThan(0)
    expect(await refreshes()).toEqual([])
    await held.query('COMMIT')
    held.release()
    expect((await asked).every(({ connected }) => connected)).toBe(true)
  })

  it('that Google has revoked ends the connection; the owner is notified once, and readings stay', async () => {
    const { owner, site, forget } = await connected()
    await owner.choose(site.id)
    expect((await owner.queries(site.id)).status).toBe('ready')
    await forget()
    await fail('google_oauth', 'denied')
    const answers = await Promise.all(Array.from({ length: 6 }, () => owner.properties(site.id)))
    for (const answer of answers)
      expect(answer).toMatchObject({ connected: false, properties: [], property: domainProperty })
    expect(await owner.status()).toMatchObject({ connected: false, account: { email: ann, brokenReason: 'revoked' } })
    expect(await brokenFacts(owner.accountId)).toEqual([
      { state: { accountId: owner.accountId, email: ann, reason: 'revoked', at: expect.any(String) } },
    ])
    const kept = await owner.queries(site.id)
    expect(kept).toMatchObject({ connected: false, status: 'ready', connectUrl: 'http://ranks.example/search-console' })
    expect(kept.total).toBeGreaterThan(0)
    // It is made whole by connecting again.
    await world.control('POST', 'reset')
    expect(await owner.connect()).toBe('connected')
    expect(await owner.status()).toMatchObject({ connected: true, account: { brokenSince: null, brokenReason: null } })
    expect((await owner.queries(site.id)).connected).toBe(true)
    expect((await owner.properties(site.id)).property).toBe(domainProperty)
  })

  it.each(['http500', 'timeout', 'quota', 'garbage'])(
    'a token endpoint that answers %s breaks nothing',
    async (mode) => {
      const { owner, site } = await connected()
      await fail('google_oauth', mode)
      await expect(owner.properties(site.id)).rejects.toMatchObject({ code: 'provider_failed' })
      expect(await owner.status()).toMatchObject({ connected: true, account: { brokenSince: null } })
      await world.control('POST', 'reset')
      world.pass(2 / 60)
      expect((await owner.properties(site.id)).connected).toBe(true)
      expect(await brokenFacts(owner.accountId)).toEqual([])
    },
  )

  it('a person who takes the right back at Google ends the connection', async () => {
    const { owner, site } = await connected(ben)
    await owner.properties(site.id)
    await world.control('PUT', 'google', { withdraw: ben })
    expect(await owner.properties(site.id)).toMatchObject({ connected: false })
    expect((await owner.status()).account).toMatchObject({ email: ben, brokenReason: 'revoked' })
  })

  it('of a Google project in testing it ends on the seventh day', async () => {
    await world.control('PUT', 'google', { isTesting: true })
    const { owner, site } = await connected()
    world.passBoth(6.9 * 24)
    expect((await owner.properties(site.id)).connected).toBe(true)
    world.passBoth(0.2 * 24)
    expect((await owner.properties(site.id)).connected).toBe(false)
    expect((await owner.status()).account).toMatchObject({ brokenReason: 'revoked' })
  })

  it('of a client whose secret is wrong breaks nothing', async () => {
    const bare = await startGoogleWorld({ google: { GOOGLE_CLIENT_SECRET: 'invalid' } })
    const owner = bare.member()
    expect(await owner.connect()).toBe('failed')
    await bare.stop()
  })
})

describe('the end of a connection', () => {
  /** One that had ended already wakes the job when it is disconnected, and leaves nothing to revoke. */
  async function wakeByAnother() {
    const other = world.member()
    await world.pool.query(
      `INSERT INTO google_grant (account_id, google_sub, email, refresh_sealed, scope, status, connected_by, connected_at)
       VALUES ($1, 's', 'e', 'r', 's', 'broken', 'p', now())`,
      [other.accountId],
    )
    await other.disconnect()
  }

  it('disconnecting ends it here and at Google, and forgets properties and what was read', async () => {
    const { owner, site } = await connected()
    await owner.choose(site.id)
    expect((await owner.queries(site.id)).total).toBeGreaterThan(0)
    expect(await owner.disconnect()).toEqual({ connected: false })
    expect(await owner.status()).toMatchObject({ connected: false, account: null })
    expect(await owner.properties(site.id)).toMatchObject({ connected: false, property: null })
    expect(await owner.queries(site.id)).toMatchObject({ property: null, queries: [], total: 0 })
    const kept = await world.pool.query('SELECT 1 FROM search_reading WHERE site_id = $1', [site.id])
    expect(kept.rowCount).toBe(0)
    await expect.poll(() => world.calls('google_oauth', '/revoke')).toMatchObject([{ status: 200 }])
    await expect.poll(async () => (await world.pool.query('SELECT 1 FROM google_farewell')).rowCount).toBe(0)
    expect(await owner.disconnect()).toEqual({ connected: false })
  })

  it('Google that is away is asked again, five times at most', async () => {
    const { owner } = await connected()
    await fail('google_oauth', 'http500')
    await owner.disconnect()
    for (let tries = 1; tries <= 4; tries++) {
      await expect
        .poll(async () => (await world.pool.query('SELECT tries FROM google_farewell')).rows)
        .toEqual([{ tries }])
      await world.pool.query(`UPDATE google_farewell SET next_at = now() - interval '1 day'`)
      await wakeByAnother()
    }
    await expect.poll(async () => (await world.pool.query('SELECT tries FROM google_farewell')).rows).toEqual([])
    expect(await world.calls('google_oauth', '/revoke')).toHaveLength(5)
  })

  it('a token is not revoked while the same Google account is connected elsewhere here', async () => {
    const [one, other] = [await connected(), await connected()]
    await one.owner.disconnect()
    await expect.poll(async () => (await world.pool.query('SELECT 1 FROM google_farewell')).rowCount).toBe(0)
    expect(await world.calls('google_oauth', '/revoke')).toEqual([])
    expect((await other.owner.properties(other.site.id)).connected).toBe(true)
  })
})
