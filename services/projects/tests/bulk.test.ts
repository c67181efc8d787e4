import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

describe('POST /projects/:id/keywords/bulk', () => {
  it('200 adds one keyword a line, in their order, and says of each other line why not', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const stored = await growth.keyword(site, 'Stored')
    const long = 'x'.repeat(201)
    const text = `one\r\n\r\n  Two  words \nstored\n${long}\nONE\n\u0007bell\nthree\n`
    const { status, body } = await growth.post(`/projects/${site.id}/keywords/bulk`, { text })
    expect(status).toBe(200)
    expect(body).toEqual({
      added: 3,
      skipped: 4,
      keywords: ['one', 'Two words', 'three'].map((keyword) => ({
        id: expect.any(String),
        keyword,
        country: 'us',
        language: 'en',
        device: 'desktop',
        location: null,
        lastCheck: { status: 'queued', at: expect.any(String), error: null },
        frozen: false,
        createdAt: expect.any(String),
      })),
      skippedLines: [
        { line: 4, keyword: 'stored', code: 'duplicate' },
        { line: 5, keyword: 'x'.repeat(200), code: 'invalid' },
        { line: 6, keyword: 'ONE', code: 'duplicate' },
        { line: 7, keyword: '\u0007bell', code: 'invalid' },
      ],
    })
    expect((await growth.keywords(site)).map((row) => row.id)).toEqual([
      stored.id,
      ...body.keywords.map((row) => row.id),
    ])
  })

  it('gives every new keyword the country and language of the call, and checks them', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    await growth.keyword(site, 'tea')
    world.serp.show('tea', 'example.com')
    const place = { country: 'UK', language: 'pt-br' }
    const { body } = await growth.post(`/projects/${site.id}/keywords/bulk`, { text: 'tea\ncoffee', ...place })
    expect(body).toMatchObject({ added: 2, skipped: 0 })
    for (const keyword of body.keywords) {
      expect(keyword).toMatchObject({ country: 'gb', language: 'pt-BR' })
      await growth.checked(site, keyword)
    }
  })

  it.each(['one\n\ntwo\rthree', 'one\n\ntwo\u2028three', 'one\n\ntwo\u2029three'])(
    '400 names the line of %j, which would be one phrase',
    async (text) => {
      const growth = accountIn(world)
      const site = await growth.site()
      const { status, body } = await growth.post(`/projects/${site.id}/keywords/bulk`, { text })
      expect([status, body.errors?.[0]?.field, body.detail]).toEqual([
        400,
        'text',
        expect.stringContaining('on line 3: end lines with'),
      ])
      expect(await growth.keywords(site)).toEqual([])
    },
  )

  it('adds lines in order until the plan limit, which a duplicate does not use', async () => {
    const free = accountIn(world, { plan: 'free' })
    const site = await free.site()
    await free.keyword(site, 'a')
    const { status, body } = await free.post(`/projects/${site.id}/keywords/bulk`, { text: 'A\nb\nc\nd\ne' })
    expect(status).toBe(200)
    expect(body.keywords.map((row) => row.keyword)).toEqual(['b', 'c'])
    expect(body.skippedLines).toEqual([
      { line: 1, keyword: 'A', code: 'duplicate' },
      { line: 4, keyword: 'd', code: 'plan_limit_reached' },
      { line: 5, keyword: 'e', code: 'plan_limit_reached' },
    ])
  })

  it('402 when the limit leaves nothing, 200 when there was nothing new', async () => {
    const free = accountIn(world, { plan: 'free' })
    const site = await free.site()
    const add = (text: string) => free.post(`/projects/${site.id}/keywords/bulk`, { text })
    await add('a\nb\nc')
    expect(await add('c\nd')).toMatchObject({
      status: 402,
      body: { code: 'plan_limit_reached', planLimit: { name: 'keywords', max: 3, used: 3 } },
    })
    expect(await add('b\na')).toMatchObject({ status: 200, body: { added: 0, skipped: 2, keywords: [] } })
  })

  it('400 names text that is missing, empty, or has too many lines, and adds nothing', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const tooMany = Array.from({ length: 10_001 }, (_, i) => `k${i}`).join('\n')
    for (const body of [{}, { text: '' }, { text: ' \n\r\n' }, { text: tooMany }, { text: ['a'] }]) {
      const reply = await growth.post(`/projects/${site.id}/keywords/bulk`, body)
      expect(reply).toMatchObject({ status: 400, body: { errors: [{ in: 'body', field: 'text' }] } })
    }
    expect(await growth.keywords(site)).toEqual([])
  })

  it('adds exactly as many as the plan allows when many texts and single keywords come at once', async () => {
    const starter = accountIn(world, { plan: 'starter' })
    const [first, second] = [await starter.site({ name: 'A' }), await starter.site({ name: 'B' })]
    const textOf = (n: number) => Array.from({ length: 30 }, (_, i) => `race ${(n * 10 + i) % 80}`).join('\n')
    const requests = Array.from({ length: 12 }, (_, n) => {
      const site = n % 2 ? first : second
      return n % 4 === 3
        ? starter.post(`/projects/${site.id}/keywords`, { keyword: `single ${n}` })
        : starter.post(`/projects/${site.id}/keywords/bulk`, { text: textOf(n) })
    })
    const statuses = (await Promise.all(requests)).map((reply) => reply.status)
    expect(statuses.filter((status) => status !== 200 && status !== 402)).toEqual([])
    const all = [...(await starter.keywords(first)), ...(await starter.keywords(second))]
    expect(all).toHaveLength(100)
    expect(new Set((await starter.keywords(first)).map((row) => row.keyword)).size).toBe(
      (await starter.keywords(first)).length,
    )
  })

  it('takes ten thousand lines at once', async () => {
    const scale = accountIn(world, { plan: 'scale' })
    const site = await scale.site()
    await scale.patch(`/projects/${site.id}`, { checksPaused: true })
    const text = Array.from({ length: 10_000 }, (_, i) => `phrase number ${i}`).join('\r\n')
    const { status, body } = await scale.post(`/projects/${site.id}/keywords/bulk`, { text })
    expect(status).toBe(200)
    expect([body.added, body.skipped, body.keywords.length]).toEqual([10_000, 0, 10_000])
    expect(body.keywords.at(-1)?.keyword).toBe('phrase number 9999')
    expect((await scale.get(`/projects/${site.id}/overview`)).body.keywords).toHaveLength(10_000)
  })
})

describe('keywordRoom.get', () => {
  const roomOf = (accountId: string, of = accountId) =>
    world.rpc('keywordRoom.get', { params: { accountId: of } }, callerOf({ kind: 'person', accountId }))

  it('is the very room that adding has: what fits is added, and one more is refused with the same figures', async () => {
    const free = accountIn(world, { plan: 'free' })
    const [site] = [await free.site()]
    await free.keyword(site, 'one')
    const room = await roomOf(free.id)
    expect(room).toMatchObject({ used: 1 })
    const lines = (count: number, name: string) => Array.from({ length: count }, (_, i) => `${name} ${i}`).join('\n')
    const { body } = await free.post(`/projects/${site.id}/keywords/bulk`, {
      text: lines(room.max - room.used, 'fits'),
    })
    expect(body).toMatchObject({ added: room.max - room.used, skipped: 0 })
    const full = { max: room.max, used: room.max }
    expect(await roomOf(free.id)).toEqual(full)
    expect(await free.post(`/projects/${site.id}/keywords/bulk`, { text: 'more' })).toMatchObject({
      status: 402,
      body: { planLimit: { name: 'keywords', ...full } },
    })
  })

  it('is that of one’s own account alone', async () => {
    const [mine, other] = [accountIn(world), accountIn(world)]
    await mine.site()
    await expect(roomOf(mine.id, other.id)).rejects.toMatchObject({ code: 'not_found' })
  })
})
