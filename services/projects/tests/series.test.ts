import { insertPositions, positionsSql } from '@rts/local/testing/positions'
import { clickRate } from '@rts/shared/clicks'
import { operationOf } from '@rts/shared/contract/table'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const person = (accountId: string) => callerOf({ kind: 'person', accountId })
const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(world.now().getTime() - days * dayMs).toISOString().slice(0, 10)

/** A site with a keyword that was never checked, whose ranks the test writes: [days ago, position] at noon, for a domain of the site. */
async function siteWithPast(
  phrase: string,
  past: [days: number, position: number][],
  plan: 'growth' | 'free' = 'growth',
) {
  const account = accountIn(world, { plan })
  const site = await account.site()
  world.serp.fail(phrase, 'upstream')
  const keyword = await account.checked(site, await account.keyword(site, phrase), 'failed')
  const write = (keywordId: string, checks: [number, number][], domain = 'example.com') =>
    world.parts.pool.query(
      insertPositions(
        `SELECT $1, 0, (SELECT id FROM tracked_domain WHERE site_id = $2 AND domain = $5 AND deleted_at IS NULL), day::date + interval '12 hours', rank, 'https://' || $5 || '/', 100, 'test', true
       FROM unnest($3::text[], $4::int[]) AS past (day, rank)`,
      ),
      [keywordId, site.id, checks.map(([days]) => daysAgo(days)), checks.map(([, rank]) => rank), domain],
    )
  await write(keyword.id, past)
  return { account, site, keyword, write, caller: person(account.id) }
}
/** A keyword that was last checked now, and at noon some days ago. The check before said the same, so that only the days can differ. */
async function ranked(siteId: string, keywordId: string, position: number, past: [days: number, position: number][]) {
  await world.parts.pool.query(
    `INSERT INTO keyword_state (keyword_id, domain_id, checked_at, position, previous_position)
     SELECT $1, id, $3, $4, $4 FROM tracked_domain WHERE site_id = $2`,
    [keywordId, siteId, world.now(), position],
  )
  for (const [days, rank] of past)
    await world.parts.pool.query(
      insertPositions(
        `SELECT $1, 0, id, $3::date + interval '12 hours', $4::int, NULL, 100, 'test', true FROM tracked_domain WHERE site_id = $2`,
      ),
      [keywordId, siteId, daysAgo(days), rank],
    )
}
const score = (...positions: number[]) =>
  Math.round(positions.reduce((sum, at) => sum + (10_000 * clickRate(at)) / clickRate(1), 0) / positions.length) / 100

describe('visibility.list', () => {
  it('counts each keyword on each day by its last check, and one that was not checked in time as unchecked', async () => {
    const { account, site, write, caller } = await siteWithPast('v1', [
      [5, 3],
      [4, 0],
      [2, 15],
    ])
    world.serp.fail('v2', 'upstream')
    const other = await account.checked(site, await account.keyword(site, 'v2'), 'failed')
    await write(other.id, [[4, 1]])
    const query = { hosts: 'own' } as const
    const read = (window: number) =>
      world.rpc('visibility.list', { params: { id: site.id }, query: { ...query, days: window } }, caller)
    const { days, counts, hosts } = await read(6)
    expect(days).toEqual([5, 4, 3, 2, 1, 0].map(daysAgo))
    expect(counts).toMatchObject({ top3: [1, 1, 0, 0, 0, 0], top20: [0, 0, 0, 1, 0, 0], notFound: [0, 1, 0, 0, 0, 0] })
    // They are tracked since today; what was imported or shown by earlier checks counts nevertheless.
    expect(counts.unchecked).toEqual([0, 0, 0, 0, 0, 2])
    expect(hosts).toMatchObject([
      {
        competitorId: null,
        domain: 'example.com',
        scores: [score(3), score(0, 1), null, score(0, 1), null, null],
        carried: [false, false, false, true, false, false],
      },
    ])
    // The day that is carried is before a shorter window.
    expect((await read(3)).hosts).toMatchObject([{ scores: [score(0, 1), null, null], carried: [true, false, false] }])
  })

  it('what was checked yesterday counts until today is over, and a weekly check for ten days', async () => {
    const daily = await siteWithPast('yesterday', [[1, 8]])
    const weekly = await siteWithPast('weekly', [[14, 8]], 'free')
    const read = async ({ site, caller }: typeof daily, days: number) =>
      (await world.rpc('visibility.list', { params: { id: site.id }, query: { days, hosts: 'own' } }, caller)).counts
        .top10
    expect(await read(daily, 3)).toEqual([0, 1, 1])
    expect(await read(weekly, 16)).toEqual([0, ...Array(10).fill(1), 0, 0, 0, 0, 0])
  })

  it('has competitors beside the site where they are asked for, with shares of the clicks', async () => {
    const { account, site, keyword, write, caller } = await siteWithPast('v3', [[1, 2]])
    const { competitor } = (await account.post(`/projects/${site.id}/competitors`, { domain: 'rival.com' })).body
    await write(keyword.id, [[1, 1]], 'rival.com')
    const read = (hosts: 'own' | 'all') =>
      world.rpc('visibility.list', { params: { id: site.id }, query: { days: 2, hosts } }, caller)
    expect((await read('own')).hosts).toHaveLength(1)
    const [own, rival] = (await read('all')).hosts
    expect(rival).toMatchObject({ competitorId: competitor.id, domain: 'rival.com', scores: [100, 100] })
    expect(Number(rival?.shares[0]) / Number(own?.shares[0])).toBeCloseTo(clickRate(1) / clickRate(2), 1)
  })

  it('forgets another phrase, and what is deleted', async () => {
    const { account, site, keyword, caller } = await siteWithPast('v4', [[1, 2]])
    const read = async () =>
      (await world.rpc('visibility.list', { params: { id: site.id }, query: { days: 1, hosts: 'own' } }, caller)).counts
    expect(await read()).toMatchObject({ top3: [1], unchecked: [0] })
    world.serp.fail('another', 'upstream')
    await account.patch(`/projects/${site.id}/keywords/${keyword.id}`, { keyword: 'another' })
    expect(await read()).toMatchObject({ top3: [0], unchecked: [1] })
    await account.delete(`/projects/${site.id}/keywords/${keyword.id}`)
    expect(await read()).toMatchObject({ top3: [0], unchecked: [0] })
  })
})

describe('siteSummaries.list', () => {
  it('has each site of the account once, with what the overview says and a month of visibility', async () => {
    const growth = accountIn(world)
    const [one, two] = [await growth.site(), await growth.site({ name: 'Empty' })]
    world.serp.show('s1', 'a.org', 'example.com')
    for (const phrase of ['s2', 's4', 's5']) world.serp.show(phrase, 'a.org')
    world.serp.fail('s3', 'upstream')
    for (const phrase of ['s1', 's2', 's4', 's5']) await growth.checked(one, await growth.keyword(one, phrase))
    await growth.checked(one, await growth.keyword(one, 's3'), 'failed')
    const { sites, total } = await world.rpc('siteSummaries.list', { query: { days: 7 } }, person(growth.id))
    const overview = (await growth.get(`/projects/${one.id}/overview`)).body
    expect(total).toBe(2)
    expect(sites).toMatchObject([
      {
        ...one,
        score: overview.score,
        keywords: 5,
        top3: 1,
        top10: 1,
        up: 0,
        down: 0,
        notFound: 3,
        failed: 1,
        waiting: 1,
      },
      { ...two, score: 0, keywords: 0, waiting: 0, checkedAt: null, scores: Array(30).fill(null) },
    ])
    expect(sites[0]?.scores).toEqual([...Array(29).fill(null), overview.score])
  })

  it('counts one that was lost as down and one that was found as up, and goes on page by page', async () => {
    const growth = accountIn(world)
    const sites = [await growth.site(), await growth.site({ name: 'Other' })]
    const [site] = sites
    if (!site) throw new Error('no site')
    for (const [phrase, before, now] of [
      ['m1', 0, 4],
      ['m2', 4, 0],
      ['m3', 9, 4],
      ['m4', 4, 4],
    ] as const) {
      world.serp.fail(phrase, 'upstream')
      const keyword = await growth.checked(site, await growth.keyword(site, phrase), 'failed')
      await ranked(site.id, keyword.id, now, [[7, before]])
    }
    const read = (query: { limit: number; cursor?: string }) =>
      world.rpc('siteSummaries.list', { query: { days: 7, ...query } }, person(growth.id))
    const first = await read({ limit: 1 })
    expect(first.sites).toMatchObject([{ id: site.id, up: 2, down: 1 }])
    const second = await read({ limit: 1, cursor: first.nextCursor ?? '' })
    expect([second.sites.map(({ id }) => id), second.nextCursor]).toEqual([[sites[1]?.id], null])
    expect((await world.rpc('siteSummaries.list', { query: { days: 7 } }, person(accountIn(world).id))).sites).toEqual(
      [],
    )
  })
})

it('thirty keywords added lower down make no fall: what is compared is known at both times, and what was added is counted', async () => {
  const growth = accountIn(world)
  const site = await growth.site()
  const add = async (phrase: string, now: number, past: [number, number][]) => {
    world.serp.fail(phrase, 'upstream')
    const keyword = await growth.checked(site, await growth.keyword(site, phrase), 'failed')
    await ranked(site.id, keyword.id, now, past)
  }
  for (const phrase of ['old1', 'old2']) await add(phrase, 3, [[7, 3]])
  await world.parts.pool.query(
    `UPDATE keyword SET tracked_since = tracked_since - interval '20 days' WHERE site_id = $1`,
    [site.id],
  )
  for (const phrase of ['new1', 'new2', 'new3']) await add(phrase, 40, [])
  const compared = { score: 39.86, before: 39.86, keywords: 2, added: 3 }
  const input = { params: { id: site.id } }
  const { sites } = await world.rpc('siteSummaries.list', { query: { days: 7 } }, person(growth.id))
  const movements = await world.rpc('movements.list', { ...input, query: { days: 7 } }, person(growth.id))
  expect(sites).toMatchObject([{ compared, usual: null }])
  expect(movements.compared).toEqual(compared)
  expect(Math.max(sites[0]?.score ?? 0, movements.score)).toBeLessThan(17)
  const course = { ...input, query: { days: 30, hosts: 'own' as const } }
  expect((await world.rpc('visibility.list', course, person(growth.id))).counts.added).toEqual([
    ...Array(29).fill(0),
    3,
  ])
})

it('a phrase weighs the same for one device as for two, now, day by day, and compared', async () => {
  const growth = accountIn(world)
  const site = await growth.site()
  for (const [phrase, device, now, before] of [
    ['twice', 'desktop', 2, 5],
    ['twice', 'mobile', 0, 3],
    ['alone', 'desktop', 9, 1],
  ] as const) {
    world.serp.fail(phrase, 'upstream')
    const keyword = await growth.checked(site, await growth.keyword(site, phrase, { device }), 'failed')
    await ranked(site.id, keyword.id, now, [
      [7, before],
      [0, now],
    ])
  }
  const mean = (...scores: number[]) => scores.reduce((sum, each) => sum + each) / scores.length
  const now = mean(mean(score(2), 0), score(9))
  const compared = {
    keywords: 3,
    added: 0,
    score: expect.closeTo(now),
    before: expect.closeTo(mean(mean(score(5), score(3)), 100)),
  }
  const of = { params: { id: site.id } }
  const { sites } = await world.rpc('siteSummaries.list', { query: { days: 7 } }, person(growth.id))
  const moved = await world.rpc('movements.list', { ...of, query: { days: 7 } }, person(growth.id))
  const dated = { ...of, query: { from: daysAgo(7), until: daysAgo(0) } }
  const between = await world.rpc('movements.list', dated, person(growth.id))
  const course = await world.rpc('visibility.list', { ...of, query: { days: 8, hosts: 'own' } }, person(growth.id))
  const asked = { ...of, query: { counted: true as const, limit: 2, filter: 'top3' as const } }
  const scores = [
    sites[0]?.score,
    sites[0]?.scores.at(-1),
    moved.score,
    between.score,
    course.hosts[0]?.scores.at(-1),
    (await growth.get(`/projects/${site.id}/overview`)).body.score,
    (await growth.get(`/projects/${site.id}/overview?limit=1`)).body.score,
    (await world.rpc('overview.get', asked, callerOf({ kind: 'account', accountId: growth.id }))).score,
  ]
  expect(scores.map((each) => Number(each).toFixed(1))).toEqual(scores.map(() => now.toFixed(1)))
  expect([sites[0]?.compared, moved.compared, between.compared]).toEqual([compared, compared, compared])
  expect(course.counts).toMatchObject({ top3: [2, 0, 0, 0, 0, 0, 0, 1], notFound: [0, 0, 0, 0, 0, 0, 0, 1] })
})

describe('up and down', () => {
  it('are the same in the list of sites and among the movements of a site, for every period', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    for (const [phrase, now, week, month] of [
      ['u1', 4, 9, 2],
      ['u2', 0, 4, 4],
      ['u3', 3, 0, 3],
      ['u4', 5, 5, 8],
    ] as const) {
      world.serp.fail(phrase, 'upstream')
      const keyword = await growth.checked(site, await growth.keyword(site, phrase), 'failed')
      await ranked(site.id, keyword.id, now, [
        [7, week],
        [30, month],
      ])
    }
    const figures = async (days: number) => {
      const { sites } = await world.rpc('siteSummaries.list', { query: { days } }, person(growth.id))
      const input = { params: { id: site.id }, query: { days } }
      const { keywords } = await world.rpc('movements.list', input, person(growth.id))
      const gains = keywords.map(({ position, previousPosition }) => (previousPosition || 101) - (position || 101))
      expect(sites).toMatchObject([
        { up: gains.filter((gain) => gain > 0).length, down: gains.filter((gain) => gain < 0).length },
      ])
      return [sites[0]?.up, sites[0]?.down]
    }
    expect([await figures(7), await figures(30)]).toEqual([
      [2, 1],
      [1, 2],
    ])
  })

  it('move with a check, never with the time that passes', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    world.serp.fail('still', 'upstream')
    const keyword = await growth.checked(site, await growth.keyword(site, 'still'), 'failed')
    await ranked(site.id, keyword.id, 5, [])
    // One just over and one just under seven days before now.
    await world.parts.pool.query(
      insertPositions(
        `SELECT $1, 0, id, $3::timestamptz - interval '7 days' + ago, rank, NULL, 100, 'test', true
       FROM tracked_domain, (VALUES (interval '-20 minutes', 9), (interval '20 seconds', 2)) AS past (ago, rank) WHERE site_id = $2`,
      ),
      [keyword.id, site.id, world.now()],
    )
    const read = async () => {
      const { sites } = await world.rpc('siteSummaries.list', { query: { days: 7 } }, person(growth.id))
      const input = { params: { id: site.id }, query: { days: 7 } }
      const { keywords } = await world.rpc('movements.list', input, person(growth.id))
      return [sites[0]?.up, sites[0]?.down, keywords[0]?.previousPosition]
    }
    const before = await read()
    world.pass(40 / 3_600)
    expect(await read()).toEqual(before)
  })
})

describe('positions.list', () => {
  it('has every check of the asked days in columns, for the site and for a competitor', async () => {
    const { account, site, keyword, write, caller } = await siteWithPast('p1', [
      [40, 9],
      [3, 5],
      [2, 0],
    ])
    const { competitor } = (await account.post(`/projects/${site.id}/competitors`, { domain: 'rival.com' })).body
    await write(keyword.id, [[2, 7]], 'rival.com')
    const query = { keywordIds: [keyword.id], hosts: 'all' as const, days: 30 }
    const { series, rhythmDays } = await world.rpc('positions.list', { params: { id: site.id }, query }, caller)
    const own = {
      keywordId: keyword.id,
      competitorId: null,
      positions: [5, 0],
      depths: [100, 100],
      reaches: [1, 1],
      sandboxes: [true, true],
    }
    expect(series).toMatchObject([own, { competitorId: competitor.id, positions: [7], urls: ['https://rival.com/'] }])
    expect(rhythmDays).toBe(1)
    expect(series[0]?.ats).toEqual([`${daysAgo(3)}T12:00:00.000Z`, `${daysAgo(2)}T12:00:00.000Z`])
  })

  it('says when each keyword is checked next, and null while it is not checked', async () => {
    const { account, site, keyword, caller } = await siteWithPast('p4', [[1, 5]])
    const query = { keywordIds: [keyword.id, 'unknown'], hosts: 'own' as const, days: 1 }
    const read = async () =>
      (await world.rpc('positions.list', { params: { id: site.id }, query }, caller)).nextCheckAts
    const { rows } = await world.parts.pool.query('SELECT due_at FROM keyword WHERE id = $1', [keyword.id])
    expect(await read()).toEqual([rows[0].due_at.toISOString(), null])
    await account.patch(`/projects/${site.id}`, { checksPaused: true })
    expect(await read()).toEqual([null, null])
  })

  it('refuses more than six lines, and has nothing of keywords of others', async () => {
    const [mine, theirs] = [await siteWithPast('p2', [[1, 1]]), await siteWithPast('p3', [[1, 1]])]
    const read = (keywordIds: string[], hosts: 'own' | 'all') =>
      world.rpc('positions.list', { params: { id: mine.site.id }, query: { keywordIds, hosts, days: 30 } }, mine.caller)
    for (const [ids, hosts] of [
      [7, 'own'],
      [2, 'all'],
    ] as const)
      await expect(read(Array(ids).fill('k'), hosts)).rejects.toMatchObject({ code: 'invalid_input' })
    const { series } = await read([theirs.keyword.id, mine.keyword.id], 'own')
    expect(series.map(({ positions }) => positions)).toEqual([[], [1]])
  })
})

it('movements.list has the rank of each keyword beside that of the last check before an earlier day', async () => {
  const { account, site, keyword, caller } = await siteWithPast('c1', [
    [8, 3],
    [6, 9],
    [1, 0],
  ])
  world.serp.show('c2', 'example.com')
  const other = await account.checked(site, await account.keyword(site, 'c2'))
  await world.parts.pool.query(
    `INSERT INTO keyword_state (keyword_id, domain_id, checked_at, position, previous_position, url)
     SELECT $1, id, now(), 7, 1, 'https://example.com/new' FROM tracked_domain WHERE site_id = $2`,
    [keyword.id, site.id],
  )
  await world.parts.pool.query(
    insertPositions(
      `SELECT keyword_id, epoch, domain_id, checked_at - interval '1 hour', 30, url, depth, source, sandbox
     FROM ${positionsSql} p WHERE keyword_id = $1 AND position = 3`,
    ),
    [keyword.id],
  )
  const read = (query: { days: number; limit?: number }) =>
    world.rpc('movements.list', { params: { id: site.id }, query }, caller)
  const { score, keywords, total } = await read({ days: 7 })
  const overview = (await account.get(`/projects/${site.id}/overview`)).body
  expect([score, total]).toEqual([overview.score, 2])
  expect(keywords).toMatchObject([
    { id: keyword.id, position: 7, previousPosition: 3, change: -4, previousUrl: 'https://example.com/' },
    { id: other.id, position: 1, previousPosition: null, change: null, previousUrl: null },
  ])
  expect((await read({ days: 5 })).keywords[0]).toMatchObject({ previousPosition: 9, change: 2 })
  expect((await read({ days: 20 })).keywords[0]).toMatchObject({ previousPosition: null, change: null })
  const first = await read({ days: 7, limit: 1 })
  expect([first.keywords.length, first.nextCursor === null]).toEqual([1, false])
})

describe('rankComparison.list in an order', () => {
  it('is in the order of a column: not found after every place, never looked at last, up and down', async () => {
    const account = accountIn(world)
    const site = await account.site()
    const { competitor } = (await account.post(`/projects/${site.id}/competitors`, { domain: 'rival.com' })).body
    const ranks = { o1: [4, 0], o2: [0, 2], o3: [1, 50], o4: null } as const
    for (const [phrase, at] of Object.entries(ranks)) {
      world.serp.fail(phrase, 'upstream')
      const { id } = await account.checked(site, await account.keyword(site, phrase), 'failed')
      if (at)
        await world.parts.pool.query(
          `INSERT INTO keyword_state (keyword_id, domain_id, checked_at, position)
           SELECT $1, id, now(), CASE kind WHEN 'own' THEN $3::int ELSE $4 END FROM tracked_domain WHERE site_id = $2`,
          [id, site.id, ...at],
        )
    }
    const read = async (sort: string, isDown = false, q = '') => {
      const query = { order: { by: sort, isDown, q } }
      const input = { params: { id: site.id }, query }
      const { rows, total } = await world.rpc('rankComparison.list', input, person(account.id))
      return [rows.map(({ keyword }) => keyword).join(' '), total]
    }
    expect(await read('you')).toEqual(['o3 o1 o2 o4', 4])
    expect(await read('you', true)).toEqual(['o2 o1 o3 o4', 4])
    expect(await read(competitor.id)).toEqual(['o2 o3 o1 o4', 4])
    expect(await read(competitor.id, true)).toEqual(['o1 o3 o2 o4', 4])
    expect(await read('keyword', true)).toEqual(['o4 o3 o2 o1', 4])
    expect(await read('you', false, 'O2')).toEqual(['o2', 1])
    expect(await read('you', false, '%')).toEqual(['', 0])
    await expect(read('somebody')).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('has each keyword once over its pages', async () => {
    const account = accountIn(world, { plan: 'growth' })
    const site = await account.site()
    const phrases = Array.from({ length: 201 }, (_, i) => `page ${i}`)
    world.serp.hold()
    await account.post(`/projects/${site.id}/keywords/bulk`, { text: phrases.join('\n') })
    const read = ({ by = 'you', ...more }: { cursor?: string; by?: string }) => {
      const query = { order: { by, isDown: false, q: '' }, ...more }
      return world.rpc('rankComparison.list', { params: { id: site.id }, query }, person(account.id))
    }
    const first = await read({})
    const cursor = first.nextCursor ?? ''
    const last = await read({ cursor })
    world.serp.resume()
    const all = [...first.rows, ...last.rows].map(({ keyword }) => keyword)
    expect([all.length, new Set(all).size, last.total, last.nextCursor]).toEqual([201, 201, 201, null])
    // In another order the place of a row is another one.
    await expect(read({ cursor, by: 'keyword' })).rejects.toMatchObject({ code: 'invalid_input' })
  })
})

it('sparks.list has the last position of each of thirty days, in the order that was asked for', async () => {
  const { site, keyword, caller } = await siteWithPast('k1', [
    [29, 8],
    [1, 0],
  ])
  await world.parts.pool.query(
    insertPositions(
      `SELECT keyword_id, epoch, domain_id, checked_at + interval '1 hour', 7, url, depth, source, sandbox
     FROM ${positionsSql} p WHERE keyword_id = $1 AND position = 8`,
    ),
    [keyword.id],
  )
  const query = { keywordIds: ['unknown', keyword.id] }
  const { ids, positions } = await world.rpc('sparks.list', { params: { id: site.id }, query }, caller)
  expect(ids).toEqual(query.keywordIds)
  expect(positions).toEqual([Array(30).fill(null), [7, ...Array(27).fill(null), 0, null]])
})

describe('GET /projects/:id/overview?days', () => {
  it('has the dates once, and for each keyword the last position of each: 0 not found, null not checked', async () => {
    const { account, site, keyword, caller } = await siteWithPast('d1', [
      [3, 8],
      [1, 0],
    ])
    const other = await account.checked(site, await account.keyword(site, 'd2'))
    const path = `/projects/${site.id}/overview`
    const { dates, keywords, ...rest } = (await account.get(`${path}?days=4`)).body
    const plain = (await account.get(path)).body
    expect(dates).toEqual([3, 2, 1, 0].map(daysAgo))
    expect(keywords).toEqual([
      { ...plain.keywords[0], positions: [8, null, 0, null] },
      { ...plain.keywords[1], positions: [null, null, null, 0] },
    ])
    expect({ ...rest, keywords: plain.keywords }).toEqual({ ...plain, nextUpdatedSince: rest.nextUpdatedSince })
    const query = { keywordIds: [keyword.id, other.id] }
    const { positions } = await world.rpc('sparks.list', { params: { id: site.id }, query }, caller)
    const month = (await account.get(`${path}?days=30`)).body.keywords
    expect(month.map((row) => row.positions)).toEqual(positions)
  })

  it('has address, time and depth of each day where they are asked for, and takes no other field', async () => {
    const { account, site, keyword } = await siteWithPast('fields', [
      [3, 8],
      [1, 0],
    ])
    const path = `/projects/${site.id}/overview`
    const all = (await account.get(`${path}?days=4&fields=depth,url,checkedAt`)).body.keywords[0]
    const { history } = (await account.get(`/projects/${site.id}/keywords/${keyword.id}/history`)).body
    const [found, missed] = history
    expect(all).toEqual({
      ...(await account.get(`${path}?days=4`)).body.keywords[0],
      urls: [found?.url, null, missed?.url, null],
      checkedAts: [found?.checkedAt, null, missed?.checkedAt, null],
      depths: [found?.depth, null, missed?.depth, null],
    })
    const some = (await account.get(`${path}?days=4&fields=url`)).body.keywords[0]
    expect([some, Object.keys(some ?? {}).includes('depths')]).toMatchObject([{ urls: all?.urls }, false])
    for (const bad of ['fields=url', 'days=4&fields=', 'days=4&fields=source', 'days=4&fields=url,url'])
      expect(await account.get(`${path}?${bad}`)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'fields' }] },
      })
  })

  it('has no position of another phrase or domain of before', async () => {
    const { account, site, keyword } = await siteWithPast('d3', [[1, 8]])
    const read = async () => (await account.get(`/projects/${site.id}/overview?days=2`)).body.keywords[0]?.positions
    expect(await read()).toEqual([8, null])
    world.serp.fail('d4', 'upstream')
    await account.patch(`/projects/${site.id}/keywords/${keyword.id}`, { keyword: 'd4' })
    expect(await read()).toEqual([null, null])
  })

  it('pages like the list without days, and refuses a page of more than 100,000 positions with both numbers', async () => {
    const account = accountIn(world)
    const site = await account.site()
    await account.patch(`/projects/${site.id}`, { checksPaused: true })
    const text = Array.from({ length: 300 }, (_, i) => `days ${i}`).join('\n')
    await account.post(`/projects/${site.id}/keywords/bulk`, { text })
    const path = `/projects/${site.id}/overview?days=365`
    const refused = await account.get(path)
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ in: 'query', field: 'days', code: 'too_many' }] } })
    expect(refused.body.detail).toContain('365 days of 300 keywords are 109,500 positions')
    expect(refused.body.detail).toContain('limit=273')
    const first = (await account.get(`${path}&limit=273`)).body
    const second = (await account.get(`${path}&limit=273&cursor=${first.nextCursor}`)).body
    expect([first.keywords.length, second.keywords.length, second.nextCursor]).toEqual([273, 27, null])
    expect(first.keywords.every(({ positions }) => positions?.length === 365)).toBe(true)
    expect((await account.get(`/projects/${site.id}/overview?days=366`)).body.code).toBe('invalid_input')
  })
})

describe('notes', () => {
  it('are kept by day, once each, until they are deleted', async () => {
    const growth = accountIn(world)
    const { id } = await growth.site()
    const caller = person(growth.id)
    const create = (day: string, text: string) =>
      world.rpc('notes.create', { params: { id }, body: { day, text } }, caller)
    const later = await create('2026-02-02', 'New home page')
    const first = await create('2026-01-31', 'Moved to another host')
    expect(await create('2026-02-02', 'New home page')).toEqual({ ...later, created: false })
    const list = async () => (await world.rpc('notes.list', { params: { id } }, caller)).notes
    expect(await list()).toEqual([first.note, later.note])
    await world.rpc('notes.delete', { params: { id, noteId: first.note.id } }, caller)
    expect(await list()).toEqual([later.note])
    const again = world.rpc('notes.delete', { params: { id, noteId: first.note.id } }, caller)
    await expect(again).rejects.toMatchObject({ code: 'not_found' })
  })

  it('end with the site, and one of another site cannot be deleted', async () => {
    const growth = accountIn(world)
    const [site, other] = [await growth.site(), await growth.site({ name: 'Other' })]
    const caller = person(growth.id)
    const body = { day: '2026-02-02', text: 'Here' }
    const { note } = await world.rpc('notes.create', { params: { id: site.id }, body }, caller)
    const wrong = world.rpc('notes.delete', { params: { id: other.id, noteId: note.id } }, caller)
    await expect(wrong).rejects.toMatchObject({ code: 'not_found' })
  })
})

it.each([
  ['visibility.list', { query: { days: 1, hosts: 'own' } }],
  ['positions.list', { query: { keywordIds: ['k'], hosts: 'own', days: 1 } }],
  ['movements.list', { query: { days: 1 } }],
  ['rankComparison.list', { query: { order: { by: 'you', isDown: false, q: '' } } }],
  ['sparks.list', { query: { keywordIds: ['k'] } }],
  ['notes.list', {}],
  ['notes.create', { body: { day: '2026-01-01', text: 'x' } }],
] as const)(
  '%s: the site of another account is not found, nor is it for a key, unless agents read it',
  async (name, input) => {
    const growth = accountIn(world)
    const other = accountIn(world).id
    const { id } = await growth.site()
    const isForKeys = operationOf(name).callers.some((kind) => kind === 'account')
    for (const caller of [person(other), callerOf({ accountId: isForKeys ? other : growth.id })]) {
      // safe because the input is that of the row
      const asked = world.rpc(name, { params: { id }, ...input } as never, caller)
      await expect(asked).rejects.toMatchObject({ code: 'not_found' })
    }
  },
)
