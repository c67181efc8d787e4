import { googleRefusals } from '@rts/sandbox/world/overrides'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ann, demo, domainProperty, type GoogleWorld, startGoogleWorld } from './support/google.ts'

let world: GoogleWorld
beforeAll(async () => {
  world = await startGoogleWorld()
})
beforeEach(() => world.control('POST', 'reset'))
afterAll(() => world.stop())

const prefix = 'https://demo.sandbox.example/'
async function connected() {
  const owner = world.member()
  const site = await owner.key.site(demo)
  await owner.connect()
  return { owner, site }
}

describe('the properties of a site', () => {
  it('are those that the person may read, the site’s own first; what they have not proved to own is hidden', async () => {
    const { owner, site } = await connected()
    expect((await owner.properties(site.id)).properties).toEqual([
      { siteUrl: domainProperty, permission: 'siteOwner', isForSite: true },
      { siteUrl: prefix, permission: 'siteFullUser', isForSite: true },
      { siteUrl: 'https://rival-one.example/', permission: 'siteRestrictedUser', isForSite: false },
    ])
    await expect(owner.choose(site.id, 'https://rival-two.example/')).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('one that is not listed is refused over REST, by the field’s name, and without a connection it is 409', async () => {
    const { owner, site } = await connected()
    const put = (siteUrl: unknown) =>
      world.call({ ...owner.caller, kind: 'account', role: null }, 'PUT', `/projects/${site.id}/google`, { siteUrl })
    for (const siteUrl of ['https://evil.example/', `${prefix}?`, 'SC-DOMAIN:demo.sandbox.example', '../sites'])
      expect(await put(siteUrl)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', errors: [{ field: 'siteUrl' }] },
      })
    for (const siteUrl of ['', 5, 'a'.repeat(301)]) expect((await put(siteUrl)).status).toBe(400)
    expect(await put(domainProperty)).toMatchObject({ status: 200, body: { property: domainProperty } })
    expect((await put(prefix)).body.property).toBe(prefix)
    await owner.disconnect()
    expect(await put(domainProperty)).toMatchObject({ status: 409, body: { code: 'not_connected' } })
  })

  it('a person without any has none to choose from', async () => {
    const owner = world.member()
    const site = await owner.key.site(demo)
    await owner.connect({ person: 'cleo@sandbox.example' })
    expect(await owner.properties(site.id)).toMatchObject({ connected: true, property: null, properties: [] })
  })

  it('a site that the person names at the sign-in is theirs, with its queries', async () => {
    const owner = world.member()
    const site = await owner.key.site({ domain: 'peets.com' })
    await owner.connect({ site: 'peets.com' })
    expect((await owner.properties(site.id)).properties[0]).toMatchObject({
      siteUrl: 'sc-domain:peets.com',
      isForSite: true,
    })
    await owner.choose(site.id, 'sc-domain:peets.com')
    expect((await owner.queries(site.id)).total).toBeGreaterThan(3)
  })

  it('that the person may not read any more is forgotten, and is to be chosen again', async () => {
    const { owner, site } = await connected()
    await owner.choose(site.id)
    await world.control('PUT', 'google', {
      person: ann,
      properties: [{ siteUrl: prefix, permissionLevel: 'siteFullUser' }],
    })
    expect(await owner.queries(site.id)).toMatchObject({
      connected: true,
      property: null,
      status: 'failed',
      queries: [],
    })
    expect((await owner.properties(site.id)).properties.map(({ siteUrl }) => siteUrl)).toEqual([prefix])
    await owner.choose(site.id, prefix)
    expect(await owner.queries(site.id)).toMatchObject({ property: prefix, status: 'ready' })
    expect((await owner.status()).connected).toBe(true)
  })

  it.each(googleRefusals.filter((reason) => reason !== 'forbidden'))(
    'Google’s refusal %s keeps the property: it says nothing about whose it is',
    async (refusal) => {
      const { owner, site } = await connected()
      await owner.choose(site.id)
      await world.control('PUT', 'google', { refusal })
      const { status, property, connected: isConnected } = await owner.queries(site.id)
      expect([status, property, isConnected]).toEqual([
        refusal === 'accessNotConfigured' ? 'unavailable' : 'failed',
        domainProperty,
        true,
      ])
    },
  )

  it.each([
    ['accessNotConfigured', /operator has to enable it/],
    ['insufficientPermissions', /connect again, and allow it/],
    ['accountDisabled', /look at the account at Google/],
    ['dailyLimitExceeded', /try again later/],
  ])('a list that Google refuses for %s says who can mend it', async (refusal, message) => {
    const { owner, site } = await connected()
    await world.control('PUT', 'google', { refusal })
    await expect(owner.properties(site.id)).rejects.toMatchObject({
      code: 'provider_failed',
      message: expect.stringMatching(message),
    })
  })

  it('one chosen meanwhile stays', async () => {
    const { owner, site } = await connected()
    await owner.choose(site.id)
    await world.control('PUT', 'google', {
      person: ann,
      properties: [{ siteUrl: prefix, permissionLevel: 'siteFullUser' }],
    })
    await world.control('POST', 'fail', { provider: 'search_console', mode: 'slow', times: 1 })
    const reading = owner.queries(site.id)
    await world.pool.query('UPDATE site SET search_property = $2 WHERE id = $1', [site.id, prefix])
    await reading
    expect((await owner.properties(site.id)).property).toBe(prefix)
  })
})

describe('a quota that is used up', () => {
  it.each([
    ['quota', 403],
    ['rate', 429],
  ])('%s: breaks nothing, says when to come again, and Google is left alone', async (mode, status) => {
    const { owner, site } = await connected()
    await owner.choose(site.id)
    await world.control('POST', 'fail', { provider: 'search_console', mode })
    const before = (await world.calls('search_console')).length
    await expect(owner.properties(site.id)).rejects.toMatchObject({ code: 'provider_failed' })
    await expect(owner.properties(site.id)).rejects.toMatchObject({
      code: 'provider_failed',
      facts: { retryAfterSeconds: 60 },
    })
    expect(await owner.queries(site.id)).toMatchObject({ connected: true, property: domainProperty, status: 'failed' })
    const asked = (await world.calls('search_console')).slice(before)
    expect(asked.map((call) => call.status)).toEqual([status])
    await world.control('POST', 'reset')
    world.pass(61 / 3_600)
    expect((await owner.properties(site.id)).connected).toBe(true)
    // A question that was not asked costs nothing.
    await expect.poll(() => world.collects.givenBack.filter((token) => token.includes(site.id))).toHaveLength(1)
  })

  it('what Google answers with an error is tried again, and a saved reading stays', async () => {
    const { owner, site } = await connected()
    await owner.choose(site.id)
    await expect.poll(async () => (await owner.queries(site.id)).status).toBe('ready')
    const { total } = await owner.queries(site.id)
    await world.pool.query(`UPDATE collects.result SET collected_at = collected_at - interval '25 hours'`)
    await world.control('POST', 'fail', { provider: 'search_console', mode: 'http500', times: 1 })
    const first = await owner.queries(site.id)
    expect(first).toMatchObject({ connected: true, total })
    await expect.poll(async () => (await owner.queries(site.id)).status).toBe('ready')
  })
})
