import { insertPositions } from '@rts/local/testing/positions'
import type { SiteRow } from '@rts/shared/contract/rows/site'
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
const noonAgo = (days: number) => `${new Date(world.now().getTime() - days * dayMs).toISOString().slice(0, 10)} 12:00Z`

/** A keyword whose first check fails, so that it has no rank but those that the test writes. */
async function keywordOf(account: ReturnType<typeof accountIn>, site: SiteRow, phrase: string) {
  world.serp.fail(phrase, 'upstream')
  return account.checked(site, await account.keyword(site, phrase), 'failed')
}

/** Writes the present rank of a keyword, and that of a month ago. */
async function rank(siteId: string, keywordId: string, now: number, before: number | null) {
  await world.parts.pool.query(
    `INSERT INTO keyword_state (keyword_id, domain_id, checked_at, position, previous_position)
     SELECT $1, id, $3, $4, $4 FROM tracked_domain WHERE site_id = $2 AND kind = 'own'`,
    [keywordId, siteId, world.now(), now],
  )
  if (before === null) return
  await world.parts.pool.query(
    insertPositions(
      `SELECT $1, 0, id, $3::timestamptz, $4::int, NULL, 100, 'test', true FROM tracked_domain WHERE site_id = $2 AND kind = 'own'`,
    ),
    [keywordId, siteId, noonAgo(30), before],
  )
}

describe('foundKeywords.list', () => {
  it('finds a text in the keywords of all sites: those of the named site first, then those that begin with it', async () => {
    const [account, other] = [accountIn(world), accountIn(world)]
    const [one, two] = [await account.site({ name: 'One' }), await account.site({ name: 'Two' })]
    for (const [site, phrase] of [
      [one, 'best kopi'],
      [one, 'Kopi susu'],
      [two, 'beli kopi'],
      [two, 'tea'],
    ] as const)
      await keywordOf(account, site, phrase)
    await keywordOf(other, await other.site(), 'kopi of another')
    const find = async (q: string, siteId?: string) =>
      (await world.rpc('foundKeywords.list', { query: { q, siteId } }, person(account.id))).keywords
    expect((await find('kopi', two.id)).map(({ keyword, site }) => [keyword, site])).toEqual([
      ['beli kopi', 'Two'],
      ['Kopi susu', 'One'],
      ['best kopi', 'One'],
    ])
    expect((await find('KOPI ')).map(({ keyword }) => keyword)).toEqual(['Kopi susu', 'best kopi', 'beli kopi'])
    expect(await find('%')).toEqual([])
    // A deleted site has no keywords to find.
    await account.delete(`/projects/${one.id}`)
    expect((await find('kopi')).map(({ projectId }) => projectId)).toEqual([two.id])
  })

  it('answers twenty at most', async () => {
    const account = accountIn(world)
    const site = await account.site()
    const text = Array.from({ length: 25 }, (_, i) => `many ${i}`).join('\n')
    await account.post(`/projects/${site.id}/keywords/bulk`, { text })
    const { keywords } = await world.rpc('foundKeywords.list', { query: { q: 'many' } }, person(account.id))
    expect(keywords).toHaveLength(20)
  })
})

describe('fallen.list', () => {
  it('has the keywords of all sites that fell, the deepest fall first, as many as the summaries of the sites count', async () => {
    const account = accountIn(world)
    const [one, two] = [await account.site({ name: 'One' }), await account.site({ name: 'Two' })]
    const moves = [
      [one, 'fell by five', 10, 5],
      [one, 'rose', 2, 9],
      [two, 'lost', 0, 8],
      [two, 'fell by one', 4, 3],
      [two, 'new', 3, null],
    ] as const
    for (const [site, phrase, now, before] of moves)
      await rank(site.id, (await keywordOf(account, site, phrase)).id, now, before)
    const read = { query: { days: 30 } }
    const { keywords, total } = await world.rpc('fallen.list', read, person(account.id))
    expect(keywords.map((row) => [row.keyword, row.site, row.previousPosition, row.position])).toEqual([
      ['lost', 'Two', 8, 0],
      ['fell by five', 'One', 5, 10],
      ['fell by one', 'Two', 3, 4],
    ])
    const { sites } = await world.rpc('siteSummaries.list', read, person(account.id))
    expect([total, sites.reduce((sum, { down }) => sum + down, 0)]).toEqual([3, 3])
    expect(await world.rpc('fallen.list', read, person(accountIn(world).id))).toEqual({ keywords: [], total: 0 })
  })
})

describe('firstSteps.get', () => {
  it('says which steps are taken on any site, or on one, and leaves the demo site out', async () => {
    const account = accountIn(world)
    const read = (siteId?: string) => world.rpc('firstSteps.get', { query: { siteId } }, person(account.id))
    const nothing = {
      siteId: null,
      demoId: null,
      hasKeywords: false,
      hasRivals: false,
      hasSearchConsole: false,
      hasRanks: false,
    }
    expect(await read()).toEqual(nothing)
    const demo = await account.site({ domain: 'demo.sandbox.example', name: 'Demo' })
    await keywordOf(account, demo, 'of the demo')
    await account.post(`/projects/${demo.id}/competitors`, { domain: 'rival.com' })
    expect(await read()).toEqual({ ...nothing, demoId: demo.id })
    const [one, two] = [await account.site({ name: 'One' }), await account.site({ name: 'Two' })]
    const keyword = await keywordOf(account, one, 'a step')
    expect(await read()).toMatchObject({ siteId: two.id, hasKeywords: true, hasRanks: false, hasRivals: false })
    await rank(one.id, keyword.id, 3, null)
    await account.post(`/projects/${one.id}/competitors`, { domain: 'rival.com' })
    await world.parts.pool.query(`UPDATE site SET search_property = 'sc-domain:example.com' WHERE id = $1`, [one.id])
    const all = { hasKeywords: true, hasRanks: true, hasRivals: true, hasSearchConsole: true }
    expect(await read()).toMatchObject(all)
    expect(await read(one.id)).toMatchObject({ ...all, siteId: one.id })
    expect(await read(two.id)).toEqual({ ...nothing, siteId: two.id })
  })

  it('404 for a site of another account', async () => {
    const site = await accountIn(world).site()
    const asked = world.rpc('firstSteps.get', { query: { siteId: site.id } }, person(accountIn(world).id))
    await expect(asked).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('suggestedRivals.list', () => {
  it('has the hosts that rank most often on the pages of the site’s own keywords, without it and its competitors', async () => {
    const account = accountIn(world)
    const site = await account.site()
    const pages: [string, string[]][] = [
      ['r1', ['www.often.com', 'example.com', 'once.com']],
      ['r2', ['known.com', 'often.com']],
    ]
    for (const [phrase, hosts] of pages) {
      world.serp.show(phrase, ...hosts)
      await account.checked(site, await account.keyword(site, phrase))
    }
    await account.post(`/projects/${site.id}/competitors`, { domain: 'known.com' })
    const read = (accountId: string) =>
      world.rpc('suggestedRivals.list', { params: { id: site.id } }, person(accountId))
    expect(await read(account.id)).toEqual({
      rivals: [
        { domain: 'often.com', pages: 2, best: 1 },
        { domain: 'once.com', pages: 1, best: 3 },
      ],
      pages: 2,
    })
    await expect(read(accountIn(world).id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('reads no page that was fetched for another account after this one’s last check', async () => {
    const [account, other] = [accountIn(world), accountIn(world)]
    const site = await account.site()
    world.serp.show('shared phrase', 'seen.com')
    await account.checked(site, await account.keyword(site, 'shared phrase'))
    world.serp.show('shared phrase', 'foreign.com')
    const there = await other.site()
    await other.checked(there, await other.keyword(there, 'shared phrase'))
    const { rivals } = await world.rpc('suggestedRivals.list', { params: { id: site.id } }, person(account.id))
    expect(rivals.map(({ domain }) => domain)).toEqual(['seen.com'])
  })
})
