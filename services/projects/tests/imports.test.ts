import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const header = 'ID,Keyword,Position,URL,Country,City,Device,Updated,Added,Tags'
const updated = '2026-01-10T08:00:00.000Z'
const row = (keyword: string, position: string, url: string, rest = `United States, -, desktop, ${updated}`) =>
  `1, ${keyword}, ${position}, ${url}, ${rest}, 2025-01-01T00:00:00.000Z, a,b`
const file = (...rows: string[]) => `${[header, ...rows].join('\r\n')}\r\n`

const operator = callerOf({ kind: 'operator', accountId: '' })
function importInto(accountId: string, text: string, more: { domain?: string; language?: string } = {}) {
  return world.rpc(
    'keywords.import',
    { body: { from: 'serpbear', accountId, domain: 'example.com', text, ...more } },
    operator,
  )
}

async function knownAccount(plan: 'free' | 'growth' = 'growth') {
  const account = accountIn(world, { plan })
  await account.get('/projects')
  return account
}

describe('keywords.import from SerpBear', () => {
  it('makes the site and its keywords, each with its position as one history entry, and checks go on', async () => {
    const growth = await knownAccount()
    world.serp.show('tea, green', 'example.com')
    const text = file(
      row('tea, green', '7', 'https://example.com/tea'),
      row('Kaffee', '-', '-', `Germany, -, desktop, ${updated}`),
      row('phone', '3', 'https://example.com/', `Germany, -, tablet, ${updated}`),
      row('tee', '2', 'https://example.com/', `Germany, -, desktop, ${updated}`),
    )
    expect(await importInto(growth.id, text, { language: 'de' })).toEqual({
      sites: 1,
      added: 3,
      positions: 2,
      skipped: 0,
      skippedLines: [],
      bad: [{ line: 4, reason: expect.stringContaining('tablet') }],
    })
    const [site] = (await growth.get('/projects')).body.projects
    if (!site) throw new Error('no site')
    expect(site).toMatchObject({ name: 'example.com', domain: 'example.com', country: 'de', language: 'de' })
    const keywords = await growth.keywords(site)
    expect(keywords.map(({ keyword, country, language }) => [keyword, country, language])).toEqual([
      ['tea, green', 'us', 'de'],
      ['Kaffee', 'de', 'de'],
      ['tee', 'de', 'de'],
    ])
    const [tea, coffee] = keywords
    if (!tea || !coffee) throw new Error('no keyword')
    const [past, present] = await growth.historyOf(site, tea, 2)
    const imported = { position: 7, checkedAt: updated, url: 'https://example.com/tea', found: true }
    expect(past).toEqual({ ...imported, depth: null, source: 'serpbear' })
    expect(present).toMatchObject({ position: 1, source: 'scripted' })
    await growth.historyOf(site, coffee, 1)
    const { keywords: rows } = (await growth.get(`/projects/${site.id}/overview`)).body
    expect(rows[0]).toMatchObject({ position: 1, previousPosition: 7, change: 6, best: 1 })
  })

  it('makes the months of its ranks, and refuses ranks from more than five years ago', async () => {
    const growth = await knownAccount()
    const year = new Date().getUTCFullYear()
    const old = (at: string) => row('old', '7', '-', `United States, -, desktop, ${at}T00:00:00.000Z`)
    expect(await importInto(growth.id, file(old(`${year - 2}-02-28`)))).toMatchObject({ positions: 1 })
    const { rows } = await world.parts.pool.query('SELECT name, n FROM ranks.outside_months(1000) ORDER BY name')
    expect(rows).toContainEqual({ name: 'rank', n: 0 })
    const refused = importInto(growth.id, file(row('new', '1', '-'), old('1999-12-31')))
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_input',
      facts: { errors: [{ field: 'text', message: expect.stringMatching(/^has a rank from before .* in line 3$/) }] },
    })
  })

  it('adds nothing when it is repeated', async () => {
    const growth = await knownAccount()
    const text = file(row('again', '7', '-'), row('Again', '9', '-'), row('new', '-', '-'))
    expect(await importInto(growth.id, text)).toMatchObject({ sites: 1, added: 2, positions: 1, skipped: 1 })
    const [site] = (await growth.get('/projects')).body.projects
    if (!site) throw new Error('no site')
    for (const keyword of await growth.keywords(site)) await growth.checked(site, keyword)
    const histories = async () =>
      Promise.all((await growth.keywords(site)).map((keyword) => growth.history(site, keyword)))
    const before = await histories()
    expect(before.map((entries) => entries.length)).toEqual([2, 1])
    expect(await importInto(growth.id, text)).toMatchObject({ sites: 0, added: 0, positions: 0, skipped: 3 })
    expect(await histories()).toEqual(before)
    expect((await growth.get('/projects')).body.total).toBe(1)
  })

  it('gives a keyword that is tracked already its past, before what is known of it', async () => {
    const growth = await knownAccount()
    const site = await growth.site()
    world.serp.show('tracked', 'a.org', 'example.com')
    const keyword = await growth.keyword(site, 'tracked')
    await growth.checked(site, keyword)
    expect(await importInto(growth.id, file(row('tracked', '1', '-')))).toMatchObject({ added: 0, positions: 1 })
    expect((await growth.history(site, keyword)).map((entry) => entry.position)).toEqual([1, 2])
    const { keywords } = (await growth.get(`/projects/${site.id}/overview`)).body
    expect(keywords).toMatchObject([{ position: 2, previousPosition: 1, change: -1, best: 1 }])
  })

  it('keeps device and city, each a keyword of its own with its own position', async () => {
    const growth = await knownAccount()
    const rows = [
      row('local', '9', '-'),
      row('local', '4', '-', `United States, Austin, desktop, ${updated}`),
      row('local', '7', '-', `United States, Austin, mobile, ${updated}`),
      row('local', '5', '-', `United States, Atlantis, mobile, ${updated}`),
    ]
    const bad = [{ line: 5, reason: 'its city is no known place of the country' }]
    expect(await importInto(growth.id, file(...rows))).toMatchObject({ added: 3, positions: 3, skipped: 0, bad })
    const [site] = (await growth.get('/projects')).body.projects
    if (!site) throw new Error('no site')
    const firsts = (await growth.keywords(site)).map(async (keyword) => {
      const [past] = await growth.historyOf(site, keyword, 2)
      return [keyword.device, keyword.location, past?.position, past?.source]
    })
    expect(await Promise.all(firsts)).toEqual([
      ['desktop', null, 9, 'serpbear'],
      ['desktop', 'Austin, Texas, United States', 4, 'serpbear'],
      ['mobile', 'Austin, Texas, United States', 7, 'serpbear'],
    ])
  })

  it('takes the first of two positions of one keyword', async () => {
    const growth = await knownAccount()
    const twice = file(row('both', '9', '-'), row('both', '2', '-'))
    expect(await importInto(growth.id, twice)).toMatchObject({ added: 1, positions: 1, skipped: 1 })
    const [site] = (await growth.get('/projects')).body.projects
    const [keyword] = site ? await growth.keywords(site) : []
    if (!site || !keyword) throw new Error('no keyword')
    const [past] = await growth.historyOf(site, keyword, 2)
    expect(past).toMatchObject({ position: 9, source: 'serpbear' })
  })

  it('keeps to the plan limits: keywords in order, and no site too many', async () => {
    const free = await knownAccount('free')
    const rows = Array.from({ length: 5 }, (_, i) => row(`k${i}`, '1', '-'))
    const imported = await importInto(free.id, file(...rows))
    expect(imported).toMatchObject({ sites: 1, added: 3, positions: 3, skipped: 2 })
    expect(imported.skippedLines).toEqual([
      { line: 5, keyword: 'k3', code: 'plan_limit_reached' },
      { line: 6, keyword: 'k4', code: 'plan_limit_reached' },
    ])
    await expect(importInto(free.id, file(...rows), { domain: 'example.org' })).rejects.toMatchObject({
      code: 'plan_limit_reached',
      facts: { planLimit: { name: 'sites', max: 1, used: 1 } },
    })
    expect((await free.get('/projects')).body.total).toBe(1)
  })

  it('changes nothing for a file that it cannot read, one whose lines are all bad, and an unknown account', async () => {
    const growth = await knownAccount()
    for (const text of ['nonsense', header, file().replace('Keyword', 'Phrase')]) {
      await expect(importInto(growth.id, text)).rejects.toMatchObject({
        code: 'invalid_input',
        facts: { errors: [{ field: 'text' }] },
      })
    }
    expect(await importInto(growth.id, file('nonsense'))).toMatchObject({ sites: 0, bad: [{ line: 2 }] })
    expect((await growth.get('/projects')).body.total).toBe(0)
    await expect(importInto('unknown', file(row('a', '1', '-')))).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is for the operator, and for people into a site of their own account, whatever account they name', async () => {
    const [growth, other] = [await knownAccount(), await knownAccount()]
    const [own, foreign] = [await growth.site(), await other.site()]
    await growth.site({ name: 'Younger' })
    const importBy = (kind: 'account' | 'person' | 'system', siteId?: string) => {
      const body = {
        from: 'serpbear',
        accountId: other.id,
        domain: 'example.com',
        text: file(row('a', '4', '-')),
      } as const
      const caller = callerOf({ kind, accountId: growth.id })
      return world.rpc('keywords.import', { body: siteId === undefined ? body : { ...body, siteId } }, caller)
    }
    for (const kind of ['account', 'system'] as const)
      await expect(importBy(kind, own.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(importBy('person', foreign.id)).rejects.toMatchObject({ code: 'not_found' })
    expect(await importBy('person', own.id)).toMatchObject({ sites: 0, added: 1, positions: 1 })
    expect((await growth.keywords(own)).map(({ keyword }) => keyword)).toEqual(['a'])
    expect(await other.keywords(foreign)).toEqual([])
  })
})
