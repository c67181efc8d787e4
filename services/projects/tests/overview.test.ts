import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const place = (host: string, position: number) => [...Array.from({ length: position - 1 }, (_, i) => `h${i}.org`), host]

/** A site with a keyword that was at each of these positions, one check after the other. */
async function siteWith(account: ReturnType<typeof accountIn>, phrase: string, positions: readonly number[]) {
  const site = await account.site()
  const keyword = await showing(positions[0] ?? 0, phrase, () => account.keyword(site, phrase))
  for (const [i, position] of positions.entries()) {
    await showing(position, phrase, async () => i > 0 && world.pass(36.5))
    await account.historyOf(site, keyword, i + 1)
  }
  return { site, keyword }
}

function showing<T>(position: number, phrase: string, work: () => Promise<T>): Promise<T> {
  world.serp.show(phrase, ...(position === 0 ? ['other.org'] : place('example.com', position)))
  return work()
}

describe('GET /projects/:id/overview', () => {
  it('200 with the present rank, the one before it, the change and the best of each keyword', async () => {
    const growth = accountIn(world)
    const { site, keyword } = await siteWith(growth, 'climbs', [9, 2, 5])
    const { status, body } = await growth.get(`/projects/${site.id}/overview`)
    expect(status).toBe(200)
    const [latest] = (await growth.history(site, keyword)).slice(-1)
    expect(body).toEqual({
      score: expect.any(Number),
      nextUpdatedSince: expect.any(String),
      keywords: [
        {
          id: keyword.id,
          keyword: 'climbs',
          country: 'us',
          language: 'en',
          device: 'desktop',
          location: null,
          position: 5,
          previousPosition: 2,
          change: -3,
          best: 2,
          url: 'https://example.com/',
          checkedAt: latest?.checkedAt,
          depth: 100,
          source: 'scripted',
          sandbox: true,
          lastCheck: { status: 'ok', at: latest?.checkedAt, error: null },
          frozen: false,
          tags: [],
        },
      ],
      total: 1,
      nextCursor: null,
    })
    expect(body.score).toBeCloseTo((100 * 6.3) / 27.6, 1)
  })

  it('says 0 for not found, which is neither a change nor the best', async () => {
    const growth = accountIn(world)
    const { site } = await siteWith(growth, 'falls out', [4, 0])
    const { score, keywords } = (await growth.get(`/projects/${site.id}/overview`)).body
    expect(keywords).toMatchObject([{ position: 0, previousPosition: 4, change: null, best: 4, url: null, depth: 100 }])
    expect(score).toBe(0)
  })

  it('says null before the first check, which does not lower the score', async () => {
    const growth = accountIn(world)
    const { site } = await siteWith(growth, 'first place', [1])
    world.serp.fail('unknown so far', 'upstream')
    await growth.checked(site, await growth.keyword(site, 'unknown so far'), 'failed')
    const { score, keywords } = (await growth.get(`/projects/${site.id}/overview`)).body
    expect(keywords[1]).toMatchObject({
      position: null,
      previousPosition: null,
      change: null,
      best: null,
      url: null,
      checkedAt: null,
      depth: null,
      source: null,
    })
    expect(keywords[1]).not.toHaveProperty('sandbox')
    expect(score).toBe(100)
  })

  it('pages its keywords, with the score of all of them on each page', async () => {
    const growth = accountIn(world)
    const { site } = await siteWith(growth, 'on top', [1])
    await growth.checked(site, await growth.keyword(site, 'nowhere'))
    const path = `/projects/${site.id}/overview`
    const first = (await growth.get(`${path}?limit=1`)).body
    const second = (await growth.get(`${path}?limit=1&cursor=${first.nextCursor}`)).body
    const all = (await growth.get(`${path}?limit=2`)).body
    expect([first, second, all].map(({ score, total }) => [score, total])).toEqual(Array(3).fill([50, 2]))
    expect(all).toEqual({ ...(await growth.get(path)).body, nextUpdatedSince: all.nextUpdatedSince })
    expect([...first.keywords, ...second.keywords].map((row) => row.keyword)).toEqual(['on top', 'nowhere'])
    expect(second.nextCursor).toBeNull()
  })

  it('is empty with a score of 0 for a site without keywords', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    expect((await growth.get(`/projects/${site.id}/overview`)).body).toEqual({
      score: 0,
      keywords: [],
      nextUpdatedSince: expect.any(String),
      total: 0,
      nextCursor: null,
    })
  })
})

describe('the last check of a row', () => {
  it('separates failed, waiting, unchecked and frozen keywords, in both lists', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    world.serp.fail('fails', 'quota')
    const failing = await growth.keyword(site, 'fails')
    const { lastCheck: failed } = await growth.checked(site, failing, 'failed')
    world.serp.hold()
    await growth.keyword(site, 'waits')
    await growth.patch(`/projects/${site.id}`, { checksPaused: true })
    await growth.keyword(site, 'never looked')
    await world.parts.pool.query('UPDATE keyword SET frozen = true WHERE id = $1', [failing.id])
    const { keywords } = (await growth.get(`/projects/${site.id}/overview`)).body
    const { rows } = (await growth.get(`/projects/${site.id}/rank-compare`)).body
    world.serp.resume()
    const waiting = { status: 'queued', at: expect.any(String), error: null }
    expect(failed).toMatchObject({ status: 'failed', error: 'quota' })
    for (const list of [keywords, rows]) {
      expect(list.map((row) => row.lastCheck)).toEqual([failed, waiting, null])
      expect(list.map((row) => row.source)).toEqual([null, null, null])
    }
    expect(keywords.map((row) => row.frozen)).toEqual([true, false, false])
  })
})

describe('GET /projects/:id/rank-compare', () => {
  it('puts the rank of each competitor beside that of the site', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const rivals = []
    for (const domain of ['rival.com', 'absent.com']) {
      rivals.push((await growth.post(`/projects/${site.id}/competitors`, { domain })).body.competitor)
    }
    world.serp.show('compared', 'blog.rival.com', 'example.com')
    const keyword = await growth.keyword(site, 'compared')
    await growth.historyOf(site, keyword, 1)
    world.serp.show('compared', 'example.com', 'a.org', 'rival.com')
    world.pass(36.5)
    const [, latest] = await growth.historyOf(site, keyword, 2)
    const { body } = await growth.get(`/projects/${site.id}/rank-compare`)
    const absent = { position: 0, previousPosition: 0, change: null, url: null }
    expect(body).toEqual({
      competitors: rivals,
      rows: [
        {
          keywordId: keyword.id,
          keyword: 'compared',
          country: 'us',
          language: 'en',
          device: 'desktop',
          location: null,
          position: 1,
          previousPosition: 2,
          change: 1,
          url: 'https://example.com/',
          checkedAt: latest?.checkedAt,
          depth: 100,
          source: 'scripted',
          sandbox: true,
          lastCheck: { status: 'ok', at: latest?.checkedAt, error: null },
          competitors: [
            { ...rivals[0], position: 3, previousPosition: 1, change: -2, url: 'https://rival.com/' },
            { ...rivals[1], ...absent },
          ],
        },
      ],
      total: 1,
      nextCursor: null,
    })
  })

  it('says null without a check', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    await growth.post(`/projects/${site.id}/competitors`, { domain: 'rival.com' })
    await growth.patch(`/projects/${site.id}`, { checksPaused: true })
    await growth.keyword(site, 'never compared')
    const { rows } = (await growth.get(`/projects/${site.id}/rank-compare`)).body
    expect(rows).toMatchObject([{ position: null, competitors: [{ position: null, previousPosition: null }] }])
  })
})

it('no account sees the ranks of another, nor a key that is limited to another site', async () => {
  const growth = accountIn(world)
  const [site, other] = [await growth.site({ name: 'A' }), await growth.site({ name: 'B' })]
  for (const stranger of [accountIn(world), growth.as({ siteIds: [other.id] })]) {
    const replies = await Promise.all([
      stranger.get(`/projects/${site.id}/overview`),
      stranger.get(`/projects/${site.id}/rank-compare`),
      stranger.post(`/projects/${site.id}/competitors`, { domain: 'rival.com' }),
      stranger.post(`/projects/${site.id}/keywords/bulk`, { text: 'a' }),
    ])
    expect(replies.map((reply) => reply.body.code)).toEqual(Array(4).fill('not_found'))
  }
})

describe('a cursor', () => {
  it('of one list opens no other, and one of another site none', async () => {
    const growth = accountIn(world)
    const [site, other] = [await growth.site({ name: 'A' }), await growth.site({ name: 'B' })]
    for (const phrase of ['a', 'b']) await growth.keyword(site, phrase)
    const { nextCursor } = (await growth.get(`/projects/${site.id}/overview?limit=1`)).body
    for (const path of [`${site.id}/rank-compare`, `${other.id}/overview`]) {
      const reply = await growth.get(`/projects/${path}?cursor=${nextCursor}`)
      expect(reply, path).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } })
    }
  })

  it('holds the id of its row and nothing that counts what others have', async () => {
    const growth = accountIn(world)
    const [site] = [await growth.site({ name: 'A' }), await growth.site({ name: 'B' })]
    for (const phrase of ['a', 'b']) await growth.keyword(site, phrase)
    const [keyword] = await growth.keywords(site)
    const held = async (path: string) => {
      const { nextCursor } = (await growth.get(`/projects${path}?limit=1`)).body
      return Buffer.from(nextCursor?.split('.')[0] ?? '', 'base64url').toString()
    }
    expect(await held('')).toBe(`sites:${site.id}`)
    for (const list of ['keywords', 'overview', 'rank-compare']) {
      expect(await held(`/${site.id}/${list}`)).toBe(`${list}:${keyword?.id}`)
    }
  })
})
