import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

describe('keywords.snapshot', () => {
  it('gives services the keywords of a site in columns, a page at a time', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    world.serp.show('in columns', 'a.org', 'b.org', 'example.com')
    const keyword = await growth.checked(site, await growth.keyword(site, 'in columns'))
    world.serp.fail('not looked at', 'upstream')
    const other = await growth.checked(site, await growth.keyword(site, 'not looked at'), 'failed')
    const system = callerOf({ kind: 'system', accountId: growth.id })
    const read = (query: object) => world.rpc('keywords.snapshot', { params: { id: site.id }, query }, system)
    expect(await read({})).toEqual({
      ids: [keyword.id, other.id],
      phrases: ['in columns', 'not looked at'],
      countries: ['us', 'us'],
      languages: ['en', 'en'],
      positions: [3, null],
      urls: ['https://example.com/', null],
      total: 2,
      nextCursor: null,
    })
    const first = await read({ limit: 1 })
    expect(first).toMatchObject({ ids: [keyword.id], total: 2 })
    expect(await read({ limit: 1, cursor: first.nextCursor })).toMatchObject({ ids: [other.id], nextCursor: null })
  })

  it('is for services alone, and for the account that has the site', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const input = { params: { id: site.id }, query: {} }
    for (const caller of [callerOf({ accountId: growth.id }), callerOf({ kind: 'system' })]) {
      await expect(world.rpc('keywords.snapshot', input, caller)).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})

it('lists the competitors of a site to agents and services', async () => {
  const growth = accountIn(world)
  const site = await growth.site()
  for (const domain of ['z.com', 'a.com']) await growth.post(`/projects/${site.id}/competitors`, { domain })
  const system = callerOf({ kind: 'system', accountId: growth.id })
  const listed = await world.rpc('competitors.list', { params: { id: site.id } }, system)
  expect(listed.competitors.map((competitor) => competitor.domain)).toEqual(['z.com', 'a.com'])
})
