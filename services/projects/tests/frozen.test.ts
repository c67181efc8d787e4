import type { Plan } from '@rts/shared/plans'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ replicas: 2 })
})
afterAll(() => world.stop())

type Account = ReturnType<typeof accountIn>
const refusal = ({ status, body }: Awaited<ReturnType<Account['post']>>) => [status, body.planLimit]
const frozenOf = async (account: Account, site: Parameters<Account['keywords']>[0]) =>
  Object.fromEntries((await account.keywords(site)).map(({ keyword, frozen }) => [keyword, frozen]))

/** An account with two sites, the second with these keywords, which are checked, after its plan went down to Free. */
async function downgraded(keywords: readonly string[], from: Plan = 'agency') {
  const before = accountIn(world, { plan: from })
  const [old, young] = [await before.site({ name: 'Old' }), await before.site({ name: 'Young' })]
  for (const keyword of keywords) await before.checked(young, await before.keyword(young, keyword))
  const free = before.as({ plan: 'free' })
  await free.get('/projects')
  return { free, old, young, back: before }
}

describe('a frozen site', () => {
  it('tells another service how many sites its plan allows, also while its account is locked', async () => {
    const { free, young } = await downgraded([])
    const lock = await world.parts.pool.connect()
    try {
      await lock.query('BEGIN')
      await lock.query('SELECT FROM account WHERE id = $1 FOR UPDATE', [free.id])
      const system = callerOf({ kind: 'system', accountId: free.id, plan: 'free' })
      const { room } = await world.rpc('sites.get', { params: { id: young.id } }, system)
      expect(room).toEqual({ max: 1, used: 2 })
    } finally {
      await lock.query('ROLLBACK')
      lock.release()
    }
  })

  it('takes nothing that starts work: 402 names the sites; all else is answered as ever, and no page is fetched', async () => {
    const { free, young, back } = await downgraded(['kept', 'gone'])
    const path = `/projects/${young.id}`
    const [kept, gone] = await back.keywords(young)
    expect((await free.delete(`${path}/keywords/${gone?.id}`)).status).toBe(200)
    const before = world.serp.calls.length
    const person = callerOf({ kind: 'person', accountId: free.id, plan: 'free' })
    const text =
      'ID,Keyword,Position,URL,Country,City,Device,Updated,Added,Tags\n1, new, -, -, Germany, -, desktop, 2026-01-10T08:00:00.000Z, 2025-01-01T00:00:00.000Z, a'
    const refused = [
      await free.post(`${path}/keywords`, { keyword: 'new' }),
      await free.post(`${path}/keywords`, { keyword: 'gone' }),
      await free.post(`${path}/keywords/bulk`, { text: 'new\nkept' }),
    ]
    expect(refused.map(refusal)).toEqual(refused.map(() => [402, { name: 'sites', max: 1, used: 2 }]))
    const restored = world.rpc('trashedKeywords.restore', { body: { ids: [gone?.id ?? ''] } }, person)
    await expect(restored).rejects.toMatchObject({
      code: 'plan_limit_reached',
      facts: { planLimit: { name: 'sites' } },
    })
    const imported = world.rpc(
      'keywords.import',
      { body: { from: 'serpbear', domain: 'example.com', siteId: young.id, text } },
      person,
    )
    await expect(imported).rejects.toMatchObject({
      code: 'plan_limit_reached',
      facts: { planLimit: { name: 'sites' } },
    })
    const answered = [
      await free.post(`${path}/keywords`, { keyword: 'kept' }),
      await free.post(`${path}/keywords/bulk`, { text: 'kept' }),
      await free.post(`${path}/competitors`, { domain: 'rival.com' }),
      await free.patch(path, { name: 'Renamed' }),
      await free.patch(path, { checksPaused: false }),
      await free.patch(`${path}/keywords/${kept?.id}`, { keyword: 'other' }),
      await free.get(`${path}/keywords/${kept?.id}/history`),
    ]
    expect(answered.map(({ status }) => status)).toEqual(answered.map(() => 200))
    const asked = await world.rpc('checks.run', { params: { id: young.id }, body: { keywordIds: 'all' } }, person)
    expect(asked).toMatchObject({ pages: 0, frozen: 1 })
    expect(world.serp.calls.slice(before).map(({ phrase }) => phrase)).toEqual([])
    expect((await free.delete(path)).status).toBe(200)
  })

  it('counts no keyword towards the plan: the account uses its limit on the sites that are active, and the refusal says so', async () => {
    const { free, old } = await downgraded(['b1', 'b2', 'b3'])
    for (const keyword of ['a1', 'a2', 'a3']) await free.keyword(old, keyword)
    const full = await free.post(`/projects/${old.id}/keywords`, { keyword: 'a4' })
    expect(refusal(full)).toEqual([402, { name: 'keywords', max: 3, used: 3 }])
    expect(full.body.detail).toContain('those of frozen sites do not count')
    const params = { accountId: free.id }
    expect(await world.rpc('keywordRoom.get', { params }, callerOf({ kind: 'person', ...params }))).toEqual({
      max: 3,
      used: 3,
    })
  })
})

describe('a site that thaws', () => {
  it('brings back its oldest keywords as far as there is room; the rest stays frozen, and what was active stays so', async () => {
    const { free, old, young, back } = await downgraded(['b1', 'b2', 'b3', 'b4'])
    for (const keyword of ['a1', 'a2']) await free.keyword(old, keyword)
    expect(await frozenOf(free, young)).toEqual({ b1: true, b2: true, b3: true, b4: true })
    await free.delete(`/projects/${old.id}`)
    expect(await frozenOf(free, young)).toEqual({ b1: false, b2: false, b3: false, b4: true })
    expect((await free.get(`/projects/${young.id}`)).body.project.frozen).toBe(false)
    const [first] = await free.keywords(young)
    await free.delete(`/projects/${young.id}/keywords/${first?.id}`)
    expect(await frozenOf(free, young)).toEqual({ b2: false, b3: false, b4: false })
    const higher = back.as({ plan: 'starter' })
    await higher.get('/projects')
    const person = callerOf({ kind: 'person', accountId: free.id, plan: 'starter' })
    await world.rpc('trashedSites.restore', { params: { id: old.id } }, person)
    expect(await frozenOf(higher, old)).toEqual({ a1: false, a2: false })
  })

  it('while others add keywords on two replicas, never has more active ones than the plan, and loses none', async () => {
    for (let round = 0; round < 3; round++) {
      const { free, old, young } = await downgraded(['b1', 'b2'])
      const caller = callerOf({ accountId: free.id, plan: 'free' })
      const add = (keyword: string) =>
        world.rpc('keywords.create', { params: { id: young.id }, body: { keyword } }, caller).then(
          () => 'added',
          ({ facts }) => facts.planLimit.name,
        )
      const outcomes = Promise.all(Array.from({ length: 8 }, (_, i) => add(`new ${i}`)))
      await free.delete(`/projects/${old.id}`)
      const added = (await outcomes).filter((outcome) => outcome === 'added')
      const after = await add('one more')
      const keywords = await free.keywords(young)
      expect(keywords.map(({ frozen }) => frozen)).toEqual([false, false, false])
      expect([added.length, after]).toEqual(added.length === 1 ? [1, 'keywords'] : [0, 'added'])
      expect(await add('beyond')).toBe('keywords')
    }
  })
})
