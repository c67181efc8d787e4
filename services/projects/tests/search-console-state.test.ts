import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { backOf, ben, type GoogleWorld, startGoogleWorld, visitGoogle } from './support/google.ts'

let world: GoogleWorld
beforeAll(async () => {
  world = await startGoogleWorld({ replicas: 2 })
})
beforeEach(() => world.control('POST', 'reset'))
afterAll(() => world.stop())

const invalid = { outcome: 'state_invalid', siteId: null }

describe('the state that comes back from Google', () => {
  it('that is missing, edited or made up is invalid, and no code is exchanged', async () => {
    const owner = world.member()
    const back = await visitGoogle(await owner.begin())
    const code = back.get('code') ?? ''
    const state = back.get('state') ?? ''
    const other = state.slice(0, -1) + (state.endsWith('A') ? 'B' : 'A')
    for (const bad of ['', 'x', `${owner.accountId}.`, other, `${state}x`, state.toUpperCase()])
      expect([bad, await owner.finish(new URLSearchParams({ state: bad, code }))]).toEqual([bad, invalid])
    expect(await world.calls('google_oauth')).toEqual([])
    expect((await owner.finish(back)).outcome).toBe('connected')
  })

  it('is invalid for another person, in the same account or another one, and stays valid for its own', async () => {
    const owner = world.member()
    const back = await visitGoogle(await owner.begin())
    const colleague = world.member({ accountId: owner.accountId, role: 'admin' })
    expect(await colleague.finish(back)).toEqual(invalid)
    expect(await world.member().finish(back)).toEqual(invalid)
    expect((await owner.finish(back)).outcome).toBe('connected')
  })

  it('is good once', async () => {
    const owner = world.member()
    const back = await visitGoogle(await owner.begin())
    expect((await owner.finish(back)).outcome).toBe('connected')
    expect(await owner.finish(back)).toEqual(invalid)
  })

  it('expires after ten minutes', async () => {
    const owner = world.member()
    const back = await visitGoogle(await owner.begin())
    world.passBoth(10 / 60)
    expect(await owner.finish(back)).toEqual(invalid)
    expect((await owner.status()).account).toBeNull()
  })

  it('belongs to the session that began it: the same person in another browser gets nothing', async () => {
    const owner = world.member()
    const back = await visitGoogle(await owner.begin())
    expect(await owner.finish(back, { sessionId: randomUUID() })).toEqual(invalid)
    expect((await owner.finish(back)).outcome).toBe('connected')
  })

  it('connects the account that it was begun in, whatever the person opened in another tab since', async () => {
    const first = world.member()
    const second = world.member({ personId: first.who.personId, sessionId: first.who.sessionId })
    const [one, other] = [
      await visitGoogle(await first.begin()),
      await visitGoogle(await second.begin(), { person: ben }),
    ]
    expect(await second.finish(one)).toEqual(invalid)
    expect((await second.finish(other)).outcome).toBe('connected')
    expect((await first.finish(one)).outcome).toBe('connected')
    const [mine, theirs] = [await first.status(), await second.status()]
    expect([mine.account?.email, theirs.account?.email]).toEqual(['ann@sandbox.example', 'ben@sandbox.example'])
  })

  it('with a code that another way was given has the wrong verifier: nothing is connected', async () => {
    const owner = world.member()
    const [one, other] = [await visitGoogle(await owner.begin()), await visitGoogle(await owner.begin())]
    const mixed = new URLSearchParams({ state: one.get('state') ?? '', code: other.get('code') ?? '' })
    expect((await owner.finish(mixed)).outcome).toBe('failed')
    expect((await owner.status()).account).toBeNull()
  })

  it('a code that was used already connects nothing', async () => {
    const owner = world.member()
    const back = await visitGoogle(await owner.begin())
    await owner.finish(back)
    const again = await visitGoogle(await owner.begin())
    again.set('code', back.get('code') ?? '')
    expect((await owner.finish(again)).outcome).toBe('failed')
    expect((await owner.status()).connected).toBe(true)
  })

  it('two callbacks at once, on two replicas, connect once', async () => {
    const owner = world.member()
    const back = await visitGoogle(await owner.begin())
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => owner.finish(back)))
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['connected', ...Array(5).fill('state_invalid')])
    expect(await world.calls('google_oauth', '/token')).toHaveLength(1)
  })

  it('is kept as a hash, at most ten of an account', async () => {
    const owner = world.member()
    const urls = []
    for (let n = 0; n < 12; n++) urls.push(await owner.begin())
    const kept = await world.pool.query('SELECT * FROM oauth_state WHERE account_id = $1', [owner.accountId])
    expect(kept.rows).toHaveLength(10)
    const state = new URL(urls.at(-1) ?? '').searchParams.get('state') ?? ''
    expect(JSON.stringify(kept.rows)).not.toContain(state)
    expect(JSON.stringify(kept.rows)).not.toContain(owner.who.sessionId)
  })

  it('names no site of another account', async () => {
    const other = world.member()
    const site = await other.key.site()
    await expect(world.member().begin(site.id)).rejects.toMatchObject({ code: 'not_found' })
    expect(backOf(new URLSearchParams('state=s&code='))).toEqual({ state: 's', code: '' })
  })
})
