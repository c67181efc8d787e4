import { insertPositions } from '@rts/local/testing/positions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readVersion } from '../src/ranks/rank-columns.sql.ts'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
const system = (accountId: string) => callerOf({ kind: 'system', accountId })

describe('snapshots', () => {
  it('keywords.snapshot has the keywords of a site in columns, a page at a time', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    await growth.post(`/projects/${site.id}/competitors`, { domain: 'b.org' })
    world.serp.show('in columns', 'a.org', 'b.org', 'example.com')
    const keyword = await growth.checked(site, await growth.keyword(site, 'in columns'))
    world.serp.fail('not looked at', 'upstream')
    const other = await growth.checked(site, await growth.keyword(site, 'not looked at'), 'failed')
    const read = (query: object) =>
      world.rpc('keywords.snapshot', { params: { id: site.id }, query: { hosts: 'own', ...query } }, system(growth.id))
    expect(await read({})).toEqual({
      ids: [keyword.id, other.id],
      phrases: ['in columns', 'not looked at'],
      countries: ['us', 'us'],
      languages: ['en', 'en'],
      positions: [3, null],
      depths: [100, null],
      devices: ['desktop', 'desktop'],
      locations: [null, null],
      urls: ['https://example.com/', null],
      identities: ['in columns', 'not looked at'],
      checkedAts: [expect.any(String), null],
      aiOverviews: [null, null],
      sandboxes: [true, false],
      competitors: [],
      earlier: [],
      version: expect.any(String),
      total: 2,
      nextCursor: null,
    })
    const first = await read({ limit: 1 })
    expect(first).toMatchObject({ ids: [keyword.id], total: 2 })
    expect(await read({ limit: 1, cursor: first.nextCursor })).toMatchObject({
      ids: [other.id],
      version: null,
      nextCursor: null,
    })
  })

  it('the version changes with keywords, their checks, competitors and how far their past is filled in, and with nothing else', async () => {
    const growth = accountIn(world)
    const [site, other] = [await growth.site(), await growth.site({ domain: 'other.com' })]
    world.serp.show('of a version', 'b.org')
    await growth.post(`/projects/${site.id}/competitors`, { domain: 'b.org' })
    const { id } = await growth.checked(site, await growth.keyword(site, 'of a version'))
    await growth.keyword(other, 'elsewhere')
    const client = await world.parts.pool.connect()
    const changesWith = async (statement: string, value: string) => {
      await client.query('BEGIN')
      const before = await readVersion(client, site.id)
      expect((await client.query(statement, [value])).rowCount).toBe(1)
      const after = await readVersion(client, site.id)
      await client.query('ROLLBACK')
      return after !== before
    }
    expect([
      await changesWith('UPDATE keyword SET last_check_at = last_check_at WHERE id = $1', id),
      await changesWith('UPDATE keyword SET deleted_at = now() WHERE id = $1', id),
      await changesWith(`UPDATE tracked_domain SET past_seq = 7 WHERE site_id = $1 AND domain = 'b.org'`, site.id),
      await changesWith(
        `UPDATE tracked_domain SET deleted_at = now() WHERE site_id = $1 AND domain = 'b.org'`,
        site.id,
      ),
      await changesWith('UPDATE keyword SET last_check_at = now() WHERE site_id = $1', other.id),
    ]).toEqual([true, true, true, true, false])
    client.release()
  })

  it('keywords.snapshot has the ranks of all hosts if asked, null before the first check', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    for (const domain of ['b.org', 'c.org']) await growth.post(`/projects/${site.id}/competitors`, { domain })
    world.serp.show('Two rivals', 'a.org', 'b.org', 'example.com')
    const keyword = await growth.checked(site, await growth.keyword(site, 'Two rivals'))
    world.serp.fail('never looked at', 'upstream')
    const other = await growth.checked(site, await growth.keyword(site, 'never looked at'), 'failed')
    const read = (query: object) =>
      world.rpc('keywords.snapshot', { params: { id: site.id }, query: { hosts: 'all', ...query } }, system(growth.id))
    expect(await read({})).toMatchObject({
      ids: [keyword.id, other.id],
      phrases: ['Two rivals', 'never looked at'],
      identities: ['two rivals', 'never looked at'],
      checkedAts: [expect.any(String), null],
      sandboxes: [true, false],
      competitors: [
        { domain: 'b.org', positions: [2, null] },
        { domain: 'c.org', positions: [0, null] },
      ],
      total: 2,
      nextCursor: null,
    })
    // In the order of the keywords that are asked for.
    const input = { params: { id: site.id }, body: { ids: [other.id, keyword.id] } }
    expect(await world.rpc('rivalUrls.snapshot', input, system(growth.id))).toMatchObject({
      competitors: [{ urls: [null, 'https://b.org/'] }, { urls: [null, null] }],
    })
    const first = await read({ limit: 1 })
    expect(await read({ limit: 1, cursor: first.nextCursor })).toMatchObject({ ids: [other.id], nextCursor: null })
  })

  it('rivalUrls.snapshot has nothing of a keyword of another account, though both have the same competitor', async () => {
    const [one, other] = [accountIn(world), accountIn(world)]
    const [ownSite, otherSite] = [await one.site(), await other.site()]
    for (const [account, site] of [[one, ownSite] as const, [other, otherSite] as const])
      await account.post(`/projects/${site.id}/competitors`, { domain: 'b.org' })
    world.serp.show('of another', 'b.org')
    const keyword = await other.checked(otherSite, await other.keyword(otherSite, 'of another'))
    const urlsOf = async (account: { id: string }, site: { id: string }) => {
      const input = { params: { id: site.id }, body: { ids: [keyword.id] } }
      return (await world.rpc('rivalUrls.snapshot', input, system(account.id))).competitors.map(({ urls }) => urls)
    }
    expect(await urlsOf(other, otherSite)).toEqual([['https://b.org/']])
    expect(await urlsOf(one, ownSite)).toEqual([[null]])
    await expect(urlsOf(one, otherSite)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('pages.snapshot has the page of the present rank: its first ten addresses and its questions', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const hosts = Array.from({ length: 12 }, (_, i) => `h${i}.org`)
    world.serp.show('twelve', ...hosts)
    const keyword = await growth.checked(site, await growth.keyword(site, 'twelve'))
    world.serp.fail('no page', 'upstream')
    const other = await growth.checked(site, await growth.keyword(site, 'no page'), 'failed')
    const snapshot = await world.rpc('pages.snapshot', { params: { id: site.id }, query: {} }, system(growth.id))
    expect(snapshot).toEqual({
      ids: [keyword.id, other.id],
      urls: [hosts.slice(0, 10).map((host) => `https://${host}/`), []],
      questions: [['what is twelve?'], []],
      fetchedAts: [expect.any(String), null],
      total: 2,
      nextCursor: null,
    })
  })

  it('pages.snapshot has no page that the site has no rank from, though others have one of the phrase', async () => {
    const [one, other] = [accountIn(world), accountIn(world)]
    const [ownSite, otherSite] = [await one.site(), await other.site()]
    world.serp.show('asked by both', 'a.org')
    await one.checked(ownSite, await one.keyword(ownSite, 'asked by both'))
    world.serp.fail('asked by both', 'upstream')
    await other.checked(otherSite, await other.keyword(otherSite, 'asked by both'), 'failed')
    const snapshot = await world.rpc('pages.snapshot', { params: { id: otherSite.id }, query: {} }, system(other.id))
    expect(snapshot).toMatchObject({ urls: [[]], questions: [[]], fetchedAts: [null] })
  })

  it('keywords.snapshot has the last rank at or before each earlier day that is asked for, null without a check in the ten days before it', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const [keyword, other] = [await growth.keyword(site, 'fell'), await growth.keyword(site, 'is new')]
    for (const each of [keyword, other]) await growth.checked(site, each)
    const past = [
      [95, 2],
      [41, 3],
      [39, 4],
      [31, 5],
      [29, 6],
    ]
    await world.parts.pool.query(
      insertPositions(
        `SELECT $1, 0, (SELECT id FROM tracked_domain WHERE site_id = $2), now() - days * interval '1 day', rank, 'https://example.com/', 100, 'test', false
       FROM unnest($3::int[], $4::int[]) AS past (days, rank)`,
      ),
      [keyword.id, site.id, past.map(([days]) => days), past.map(([, rank]) => rank)],
    )
    const read = (earlierDays: number[], paging: { limit?: number; cursor?: string } = {}) => {
      const query = { hosts: 'own' as const, earlierDays, ...paging }
      return world.rpc('keywords.snapshot', { params: { id: site.id }, query }, system(growth.id))
    }
    const none = { positions: [null], depths: [null], urls: [null], checkedAts: [null] }
    expect(await read([30, 90])).toMatchObject({
      ids: [keyword.id, other.id],
      earlier: [
        {
          positions: [5, null],
          depths: [100, null],
          urls: ['https://example.com/', null],
          checkedAts: [expect.any(String), null],
        },
        { positions: [2, null] },
      ],
      total: 2,
      nextCursor: null,
    })
    expect((await read([60])).earlier).toMatchObject([{ positions: [null, null] }])
    const first = await read([30], { limit: 1 })
    expect(first.earlier).toMatchObject([{ positions: [5] }])
    const cursor = first.nextCursor ?? ''
    expect(await read([30], { limit: 1, cursor })).toMatchObject({ ids: [other.id], earlier: [none] })
    // Another phrase is another history.
    await growth.patch(`/projects/${site.id}/keywords/${keyword.id}`, { keyword: 'has another name' })
    expect((await read([30])).earlier).toMatchObject([{ positions: [null, null] }])
  })

  it.each([
    ['keywords.snapshot', { hosts: 'all' }],
    ['pages.snapshot', {}],
  ] as const)('%s is for services alone, and for the account that has the site', async (name, query) => {
    const growth = accountIn(world)
    const site = await growth.site()
    const input = { params: { id: site.id }, query }
    for (const caller of [callerOf({ accountId: growth.id }), callerOf({ kind: 'system' })]) {
      await expect(world.rpc(name, input, caller)).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})

it('lists the competitors of a site to agents and services', async () => {
  const growth = accountIn(world)
  const site = await growth.site()
  for (const domain of ['z.com', 'a.com']) await growth.post(`/projects/${site.id}/competitors`, { domain })
  const listed = await world.rpc('competitors.list', { params: { id: site.id } }, system(growth.id))
  expect(listed.competitors.map((competitor) => competitor.domain)).toEqual(['z.com', 'a.com'])
})
