import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

describe('POST /projects/:id/keywords', () => {
  it('200 with the whole keyword, in the country and language of the site', async () => {
    const growth = accountIn(world)
    const site = await growth.site({ country: 'de', language: 'de' })
    world.serp.hold()
    const { status, body } = await growth.post(`/projects/${site.id}/keywords`, { keyword: '  Garten   Stühle ' })
    expect(status).toBe(200)
    expect(body.created).toBe(true)
    expect(body.keyword).toEqual({
      id: expect.any(String),
      keyword: 'Garten Stühle',
      country: 'de',
      language: 'de',
      device: 'desktop',
      location: null,
      lastCheck: { status: 'queued', at: body.keyword.createdAt, error: null },
      frozen: false,
      createdAt: expect.any(String),
    })
    world.serp.resume()
  })

  it('200 with the existing keyword for the same phrase in other case and spacing, before any limit', async () => {
    const free = accountIn(world, { plan: 'free' })
    const site = await free.site()
    const first = await free.keyword(site, 'Straße')
    for (const phrase of ['two', 'three']) await free.keyword(site, phrase)
    const again = await free.post(`/projects/${site.id}/keywords`, { keyword: ' STRASSE ' })
    expect(again).toMatchObject({ status: 200, body: { created: false, keyword: { id: first.id, keyword: 'Straße' } } })
  })

  it('is another keyword in another country or language', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const [us, gb] = [await growth.keyword(site, 'tea'), await growth.keyword(site, 'tea', { country: 'uk' })]
    expect(gb.id).not.toBe(us.id)
    expect(gb.country).toBe('gb')
  })

  it('402 plan_limit_reached counts the live keywords of all live sites of the account', async () => {
    const starter = accountIn(world, { plan: 'starter' })
    const [first, second] = [await starter.site({ name: 'A' }), await starter.site({ name: 'B' })]
    const requests = Array.from({ length: 99 }, (_, i) => starter.keyword(i % 2 ? first : second, `phrase ${i}`))
    await Promise.all(requests)
    await starter.keyword(first, 'the hundredth')
    const refused = await starter.post(`/projects/${second.id}/keywords`, { keyword: 'one more' })
    expect(refused.status).toBe(402)
    expect(refused.body).toMatchObject({
      code: 'plan_limit_reached',
      planLimit: { name: 'keywords', max: 100, used: 100 },
    })
    await starter.delete(`/projects/${first.id}`)
    expect((await starter.post(`/projects/${second.id}/keywords`, { keyword: 'one more' })).status).toBe(200)
  })

  it('tracks exactly as many as the plan allows when forty are added at once', async () => {
    const free = accountIn(world, { plan: 'free' })
    const site = await free.site()
    const requests = Array.from({ length: 40 }, (_, i) =>
      free.post(`/projects/${site.id}/keywords`, { keyword: `p ${i}` }),
    )
    const statuses = (await Promise.all(requests)).map((reply) => reply.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(3)
    expect(statuses.filter((status) => status === 402)).toHaveLength(37)
    expect(await free.keywords(site)).toHaveLength(3)
  })

  it('makes one keyword when the same one is added many times at once', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => growth.post(`/projects/${site.id}/keywords`, { keyword: 'same' })),
    )
    expect(new Set(replies.map((reply) => reply.body.keyword.id)).size).toBe(1)
    expect(replies.filter((reply) => reply.body.created)).toHaveLength(1)
  })

  it('400 names the bad fields and the unknown ones', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const bad = await growth.post(`/projects/${site.id}/keywords`, {
      keyword: ' ',
      language: 'xx',
      device: 'tv',
      city: 'Austin',
    })
    expect(bad.status).toBe(400)
    expect(bad.body.errors?.map((error) => error.field).sort()).toEqual(['city', 'device', 'keyword', 'language'])
  })
})

describe('GET /projects/:id/keywords', () => {
  it('lists them oldest first, whole and in pages', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    for (const phrase of ['a', 'b', 'c']) await growth.keyword(site, phrase)
    expect((await growth.keywords(site)).map((row) => row.keyword)).toEqual(['a', 'b', 'c'])
    const first = (await growth.get(`/projects/${site.id}/keywords?limit=2`)).body
    const rest = (await growth.get(`/projects/${site.id}/keywords?limit=2&cursor=${first.nextCursor}`)).body
    expect([...first.keywords, ...rest.keywords].map((row) => row.keyword)).toEqual(['a', 'b', 'c'])
    expect(rest).toMatchObject({ total: 3, nextCursor: null })
  })

  it('goes on behind a keyword that was deleted since', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    for (const phrase of ['a', 'b', 'c']) await growth.keyword(site, phrase)
    const first = (await growth.get(`/projects/${site.id}/keywords?limit=2`)).body
    for (const { id } of first.keywords) await growth.delete(`/projects/${site.id}/keywords/${id}`)
    const rest = (await growth.get(`/projects/${site.id}/keywords?cursor=${first.nextCursor}`)).body
    expect(rest.keywords.map((row) => row.keyword)).toEqual(['c'])
  })
})

describe('/projects/:id/keywords/:kid', () => {
  it('404 for a keyword of another site of the same account, and after it was deleted', async () => {
    const growth = accountIn(world)
    const [site, other] = [await growth.site({ name: 'A' }), await growth.site({ name: 'B' })]
    const keyword = await growth.keyword(site, 'a')
    expect((await growth.patch(`/projects/${other.id}/keywords/${keyword.id}`, { keyword: 'b' })).status).toBe(404)
    expect((await growth.delete(`/projects/${other.id}/keywords/${keyword.id}`)).status).toBe(404)
    expect((await growth.get(`/projects/${other.id}/keywords/${keyword.id}/history`)).status).toBe(404)
    expect(await growth.delete(`/projects/${site.id}/keywords/${keyword.id}`)).toEqual({
      status: 200,
      body: { ok: true, restorableUntil: expect.any(String) },
    })
    expect((await growth.delete(`/projects/${site.id}/keywords/${keyword.id}`)).status).toBe(404)
    expect(await growth.keywords(site)).toEqual([])
  })

  it('409 for a PATCH onto another keyword of the site', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    await growth.keyword(site, 'a')
    const second = await growth.keyword(site, 'b')
    const reply = await growth.patch(`/projects/${site.id}/keywords/${second.id}`, { keyword: 'A' })
    expect(reply).toMatchObject({
      status: 409,
      body: { code: 'conflict', errors: [{ in: 'body', field: 'keyword' }] },
    })
  })

  it('PATCH keeps both of two changes made at once', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    for (let round = 0; round < 20; round++) {
      const path = `/projects/${site.id}/keywords/${(await growth.keyword(site, `old ${round}`)).id}`
      const replies = await Promise.all([
        growth.patch(path, { keyword: `new ${round}` }),
        growth.patch(path, { country: 'de' }),
      ])
      expect(replies.map((reply) => reply.status)).toEqual([200, 200])
      const changed = (await growth.keywords(site)).at(-1)
      expect(changed).toMatchObject({ keyword: `new ${round}`, country: 'de', language: 'en' })
    }
  })

  it('keeps the id and the history when only the writing of the phrase changes', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    world.serp.show('writing', 'example.com')
    const keyword = await growth.keyword(site, 'writing')
    await growth.historyOf(site, keyword, 1)
    const changed = await growth.patch(`/projects/${site.id}/keywords/${keyword.id}`, { keyword: 'Writing' })
    expect(changed.body.keyword).toMatchObject({ id: keyword.id, keyword: 'Writing', lastCheck: { status: 'ok' } })
    expect(await growth.history(site, keyword)).toHaveLength(1)
  })
})

describe('keywords.deleteBulk', () => {
  const removeAll = (accountId: string, id: string, ids: string[]) =>
    world.rpc('keywords.deleteBulk', { params: { id }, body: { ids } }, callerOf({ kind: 'person', accountId }))

  it('deletes the named ones of the site, counts each once, and makes room', async () => {
    const free = accountIn(world, { plan: 'free' })
    const site = await free.site()
    const [one, two, three] = [
      await free.keyword(site, 'd1'),
      await free.keyword(site, 'd2'),
      await free.keyword(site, 'd3'),
    ]
    const removed = await removeAll(free.id, site.id, [one.id, three.id, 'unknown'])
    expect(removed).toEqual({ deleted: 2, restorableUntil: expect.any(String) })
    expect(await removeAll(free.id, site.id, [one.id])).toEqual({ deleted: 0 })
    expect((await free.keywords(site)).map(({ id }) => id)).toEqual([two.id])
    expect((await free.get(`/projects/${site.id}/overview`)).body.total).toBe(1)
    await free.keyword(site, 'd4')
  })

  it('touches no keyword of another site, and is not found for strangers and other callers', async () => {
    const [growth, stranger] = [accountIn(world), accountIn(world)]
    const [site, other] = [await growth.site(), await growth.site({ name: 'Other' })]
    const keyword = await growth.keyword(site, 'stays')
    expect(await removeAll(growth.id, other.id, [keyword.id])).toEqual({ deleted: 0 })
    await stranger.get('/projects')
    await expect(removeAll(stranger.id, site.id, [keyword.id])).rejects.toMatchObject({ code: 'not_found' })
    const asKey = world.rpc(
      'keywords.deleteBulk',
      { params: { id: site.id }, body: { ids: [keyword.id] } },
      callerOf({ accountId: growth.id }),
    )
    await expect(asKey).rejects.toMatchObject({ code: 'not_found' })
    expect(await growth.keywords(site)).toHaveLength(1)
  })
})
