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
      const { projects } = await world.rpc('sites.list', { query: {} }, { ...admitted, kind: 'person', role: 'owner' })
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
})
