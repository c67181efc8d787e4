import { until } from '@rts/local/testing/until'
import type { RpcCaller } from '@rts/shared/service/rpc-client'
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

describe('a call that names no site', () => {
  const track = (caller: RpcCaller) => world.rpc('keywords.create', { params: {}, body: { keyword: 'tea' } }, caller)

  it('is about the key’s only site, for reads and writes', async () => {
    const caller = callerOf()
    const site = await accountIn(world, caller).site()
    const { keyword } = await track(caller)
    const { keywords } = await world.rpc('overview.get', { params: {}, query: {} }, caller)
    expect(keywords.map(({ id }) => id)).toEqual([keyword.id])
    const ofKeyword = () => world.rpc('history.list', { params: { kid: keyword.id }, query: {} }, caller)
    await until('its first check', async () => (await ofKeyword()).history.length === 1)
    expect((await world.rpc('rankComparison.list', { params: {}, query: {} }, caller)).total).toBe(1)
    expect(await world.rpc('competitors.list', { params: {} }, caller)).toEqual({ competitors: [] })
    expect((await world.rpc('sites.get', { params: {} }, caller)).project).toEqual(site)
  })

  it('is conflict without a site', async () => {
    const refusal = { code: 'conflict', message: 'There is no site yet: call add_project first' }
    await expect(track(callerOf())).rejects.toMatchObject(refusal)
  })

  it('is invalid_input with several, which are listed, the first 25 of many', async () => {
    const caller = callerOf({ plan: 'agency' })
    const account = accountIn(world, caller)
    const listed: string[] = []
    const add = async (n: number) => {
      const { id, domain } = await account.site({ domain: `site-${n}.example.com` })
      listed.push(`${id} (${domain})`)
    }
    for (const n of [1, 2]) await add(n)
    const words = 'project_id: is required with more than one site: '
    const refusal = (message: string) => ({ code: 'invalid_input', message })
    await expect(track(caller)).rejects.toMatchObject(refusal(words + listed.join(', ')))
    for (let n = 3; n <= 26; n++) await add(n)
    const first = listed.slice(0, 25).join(', ')
    await expect(track(caller)).rejects.toMatchObject(refusal(`${words}${first}, …`))
  })

  it('is about the site that a key is limited to, and not_found after that was deleted', async () => {
    const caller = callerOf()
    const account = accountIn(world, caller)
    const first = await account.site({ name: 'A' })
    await account.site({ name: 'B' })
    const limited = { ...caller, siteIds: [first.id] }
    expect((await world.rpc('sites.get', { params: {} }, limited)).project.name).toBe('A')
    await account.delete(`/projects/${first.id}`)
    await expect(track(limited)).rejects.toMatchObject({ code: 'not_found' })
  })
})
