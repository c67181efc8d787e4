import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

describe('sites.create, by domain', () => {
  it('makes one site of a domain that is asked for at once under four names', async () => {
    const caller = callerOf()
    const requests = ['a', 'b', 'c', 'd'].map((name) =>
      world.rpc('sites.create', { body: { byDomain: true, domain: 'example.com', name } }, caller),
    )
    const added = await Promise.all(requests)
    expect(added.filter(({ created }) => created)).toHaveLength(1)
    expect(new Set(added.map(({ project }) => project.id)).size).toBe(1)
    expect((await world.rpc('sites.list', { query: {} }, caller)).total).toBe(1)
  })

  it('answers the oldest of the sites that REST made of a domain, at the plan’s limit too', async () => {
    const caller = callerOf({ plan: 'starter' })
    const rest = accountIn(world, caller)
    const [first] = [await rest.site({ name: 'First' }), await rest.site({ name: 'Second' })]
    for (const name of ['3', '4', '5']) await rest.site({ name })
    const { project, created } = await world.rpc(
      'sites.create',
      { body: { byDomain: true, domain: 'www.example.com' } },
      caller,
    )
    expect([created, project]).toEqual([false, first])
    const other = world.rpc('sites.create', { body: { byDomain: true, domain: 'example.org' } }, caller)
    await expect(other).rejects.toMatchObject({ code: 'plan_limit_reached' })
  })

  it('names a new one as its host unless it is named', async () => {
    const body = { byDomain: true as const, domain: 'example.com', country: 'de' }
    const { project, created } = await world.rpc('sites.create', { body }, callerOf())
    expect(created).toBe(true)
    expect(project).toMatchObject({ name: 'example.com', domain: 'example.com', country: 'de', language: 'en' })
  })

  it('refuses a key that is limited to one site, and stores nothing', async () => {
    const owner = callerOf()
    const site = await accountIn(world, owner).site()
    const added = world.rpc(
      'sites.create',
      { body: { byDomain: true, domain: 'example.org' } },
      { ...owner, siteIds: [site.id] },
    )
    await expect(added).rejects.toMatchObject({ code: 'not_found' })
    expect((await world.rpc('sites.list', { query: {} }, owner)).total).toBe(1)
  })
})
