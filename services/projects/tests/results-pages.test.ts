import type { KeywordRow } from '@rts/shared/contract/rows/keyword'
import type { SiteRow } from '@rts/shared/contract/rows/site'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Blocks } from '../src/history/rules/blocks.ts'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, until, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** A call at the time of the service's clock. */
const ask: World['rpc'] = (name, input, caller) => world.rpc(name, input, { ...caller, iat: world.now().getTime() })
const person = (accountId: string) => callerOf({ kind: 'person', accountId })
const notFound = expect.objectContaining({ code: 'not_found' })
const params = (site: SiteRow, keyword: KeywordRow) => ({ id: site.id, kid: keyword.id })

/** A site of a new account with a keyword that was checked once. */
async function checkedSite(phrase: string, domain = 'example.com') {
  const account = accountIn(world)
  const site = await account.site({ domain })
  const keyword = await account.keyword(site, phrase)
  await account.checked(site, keyword)
  const caller = person(account.id)
  const dates = () => ask('pageDates.list', { params: params(site, keyword) }, caller)
  /** The keyword is checked again, a day later. */
  const checkAgain = async () => {
    const before = (await dates()).dates.length
    world.pass(36.5)
    const check = await account.historyOf(site, keyword, before + 1)
    return check.at(-1)?.checkedAt ?? ''
  }
  const page = (at: string) => ask('resultsPages.get', { params: params(site, keyword), query: { at } }, caller)
  return { account, site, keyword, caller, dates, checkAgain, page }
}

describe('a stored results page', () => {
  it('has places, hosts and addresses, with the site and its competitors marked, at each of its dates', async () => {
    world.serp.show('marked', 'a.org', 'shop.rival.com', 'www.example.com', 'example.com')
    const { account, site, keyword, dates, checkAgain, page } = await checkedSite('marked')
    await account.post(`/projects/${site.id}/competitors`, { domain: 'rival.com' })
    world.serp.show('marked', 'example.com')
    const second = await checkAgain()
    const { dates: found } = await dates()
    expect(found).toMatchObject([
      { at: second, position: 1, isWhole: true },
      { position: 3, isWhole: true },
    ])
    const { page: first } = await page(found[1]?.at ?? '')
    expect(first).toMatchObject({ at: found[1]?.at, isWhole: true, depth: 100, source: 'scripted', sandbox: true })
    expect(first.questions).toEqual(['what is marked?'])
    expect(first.results).toEqual([
      { position: 1, host: 'a.org', url: 'https://a.org/', owner: null },
      { position: 2, host: 'shop.rival.com', url: 'https://shop.rival.com/', owner: 'competitor' },
      { position: 3, host: 'www.example.com', url: 'https://www.example.com/', owner: 'own' },
      { position: 4, host: 'example.com', url: 'https://example.com/', owner: 'own' },
    ])
    expect((await page(second)).page.results).toHaveLength(1)
    expect(await account.history(site, keyword)).toHaveLength(2)
  })

  it('has hosts alone once its details are forgotten', async () => {
    world.serp.show('forgotten', 'a.org', 'example.com')
    const { dates, page } = await checkedSite('forgotten')
    await world.parts.pool.query(
      `DELETE FROM ranks.page_detail d USING page_target t WHERE t.seq = d.page AND t.phrase = 'forgotten'`,
    )
    const [date] = (await dates()).dates
    expect(date).toMatchObject({ isWhole: false, position: 2 })
    expect((await page(date?.at ?? '')).page).toMatchObject({
      isWhole: false,
      questions: [],
      blocks: [],
      results: [
        { position: 1, host: 'a.org', url: null, owner: null },
        { position: 2, host: 'example.com', url: null, owner: 'own' },
      ],
    })
  })

  it('is cut at the depth at which the keyword read it', async () => {
    const hosts = Array.from({ length: 30 }, (_, i) => `site${i + 1}.org`)
    world.serp.show('cut', ...hosts)
    const deep = await checkedSite('cut')
    const shallow = accountIn(world)
    const site = await shallow.site()
    const caller = person(shallow.id)
    await ask('siteDepth.update', { params: { id: site.id }, body: { depth: 10, smart: false } }, caller)
    const keyword = await shallow.keyword(site, 'cut')
    await shallow.checked(site, keyword)
    // At the time of day of the phrase's check both are due, and read one page.
    world.pass(36.5)
    await Promise.all([shallow.historyOf(site, keyword, 2), deep.account.historyOf(deep.site, deep.keyword, 2)])
    const [at = ''] = (await deep.dates()).dates.map((date) => date.at)
    const read = async (of: typeof params, who: typeof caller) =>
      (await ask('resultsPages.get', { params: of(site, keyword), query: { at } }, who)).page
    const cut = await read(params, caller)
    expect([cut.depth, cut.results.length]).toEqual([10, 10])
    expect((await deep.page(at)).page.results).toHaveLength(30)
  })

  it('is nobody else’s: another account’s ids are not found, and a page that others had fetched is no date', async () => {
    world.serp.show('shared', 'a.org', 'example.com')
    const first = await checkedSite('shared')
    world.pass(3)
    const second = await checkedSite('shared', 'a.org')
    const [at = ''] = (await first.dates()).dates.map((date) => date.at)
    expect((await second.dates()).dates.map((date) => date.at)).not.toContain(at)
    await expect(second.page(at)).rejects.toEqual(notFound)
    const asSecond = { ...second.caller }
    const query = { at }
    const crossed = [
      params(first.site, first.keyword),
      params(second.site, first.keyword),
      params(first.site, second.keyword),
    ]
    for (const of of crossed) {
      await expect(ask('pageDates.list', { params: of }, asSecond)).rejects.toEqual(notFound)
      await expect(ask('resultsPages.get', { params: of, query }, asSecond)).rejects.toEqual(notFound)
      const both = { before: at, after: at }
      await expect(ask('pageChanges.list', { params: of, query: both }, asSecond)).rejects.toEqual(notFound)
    }
    for (const name of ['pageBlocks.list', 'competingPages.list'] as const)
      await expect(ask(name, { params: { id: first.site.id }, query: { days: 30 } }, asSecond)).rejects.toEqual(
        notFound,
      )
  })

  it('is not opened by an imported rank with the time of a page that others had fetched', async () => {
    world.serp.show('imported', 'a.org', 'example.com')
    const first = await checkedSite('imported')
    world.pass(3)
    const [at = ''] = (await first.dates()).dates.map((date) => date.at)
    const other = accountIn(world)
    const site = await other.site()
    const caller = person(other.id)
    const head = 'ID,Keyword,Position,URL,Country,City,Device,Updated,Added,Tags'
    const text = `${head}\n1, imported, 7, https://example.com/, United States, -, desktop, ${at}, ${at}, a`
    await ask('keywords.import', { body: { from: 'serpbear', siteId: site.id, domain: 'example.com', text } }, caller)
    const keyword = (await other.keywords(site)).find((row) => row.keyword === 'imported')
    if (!keyword) throw new Error('nothing was imported')
    const history = await other.history(site, keyword)
    expect(history.map(({ checkedAt }) => checkedAt)).toContain(at)
    await other.post(`/projects/${site.id}/competitors`, { domain: 'a.org' })
    const isFilled = () =>
      world.parts.pool.query<{ times: Date[] }>(
        `SELECT array(SELECT checked_at FROM ranks.history p WHERE p.domain = d.seq) AS times
         FROM tracked_domain d WHERE d.site_id = $1 AND d.kind = 'competitor' AND d.past_seq IS NULL`,
        [site.id],
      )
    const { rows } = await until(isFilled, (found) => found.rows.length === 1)
    expect(rows[0]?.times.map((time) => time.toISOString())).not.toContain(at)
    const { dates } = await ask('pageDates.list', { params: params(site, keyword) }, caller)
    expect(dates.map((date) => date.at)).not.toContain(at)
    await expect(ask('resultsPages.get', { params: params(site, keyword), query: { at } }, caller)).rejects.toEqual(
      notFound,
    )
  })
})

it('two dates: who came, who went and who moved, with whose they are', async () => {
  world.serp.show('compared', 'a.org', 'b.org', 'example.com')
  const { site, keyword, caller, dates, checkAgain } = await checkedSite('compared')
  const [before = ''] = (await dates()).dates.map((date) => date.at)
  world.serp.show('compared', 'a.org', 'example.com', 'c.org')
  const after = await checkAgain()
  const compared = await ask('pageChanges.list', { params: params(site, keyword), query: { before, after } }, caller)
  expect(compared).toMatchObject({ before: { at: before, isWhole: true }, after: { at: after, isWhole: true } })
  expect(
    compared.changes.map(({ change, host, before: was, after: is, owner }) => [change, host, was, is, owner]),
  ).toEqual([
    ['came', 'c.org', null, 3, null],
    ['went', 'b.org', 2, null, null],
    ['moved', 'example.com', 3, 2, 'own'],
    ['stayed', 'a.org', 1, 1, null],
  ])
})

describe('what a page has beside its results', () => {
  const kinds = { ad: true, ai_overview: true, snippet: true, video: false }
  const blocks: Blocks = {
    kinds,
    citations: ['https://example.com/tea', 'https://b.org/'],
    snippet: 'https://b.org/tea',
  }
  const movement = async ({ site, caller, keyword }: Awaited<ReturnType<typeof checkedSite>>) => {
    const { keywords } = await ask('movements.list', { params: { id: site.id }, query: { days: 7 } }, caller)
    return keywords.find(({ id }) => id === keyword.id)
  }

  it('is shown on it, with whom it names and what its provider does not say', async () => {
    world.serp.show('blocks', 'b.org', 'example.com')
    world.serp.showBlocks('blocks', blocks)
    const { dates, page } = await checkedSite('blocks')
    const { page: shown } = await page((await dates()).dates[0]?.at ?? '')
    expect(shown.blocks).toEqual([
      { kind: 'ad', sources: null },
      { kind: 'snippet', sources: [{ host: 'b.org', url: 'https://b.org/tea', owner: null }] },
      {
        kind: 'ai_overview',
        sources: [
          { host: 'example.com', url: 'https://example.com/tea', owner: 'own' },
          { host: 'b.org', url: 'https://b.org/', owner: null },
        ],
      },
    ])
    expect(shown.unknownKinds).toContain('news')
    expect(shown.unknownKinds).not.toContain('video')
  })

  it('is kept for the last check of each keyword, whose position is that of the results alone', async () => {
    world.serp.show('latest', 'b.org', 'example.com')
    const checked = await checkedSite('latest')
    const nothing = { blocks: null, aiOverview: null, aiCited: null, snippet: null, ownSnippet: null }
    expect(await movement(checked)).toMatchObject({ position: 2, ...nothing })
    world.serp.showBlocks('latest', blocks)
    await checked.checkAgain()
    const some = { aiOverview: true, aiCited: true, snippet: true, ownSnippet: false }
    expect(await movement(checked)).toMatchObject({ position: 2, blocks: ['ad', 'snippet', 'ai_overview'], ...some })
    world.serp.showBlocks('latest', { kinds: { ai_overview: false }, citations: null, snippet: null })
    await checked.checkAgain()
    expect(await movement(checked)).toMatchObject({ ...nothing, blocks: [], aiOverview: false, aiCited: false })
  })

  it('is counted day by day, a keyword as long as its check counts, and what is unknown not at all', async () => {
    world.serp.show('counted', 'example.com')
    world.serp.show('uncounted', 'example.com')
    world.serp.showBlocks('counted', blocks)
    const checked = await checkedSite('counted')
    const { account, site, caller } = checked
    await account.checked(site, await account.keyword(site, 'uncounted'))
    const today = world.now().toISOString().slice(0, 10)
    const read = () => ask('pageBlocks.list', { params: { id: site.id }, query: { days: 3 } }, caller)
    const { days, counts } = await read()
    expect(days.at(-1)).toBe(today)
    expect(counts).toEqual({
      aiKnown: [0, 0, 1],
      aiOverview: [0, 0, 1],
      aiCited: [0, 0, 1],
      snippetKnown: [0, 0, 1],
      snippet: [0, 0, 1],
      ownSnippet: [0, 0, 0],
    })
    world.serp.showBlocks('counted', { kinds: { ai_overview: false }, citations: null, snippet: null })
    await checked.checkAgain()
    const later = (await read()).counts
    expect([later.aiKnown.at(-1), later.aiOverview.at(-1), later.snippetKnown.at(-1)]).toEqual([1, 0, 0])
    expect(later.aiOverview).toContain(1)
    const year = await ask('pageBlocks.list', { params: { id: site.id }, query: { days: 365 } }, caller)
    expect(year.days).toHaveLength(365)
  })
})

it('phrases for which addresses of the site take turns, since when', async () => {
  const { site, keyword, caller, checkAgain } = await (async () => {
    world.serp.show('swapping', 'a.example.com')
    return checkedSite('swapping')
  })()
  const read = () => ask('competingPages.list', { params: { id: site.id }, query: { days: 90 } }, caller)
  world.serp.show('swapping', 'b.example.com')
  const since = await checkAgain()
  expect((await read()).phrases).toEqual([])
  world.serp.show('swapping', 'a.example.com')
  const last = await checkAgain()
  const { phrases } = await until(read, (answer) => answer.phrases.length > 0)
  expect(phrases).toMatchObject([{ keywordId: keyword.id, keyword: 'swapping', since, lastAt: last, turns: 2 }])
  expect(phrases[0]?.addresses.map(({ url, times }) => [url, times])).toEqual([
    ['https://a.example.com/', 2],
    ['https://b.example.com/', 1],
  ])
})
