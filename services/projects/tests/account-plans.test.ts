import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { tell } from './support/facts.ts'
import { callerOf, startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

describe('the plan of an account', () => {
  it('is the changed one, also after a call that was admitted before the change and arrives later', async () => {
    const growth = accountIn(world)
    for (const name of ['A', 'B']) await growth.site({ name })
    const admitted = callerOf({ accountId: growth.id, plan: 'free', iat: Date.now() })
    const frozen = async () => {
      const { projects } = await world.rpc(
        'sites.list',
        { query: {} },
        callerOf({ ...admitted, kind: 'person', role: 'owner' }),
      )
      return projects.map((site) => site.frozen)
    }
    const change = (plan: string, version: number) => {
      const state = { id: growth.id, plan, status: 'active' }
      return tell(world, 'projects.accounts', { aggregate: growth.id, version, type: 'account.changed', state })
    }
    await change('free', 1)
    expect(await frozen()).toEqual([false, true])
    await change('growth', 2)
    await world.rpc('sites.list', { query: {} }, admitted)
    expect(await frozen()).toEqual([false, false])
  })

  it('is news from a call that was admitted after all that is known', async () => {
    const growth = accountIn(world)
    for (const name of ['A', 'B']) await growth.site({ name })
    const { projects } = await world.rpc(
      'sites.list',
      { query: {} },
      callerOf({ accountId: growth.id, plan: 'free', iat: Date.now() }),
    )
    expect(projects.map((site) => site.frozen)).toEqual([false, true])
  })

  it('is news from a call that brings a plan back which a fact has changed since', async () => {
    const growth = accountIn(world)
    for (const name of ['A', 'B']) await growth.site({ name })
    const state = { id: growth.id, plan: 'free', status: 'active' }
    await tell(world, 'projects.accounts', { aggregate: growth.id, version: 1, type: 'account.changed', state })
    const later = callerOf({ accountId: growth.id, plan: 'growth', iat: world.now().getTime() + 1_000 })
    const { projects } = await world.rpc('sites.list', { query: {} }, later)
    expect(projects.map((site) => site.frozen)).toEqual([false, false])
  })

  it('limits what is added, whatever plan a call brings that was admitted earlier', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    for (const keyword of ['a', 'b', 'c']) await growth.keyword(site, keyword)
    const state = { id: growth.id, plan: 'free', status: 'active' }
    await tell(world, 'projects.accounts', { aggregate: growth.id, version: 1, type: 'account.changed', state })
    const person = callerOf({ kind: 'person', accountId: growth.id, plan: 'growth', keyId: null })
    const params = { id: site.id }
    const refused = (call: Promise<unknown>) => call.catch(({ status, facts }) => [status, facts.planLimit?.max])
    const answers = [
      await refused(world.rpc('sites.create', { body: { name: 'B', domain: 'b.com' } }, person)),
      await refused(world.rpc('keywords.create', { params, body: { keyword: 'd' } }, person)),
      await refused(world.rpc('keywords.createBulk', { params, body: { text: 'd\ne' } }, person)),
    ]
    expect(answers).toEqual([
      [402, 1],
      [402, 3],
      [402, 3],
    ])
    const room = (n: number) => world.rpc('competitors.add', { params, body: { domain: `rival-${n}.com` } }, person)
    for (const n of [1, 2, 3]) await room(n)
    const planLimit = { name: 'competitors', max: 3, used: 3 }
    await expect(room(4)).rejects.toMatchObject({ facts: { planLimit } })
  })
})
