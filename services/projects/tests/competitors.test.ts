import { positionsSql } from '@rts/local/testing/positions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, until, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const rankOfRival = async (account: ReturnType<typeof accountIn>, siteId: string) =>
  (await account.get(`/projects/${siteId}/rank-compare`)).body.rows.map((row) => row.competitors[0])

describe('POST /projects/:id/competitors', () => {
  it('200 with the competitor, by whatever form of its address, and the same one again', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const path = `/projects/${site.id}/competitors`
    const { status, body } = await growth.post(path, { domain: 'https://WWW.Rival.com/' })
    expect([status, body]).toEqual([
      200,
      { competitor: { id: expect.any(String), domain: 'rival.com' }, created: true },
    ])
    expect((await growth.post(path, { domain: 'rival.com' })).body).toEqual({ ...body, created: false })
  })

  it('400 names the domain of the site itself, and what is none', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    for (const domain of ['www.example.com', 'localhost', 'rival.com/path', '']) {
      const reply = await growth.post(`/projects/${site.id}/competitors`, { domain })
      expect(reply).toMatchObject({ status: 400, body: { code: 'invalid_input', errors: [{ field: 'domain' }] } })
    }
  })

  it('402 for one too many, but 200 for one that is there', async () => {
    const free = accountIn(world, { plan: 'free' })
    const site = await free.site()
    const add = (domain: string) => free.post(`/projects/${site.id}/competitors`, { domain })
    for (const domain of ['a.com', 'b.com', 'c.com']) expect((await add(domain)).status).toBe(200)
    expect(await add('d.com')).toMatchObject({
      status: 402,
      body: { code: 'plan_limit_reached', planLimit: { name: 'competitors', max: 3, used: 3 } },
    })
    expect((await add('a.com')).body.created).toBe(false)
  })

  it('adds exactly as many as the plan allows, each once, when many are asked for at once', async () => {
    const starter = accountIn(world, { plan: 'starter' })
    const site = await starter.site()
    const requests = Array.from({ length: 24 }, (_, i) =>
      starter.post(`/projects/${site.id}/competitors`, { domain: `rival${i % 12}.com` }),
    )
    const replies = await Promise.all(requests)
    expect(replies.filter((reply) => reply.body.created)).toHaveLength(5)
    const added = new Set(replies.flatMap(({ status, body }) => (status === 200 ? [body.competitor.id] : [])))
    expect(added.size).toBe(5)
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200, 402]))
  })

  it('makes that domain a 400 for the site, which it names', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    await growth.post(`/projects/${site.id}/competitors`, { domain: 'rival.com' })
    const reply = await growth.patch(`/projects/${site.id}`, { domain: 'rival.com' })
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ in: 'body', field: 'domain' }] } })
    expect((await growth.get(`/projects/${site.id}`)).body.project.domain).toBe('example.com')
  })
})

describe('competitors.delete', () => {
  async function siteWithRival() {
    const growth = accountIn(world)
    const site = await growth.site()
    const add = async () =>
      (await growth.post(`/projects/${site.id}/competitors`, { domain: 'rival.com' })).body.competitor
    return { growth, site, add, rival: await add() }
  }
  const remove = (
    kind: 'person' | 'operator' | 'account',
    accountId: string,
    params: { id: string; competitorId: string },
  ) => {
    const isOperator = kind === 'operator'
    const caller = callerOf({ kind, accountId: isOperator ? '' : accountId })
    return world.rpc('competitors.delete', { params, body: isOperator ? { accountId } : {} }, caller)
  }

  it('takes it out of the lists, for a person and for the operator, and makes room for another', async () => {
    for (const kind of ['person', 'operator'] as const) {
      world.serp.show(`removed by ${kind}`, 'rival.com')
      const { growth, site, rival } = await siteWithRival()
      await growth.checked(site, await growth.keyword(site, `removed by ${kind}`))
      expect((await rankOfRival(growth, site.id))[0]).toMatchObject({ id: rival.id, position: 1 })
      expect(await remove(kind, growth.id, { id: site.id, competitorId: rival.id })).toEqual({ ok: true })
      expect((await growth.get(`/projects/${site.id}/rank-compare`)).body.rows[0]?.competitors).toEqual([])
      const own = await growth.patch(`/projects/${site.id}`, { domain: 'rival.com' })
      expect(own.status).toBe(200)
    }
  })

  it('leaves nothing that one of the same domain would take over but the past of the site’s checks', async () => {
    world.serp.show('back again', 'rival.com')
    const { growth, site, rival, add } = await siteWithRival()
    const keyword = await growth.keyword(site, 'back again')
    await growth.checked(site, keyword)
    await remove('person', growth.id, { id: site.id, competitorId: rival.id })
    const again = await add()
    expect(again.id).not.toBe(rival.id)
    expect((await rankOfRival(growth, site.id))[0]).toMatchObject({ id: again.id, position: 1, previousPosition: null })
  })

  it('is not found for other accounts and callers, and after its deletion', async () => {
    const { growth, site, rival } = await siteWithRival()
    const other = await growth.site({ name: 'Other' })
    const params = { id: site.id, competitorId: rival.id }
    const [own] = (
      await world.parts.pool.query(`SELECT id FROM tracked_domain WHERE site_id = $1 AND kind = 'own'`, [site.id])
    ).rows
    const refused = await Promise.allSettled([
      remove('person', accountIn(world).id, params),
      remove('operator', accountIn(world).id, params),
      remove('account', growth.id, params),
      remove('person', growth.id, { ...params, id: other.id }),
      remove('person', growth.id, { ...params, competitorId: own.id }),
    ])
    expect(refused).toMatchObject(Array(5).fill({ status: 'rejected', reason: { code: 'not_found' } }))
    await remove('person', growth.id, params)
    await expect(remove('person', growth.id, params)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the past of a new competitor', () => {
  it('is that of the checks which the site had, and of no page from before', async () => {
    world.serp.show('known pages', 'rival.com')
    const first = accountIn(world)
    const earlier = await first.site()
    await first.historyOf(earlier, await first.keyword(earlier, 'known pages'), 1)
    world.pass(30)
    const growth = accountIn(world)
    const site = await growth.site()
    world.serp.show('known pages', 'a.org', 'shop.rival.com')
    const keyword = await growth.keyword(site, 'known pages')
    await growth.historyOf(site, keyword, 1)
    world.serp.show('known pages', 'a.org', 'b.org', 'rival.com')
    world.pass(36.5)
    const history = await growth.historyOf(site, keyword, 2)
    await growth.post(`/projects/${site.id}/competitors`, { domain: 'rival.com' })
    expect(await rankOfRival(growth, site.id)).toMatchObject([
      { position: 3, previousPosition: 2, change: -1, url: 'https://rival.com/' },
    ])
    const past = await world.parts.pool.query(
      `SELECT p.checked_at, p.position, p.depth, p.source, p.sandbox FROM ${positionsSql} p JOIN tracked_domain d ON d.id = p.domain_id
       WHERE d.kind = 'competitor' AND d.site_id = $1 ORDER BY 1`,
      [site.id],
    )
    expect(past.rows).toEqual(
      history.map((entry, i) => ({
        checked_at: new Date(entry.checkedAt),
        position: i + 2,
        depth: 100,
        source: 'scripted',
        sandbox: true,
      })),
    )
  })

  it('goes on with the next check, whether it was being made or not', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    world.serp.show('goes on', 'rival.com')
    world.serp.hold()
    const keyword = await growth.keyword(site, 'goes on')
    await until(
      async () => world.serp.calls.filter((call) => call.phrase === 'goes on').length,
      (n) => n === 1,
    )
    await growth.post(`/projects/${site.id}/competitors`, { domain: 'rival.com' })
    world.serp.resume()
    await growth.checked(site, keyword)
    expect(await rankOfRival(growth, site.id)).toMatchObject([{ position: 1, previousPosition: null }])
  })

  it('has no addresses where those are forgotten', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    world.serp.show('hosts alone', 'rival.com')
    await growth.checked(site, await growth.keyword(site, 'hosts alone'))
    await world.parts.pool.query('DELETE FROM ranks.page_detail')
    await growth.post(`/projects/${site.id}/competitors`, { domain: 'rival.com' })
    expect(await rankOfRival(growth, site.id)).toMatchObject([{ position: 1, url: null }])
  })
})
