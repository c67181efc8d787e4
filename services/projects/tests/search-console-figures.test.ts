import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { demo, domainProperty, type GoogleWorld, startGoogleWorld } from './support/google.ts'

let world: GoogleWorld
beforeAll(async () => {
  world = await startGoogleWorld()
})
beforeEach(async () => {
  await world.control('POST', 'reset')
  world.collects.left = 1_000
})
afterAll(() => world.stop())

const days = 14
const home = 'https://demo.sandbox.example/'
const rows = [
  { query: 'moka pot', page: `${home}moka-pot`, clicks: 280, impressions: 2_800, position: 4 },
  { query: 'moka pot sizes', page: `${home}moka-pot`, clicks: 28, impressions: 280, position: 8 },
  { query: 'demo coffee', clicks: 14, impressions: 140, position: 1 },
]

/** A connected account with a site that has chosen its property; undefined rows are those of the sandbox. */
async function reader(wanted?: object[]) {
  if (wanted) await world.control('PUT', 'google', { queries: [{ siteUrl: domainProperty, rows: wanted }] })
  const owner = world.member()
  const site = await owner.key.site(demo)
  await owner.connect()
  await owner.choose(site.id)
  const figures = () => owner.ask('searchConsoleFigures.list', { params: { id: site.id }, query: { days } })
  return { owner, site, figures }
}

describe('searchConsoleFigures.list', () => {
  it('has each day of the period and of as many days before, oldest first, the unnamed queries included', async () => {
    const { figures } = await reader()
    const { startDate, endDate, days: found, totals, ...rest } = await figures()
    expect(rest).toMatchObject({
      status: 'ready',
      connected: true,
      property: domainProperty,
      isCut: false,
      sandbox: true,
    })
    expect(found).toHaveLength(2 * days)
    expect(found.map(({ day }) => day)).toEqual(found.map(({ day }) => day).sort())
    expect(found.at(-1)?.day).toBe(endDate)
    const period = found.filter(({ day }) => day >= (startDate ?? ''))
    expect(period).toHaveLength(days)
    const clicks = period.reduce((sum, each) => sum + each.clicks, 0)
    // Both are rounded.
    expect(Math.abs(clicks - (totals?.clicks ?? 0))).toBeLessThanOrEqual(1)
    for (const { ctr, impressions, position, ...each } of found) {
      expect(ctr).toBe(Math.round((10_000 * each.clicks) / impressions) / 10_000)
      expect(position).toBeGreaterThanOrEqual(1)
    }
  })

  it('has the pages, the most clicked first, with the mean position of what they are shown for', async () => {
    const { figures } = await reader(rows)
    const { pages } = await figures()
    expect(pages).toEqual([
      { page: `${home}moka-pot`, clicks: 308, impressions: 3_080, ctr: 0.1, position: 4.36, previousClicks: 308 },
      { page: home, clicks: 14, impressions: 140, ctr: 0.1, position: 1, previousClicks: 14 },
    ])
  })

  it('is one reading with the queries of these days: one collect, and each question is asked once', async () => {
    const { owner, site, figures } = await reader(rows)
    await Promise.all([figures(), owner.queries(site.id, { days })])
    await figures()
    const asked = (await world.calls('search_console', '/query')).map(({ query }) => query)
    const day = (text: unknown) => Date.parse(String(text)) / 86_400_000
    expect(asked.map(({ dimensions, startDate, endDate }) => [dimensions, day(endDate) - day(startDate) + 1])).toEqual([
      [undefined, days],
      [['query'], days],
      [['date'], 2 * days],
      [['page'], days],
      [['page'], days],
    ])
    expect(new Set(world.collects.taken.filter((token) => token.includes(site.id))).size).toBe(1)
  })

  it('forgets days and pages with the connection; without one there are none', async () => {
    const { owner, site, figures } = await reader(rows)
    await figures()
    await owner.disconnect()
    expect(await figures()).toMatchObject({
      connected: false,
      status: 'unavailable',
      days: [],
      pages: [],
      totals: null,
    })
    const ofSite = 'SELECT FROM search_reading r LEFT JOIN search_day d ON d.reading_id = r.id WHERE r.site_id = $1'
    expect((await world.pool.query(ofSite, [site.id])).rowCount).toBe(0)
  })

  it('another account finds no such site', async () => {
    const { site } = await reader(rows)
    const other = world.member()
    await expect(
      other.ask('searchConsoleFigures.list', { params: { id: site.id }, query: { days } }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})
