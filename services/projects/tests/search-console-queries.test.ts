import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { demo, domainProperty, type GoogleWorld, startGoogleWorld } from './support/google.ts'
import { until } from './support/world.ts'

let world: GoogleWorld
beforeAll(async () => {
  world = await startGoogleWorld()
})
beforeEach(async () => {
  await world.control('POST', 'reset')
  world.collects.left = 1_000
})
afterAll(() => world.stop())

const row = (query: string, clicks: number, impressions: number, position: number) => {
  return { query, clicks, impressions, position }
}
const rows = [
  row('espresso', 40, 400, 2.1),
  row('moka pot', 30, 1_000, 6.4),
  row('Milk  Frother', 5, 50, 11),
  row('tea', 0, 900, 40),
]
const set = (siteUrl: string, more: object) => world.control('PUT', 'google', { queries: [{ siteUrl, ...more }] })

/** A connected account with a site that has chosen its property. */
async function reader(more: object = { rows }) {
  await set(domainProperty, more)
  const owner = world.member()
  const site = await owner.key.site(demo)
  await owner.connect()
  await owner.choose(site.id)
  return { owner, site }
}

describe('GET /projects/:id/google', () => {
  it('reads the queries of the last 28 days whose figures are final, the most clicked first, with their totals', async () => {
    const { owner, site } = await reader()
    const { status, body } = await owner.key.get(`/projects/${site.id}/google`)
    expect(status).toBe(200)
    const day = (ago: number) =>
      new Date(
        Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' }).format(world.now())) -
          ago * 86_400_000,
      )
        .toISOString()
        .slice(0, 10)
    expect(body).toMatchObject({
      connected: true,
      connectUrl: null,
      property: domainProperty,
      startDate: day(29),
      endDate: day(2),
      status: 'ready',
      reason: null,
      total: 4,
      nextCursor: null,
      sandbox: true,
      totals: { clicks: 90, impressions: 2_820 },
    })
    const untracked = { keywordId: null, ownPosition: null, ownCheckedAt: null }
    expect(body.queries).toEqual([
      { ...rows[0], ctr: 0.1, ...untracked },
      { ...rows[1], ctr: 0.03, ...untracked },
      { ...rows[2], ctr: 0.1, ...untracked },
      { ...rows[3], ctr: 0, ...untracked },
    ])
  })

  it('has rates of four decimals and mean ranks of two', async () => {
    const { owner, site } = await reader({ rows: [row('latte', 100, 300, 6.437)] })
    const { body } = await owner.key.get(`/projects/${site.id}/google`)
    expect(body.queries).toMatchObject([{ ctr: 0.3333, position: 6.44 }])
  })

  it('a server key reads; so does a member; another account finds no such site', async () => {
    const { owner, site } = await reader()
    const member = world.member({ accountId: owner.accountId, role: 'member' })
    expect((await member.queries(site.id)).total).toBe(4)
    expect((await owner.key.get(`/projects/${site.id}/google?days=7`)).body.total).toBe(4)
    expect((await world.member().key.get(`/projects/${site.id}/google`)).status).toBe(404)
  })

  it('shows our own position beside Google’s: of the site’s own country and language first', async () => {
    const { owner, site } = await reader()
    for (const phrase of ['moka pot', 'Moka POT']) world.serp.show(phrase, 'other.com', 'demo.sandbox.example')
    const there = await owner.key.keyword(site, 'moka pot', { country: 'de', language: 'de' })
    const here = await owner.key.keyword(site, 'Moka  POT')
    const lost = await owner.key.keyword(site, 'milk frother')
    const elsewhere = await owner.key.keyword(site, 'tea', { country: 'gb' })
    for (const keyword of [there, here, lost, elsewhere]) await owner.key.checked(site, keyword)
    const { queries } = await owner.queries(site.id)
    expect(queries.map(({ query, keywordId, ownPosition }) => [query, keywordId, ownPosition])).toEqual([
      ['espresso', null, null],
      ['moka pot', here.id, 2],
      ['Milk  Frother', lost.id, 0],
      ['tea', elsewhere.id, 0],
    ])
    expect(queries[1]?.ownCheckedAt).toEqual(expect.any(String))
  })

  it('sorts, searches and pages without losing or repeating a query', async () => {
    const { owner, site } = await reader()
    const order = async (query: object) =>
      (await owner.queries(site.id, { ...query })).queries.map((each) => each.query)
    expect(await order({ sort: 'impressions' })).toEqual(['moka pot', 'tea', 'espresso', 'Milk  Frother'])
    expect(await order({ sort: 'position' })).toEqual(['espresso', 'moka pot', 'Milk  Frother', 'tea'])
    expect(await order({ sort: 'ctr' })).toEqual(['espresso', 'Milk  Frother', 'moka pot', 'tea'])
    expect(await order({ q: 'FRO' })).toEqual(['Milk  Frother'])
    expect(await order({ q: '%' })).toEqual([])
    const read: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await owner.queries(site.id, { limit: 3, ...(cursor ? { cursor } : {}) })
      expect(page.total).toBe(4)
      read.push(...page.queries.map((each) => each.query))
      cursor = page.nextCursor
    }
    expect(read).toEqual(rows.map(({ query }) => query))
    const { nextCursor: cursor } = await owner.queries(site.id, { limit: 1 })
    await expect(owner.queries(site.id, { cursor, sort: 'position' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('a reading of today is reused, whatever is asked of it; a day later it is read anew', async () => {
    const { owner, site } = await reader()
    await owner.queries(site.id)
    await owner.queries(site.id, { sort: 'ctr', limit: 1 })
    const asked = async () => (await world.calls('search_console', '/query')).filter(({ query }) => !query.dimensions)
    expect(await asked()).toHaveLength(1)
    expect(world.collects.taken.filter((token) => token.includes(site.id))).toHaveLength(1)
    await set(domainProperty, { rows: rows.slice(0, 1) })
    await world.pool.query(`UPDATE collects.result SET collected_at = collected_at - interval '25 hours'`)
    expect((await owner.queries(site.id)).total).toBe(1)
    expect(await asked()).toHaveLength(2)
  })

  it('a property without rows is empty and ready', async () => {
    const { owner, site } = await reader({ rows: [] })
    expect(await owner.queries(site.id)).toMatchObject({
      status: 'ready',
      queries: [],
      total: 0,
      totals: { clicks: 0, impressions: 0 },
    })
  })

  it('more than 10,000 rows are read page by page, whole', async () => {
    const { owner, site } = await reader({ count: 21_000 })
    const answer = await until(
      () => owner.queries(site.id, { limit: 1_000, sort: 'position' }),
      ({ status }) => status === 'ready',
    )
    expect(answer).toMatchObject({ total: 21_000, isCut: false })
    expect(answer.queries).toHaveLength(1_000)
    const asked = (await world.calls('search_console', '/query')).map(({ query }) => query)
    const ofQueries = asked.filter(({ dimensions }) => String(dimensions) === 'query')
    expect(ofQueries.map(({ startRow, rowLimit }) => [startRow, rowLimit])).toEqual([
      [0, 10_000],
      [10_000, 10_000],
      [20_000, 10_000],
    ])
    const whole = await owner.key.get(`/projects/${site.id}/google`)
    expect(whole.body.queries).toHaveLength(10_000)
    expect(whole.body.nextCursor).toEqual(expect.any(String))
  })

  it('says that Google may have more than the hundred thousand queries that were read', async () => {
    const { owner, site } = await reader({ count: 100_001 })
    const answer = await until(
      () => owner.queries(site.id, { limit: 1 }),
      ({ status }) => status === 'ready',
    )
    expect(answer).toMatchObject({ total: 100_000, isCut: true })
  })

  it('reads 480 days at most', async () => {
    const { owner, site } = await reader()
    const { startDate, endDate } = await owner.queries(site.id, { days: 480 })
    expect((Date.parse(endDate ?? '') - Date.parse(startDate ?? '')) / 86_400_000).toBe(479)
    const { status, body } = await owner.key.get(`/projects/${site.id}/google?days=481`)
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'days'])
    expect((await owner.key.get(`/projects/${site.id}/google?sort=fame`)).status).toBe(400)
  })

  it('asks for web results, final figures and the property as one part of the address', async () => {
    const { owner, site } = await reader()
    await owner.queries(site.id)
    const [, call] = await world.calls('search_console', '/query')
    expect(call?.path).toBe(
      '/search_console/webmasters/v3/sites/sc-domain%3Ademo.sandbox.example/searchAnalytics/query',
    )
    expect(call?.query).toMatchObject({ dimensions: ['query'], dataState: 'final', type: 'web' })
  })

  it('without a connection or a property it says so, and counts nothing', async () => {
    const owner = world.member()
    const site = await owner.key.site(demo)
    const nothing = { status: 'unavailable', queries: [], total: 0, totals: null, startDate: null, updatedAt: null }
    expect(await owner.queries(site.id)).toMatchObject({
      connected: false,
      connectUrl: 'http://ranks.example/search-console',
      property: null,
      ...nothing,
    })
    await owner.connect()
    expect(await owner.queries(site.id)).toMatchObject({
      connected: true,
      connectUrl: null,
      property: null,
      ...nothing,
    })
    expect(world.collects.taken.filter((token) => token.includes(site.id))).toEqual([])
  })

  it('starts nothing for a call that may not collect, or past the day’s collects; what was read is shown', async () => {
    const { owner, site } = await reader()
    expect(await owner.queries(site.id, {}, { collect: 'deny' })).toMatchObject({
      status: 'unavailable',
      reason: 'allowance_exhausted',
      queries: [],
    })
    world.collects.left = 0
    expect(await owner.queries(site.id)).toMatchObject({ status: 'unavailable', reason: 'collect_limit' })
    expect(await world.calls('search_console', '/query')).toEqual([])
    world.collects.left = 1
    await owner.queries(site.id)
    await world.pool.query(`UPDATE collects.result SET collected_at = collected_at - interval '25 hours'`)
    expect(await owner.queries(site.id)).toMatchObject({ status: 'ready', reason: 'collect_limit', total: 4 })
  })
})
