import { randomUUID } from 'node:crypto'
import type { OperationInput } from '@rts/shared/contract/operation'
import type { Operations } from '@rts/shared/contract/table'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { playCollects } from './support/collects.ts'
import { callerOf, startWorld, until, type World } from './support/world.ts'

type Body = OperationInput<Operations['checks.run']>['body']

let world: World
let collects: ReturnType<typeof playCollects>
beforeAll(async () => {
  world = await startWorld({ replicas: 2 })
  collects = playCollects(world.parts.nats)
})
afterAll(() => world.stop())
beforeEach(() => {
  collects.left = 1_000
  collects.taken.length = 0
  collects.givenBack.length = 0
})
afterEach(() => world.serp.resume())

const free = { pages: 0, waiting: 0, recent: 0, newestAt: null, frozen: 0, paused: 0 }
const nothing = { ...free, unpaid: 0 }
const asked = (phrase: string) => world.serp.calls.filter((call) => call.phrase === phrase).length

/** A site whose keywords have been checked, so many hours ago. */
async function checkedSite(phrases: string[], hoursAgo = 2, account = accountIn(world)) {
  const site = await account.site({ name: randomUUID() })
  const keywords = []
  for (const phrase of phrases) {
    world.serp.show(phrase, 'other.example', 'example.com')
    keywords.push(await account.keyword(site, phrase))
  }
  for (const keyword of keywords) await account.checked(site, keyword)
  world.pass(hoursAgo)
  const person = callerOf({ kind: 'person', accountId: account.id })
  const run = (body: Body, caller = person) => {
    const iat = world.now().getTime()
    return world.rpc('checks.run', { params: { id: site.id }, body }, { ...caller, iat })
  }
  const price = (body: Body, caller = person) =>
    world.rpc('checkPrice.get', { params: { id: site.id }, body }, { ...caller, iat: world.now().getTime() })
  return { account, site, keywords, run, price, ids: keywords.map(({ id }) => id) }
}

describe('checks.run', () => {
  it('has a price first, which queues and counts nothing', async () => {
    const { price, ids } = await checkedSite(['price 1', 'price 2', 'price 3'])
    expect(await price({ keywordIds: 'all' })).toEqual({ ...free, pages: 3, usd: null })
    expect(await price({ keywordIds: ids.slice(0, 2) })).toEqual({ ...free, pages: 2, usd: null })
    expect(collects.taken).toEqual([])
    expect(asked('price 1')).toBe(1)
  })

  it('has a price in USD where the installation knows it: of the pages to be bought, as deep as the site reads', async () => {
    const { price, site, account } = await checkedSite(['dollars 1', 'dollars 2'])
    const person = { ...callerOf({ kind: 'person', accountId: account.id }), iat: world.now().getTime() }
    world.serp.costUsd = 0.01
    try {
      expect((await price({ keywordIds: 'all' })).usd).toBeCloseTo(0.02, 9)
      await world.rpc('siteDepth.update', { params: { id: site.id }, body: { depth: 20 } }, person)
      expect((await price({ keywordIds: 'all' })).usd).toBeCloseTo(0.004, 9)
    } finally {
      world.serp.costUsd = null
    }
  })

  it('takes one collect a page; the new position is the next row of the history', async () => {
    const { account, site, keywords, ids, run } = await checkedSite(['now 1', 'now 2'])
    const [keyword, other] = keywords
    if (!keyword || !other) throw new Error('two were added')
    world.serp.show('now 1', 'example.com')
    world.serp.hold()
    expect(await run({ keywordIds: ids.slice(0, 1) })).toEqual({ ...nothing, pages: 1 })
    expect((await account.keywords(site)).map(({ lastCheck }) => lastCheck?.status)).toEqual(['queued', 'ok'])
    world.serp.resume()
    expect((await account.historyOf(site, keyword, 2)).map(({ position }) => position)).toEqual([2, 1])
    await account.checked(site, keyword)
    expect(collects.taken).toHaveLength(1)
    expect(await account.history(site, other)).toHaveLength(1)
  })

  it('leaves out what was checked within the hour, and says when, unless it is asked for again', async () => {
    const { run } = await checkedSite(['soon'], 0.2)
    const refused = await run({ keywordIds: 'all' })
    expect(refused).toMatchObject({ pages: 0, recent: 1, newestAt: expect.any(String) })
    expect(world.now().getTime() - Date.parse(refused.newestAt ?? '')).toBeLessThan(3_600_000)
    expect(collects.taken).toEqual([])
    expect(await run({ keywordIds: 'all', again: true })).toEqual({ ...nothing, pages: 1 })
    await until(
      async () => asked('soon'),
      (times) => times === 2,
    )
  })

  it('pays a page once for requests at the same time, on two replicas', async () => {
    const { run, account, site, keywords } = await checkedSite(['twice 1', 'twice 2'])
    world.serp.hold()
    const answers = await Promise.all(Array.from({ length: 8 }, () => run({ keywordIds: 'all', again: true })))
    expect(answers.reduce((sum, { pages }) => sum + pages, 0)).toBe(2)
    expect(answers.filter(({ waiting }) => waiting === 2)).toHaveLength(7)
    expect(collects.taken).toHaveLength(2)
    expect(collects.givenBack).toEqual([])
    world.serp.resume()
    for (const keyword of keywords) await account.historyOf(site, keyword, 2)
    expect([asked('twice 1'), asked('twice 2')]).toEqual([2, 2])
  })

  it('pays a page once, also when the clock of the second replica is behind', async () => {
    const { run } = await checkedSite(['behind'])
    world.serp.hold()
    expect(await run({ keywordIds: 'all', again: true })).toMatchObject({ pages: 1 })
    world.pass(-0.001)
    expect(await run({ keywordIds: 'all', again: true })).toMatchObject({ pages: 0, waiting: 1 })
    world.pass(0.001)
  })

  it('a page that waits for another site of the account costs nothing more, and serves both', async () => {
    const account = accountIn(world)
    const one = await checkedSite(['sisters'], 2, account)
    const other = await checkedSite(['sisters'], 2, account)
    world.serp.hold()
    expect(await one.run({ keywordIds: 'all', again: true })).toMatchObject({ pages: 1 })
    expect(await other.run({ keywordIds: 'all', again: true })).toMatchObject({ pages: 0, waiting: 1 })
    expect(collects.taken).toHaveLength(1)
    const before = asked('sisters')
    world.serp.resume()
    for (const { account: own, site, keywords } of [one, other])
      for (const keyword of keywords) await own.historyOf(site, keyword, 2)
    expect(asked('sisters')).toBeLessThanOrEqual(before + 1)
  })

  it('a page that waits for another account is paid, so that the price reveals no keywords of others', async () => {
    const one = await checkedSite(['strangers'])
    const other = await checkedSite(['strangers'])
    world.serp.hold()
    expect(await one.run({ keywordIds: 'all' })).toMatchObject({ pages: 1 })
    expect(await other.price({ keywordIds: 'all' })).toMatchObject({ pages: 1, waiting: 0 })
    world.serp.resume()
  })

  it('queues as many pages as the day has collects, the oldest keywords first', async () => {
    const { run, account, site } = await checkedSite(['few 1', 'few 2', 'few 3'])
    collects.left = 2
    world.serp.hold()
    expect(await run({ keywordIds: 'all' })).toEqual({ ...nothing, pages: 2, unpaid: 1 })
    expect((await account.keywords(site)).map(({ lastCheck }) => lastCheck?.status)).toEqual(['queued', 'queued', 'ok'])
    world.serp.resume()
  })

  it('says what is frozen or paused, and pays nothing for it', async () => {
    const { run, price, account, site, ids } = await checkedSite(['held 1', 'held 2'])
    await world.parts.pool.query('UPDATE keyword SET frozen = true WHERE id = $1', [ids[0]])
    expect(await price({ keywordIds: 'all' })).toEqual({ ...free, pages: 1, frozen: 1, usd: null })
    await account.patch(`/projects/${site.id}`, { checksPaused: true })
    expect(await run({ keywordIds: 'all' })).toEqual({ ...nothing, frozen: 1, paused: 1 })
    expect(collects.taken).toEqual([])
  })

  it('gives back what is paid and cannot be queued any more', async () => {
    const { run, account, site } = await checkedSite(['late'])
    collects.meanwhile = async () => {
      await account.patch(`/projects/${site.id}`, { checksPaused: true })
    }
    expect(await run({ keywordIds: 'all' })).toMatchObject({ pages: 0, unpaid: 1 })
    expect(collects.givenBack).toEqual(collects.taken)
    expect(collects.taken).toHaveLength(1)
  })

  it('a failed check can be asked for at once, and is paid again', async () => {
    const { run, account, site, keywords } = await checkedSite(['broken'])
    const [keyword] = keywords
    if (!keyword) throw new Error('one was added')
    world.serp.fail('broken', 'upstream')
    await run({ keywordIds: 'all' })
    await account.checked(site, keyword, 'failed')
    world.serp.show('broken', 'example.com')
    expect(await run({ keywordIds: 'all' })).toMatchObject({ pages: 1, recent: 0 })
    await account.historyOf(site, keyword, 2)
    expect(new Set(collects.taken).size).toBe(2)
  })

  it('starts nothing while the collects cannot be counted', async () => {
    const { run } = await checkedSite(['uncounted'])
    collects.isAway = true
    await expect(run({ keywordIds: 'all' })).rejects.toMatchObject({ code: 'unavailable' })
    collects.isAway = false
    expect(asked('uncounted')).toBe(1)
  })

  it('404 for another account’s site, and for a keyword of another site', async () => {
    const mine = await checkedSite(['mine'])
    const theirs = await checkedSite(['theirs'])
    const stranger = callerOf({ kind: 'person' })
    const mixed = [...mine.ids, ...theirs.ids]
    for (const ask of [mine.run, mine.price]) {
      await expect(ask({ keywordIds: 'all' }, stranger)).rejects.toMatchObject({ code: 'not_found' })
      await expect(ask({ keywordIds: mixed })).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(collects.taken).toEqual([])
  })

  it('is for people alone', async () => {
    const { run, price, account } = await checkedSite(['people'])
    const key = callerOf({ accountId: account.id })
    for (const ask of [run, price])
      await expect(ask({ keywordIds: 'all' }, key)).rejects.toMatchObject({ code: 'not_found' })
  })
})
