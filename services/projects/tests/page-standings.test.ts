import { insertPositions, positionsSql } from '@rts/local/testing/positions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bitOf } from '../src/history/rules/blocks.ts'
import { accountIn } from './support/account.ts'
import { callerOf, startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const agent = (accountId: string, more: object = {}) => callerOf({ kind: 'account', accountId, ...more })
const notFound = expect.objectContaining({ code: 'not_found' })

/** A site with a keyword that was checked on two days: first and then the page had these hosts. */
async function twiceChecked(phrase: string, first: string[], then: string[]) {
  const account = accountIn(world)
  const site = await account.site()
  await account.post(`/projects/${site.id}/competitors`, { domain: 'rival.com' })
  world.serp.show(phrase, ...first)
  const keyword = await account.keyword(site, phrase)
  await account.checked(site, keyword)
  const since = world.now().toISOString().slice(0, 10)
  world.serp.show(phrase, ...then)
  world.pass(36.5)
  await account.historyOf(site, keyword, 2)
  const caller = agent(account.id, { iat: world.now().getTime() })
  return { account, site, keyword, since, caller, params: { id: site.id, kid: keyword.id } }
}

describe('the results page of a keyword', () => {
  it('says who stands where, and where they were then; those that left come last', async () => {
    const { params, caller, since } = await twiceChecked(
      'standing',
      ['example.com', 'a.org', 'left.org'],
      ['rival.com', 'a.org', 'example.com'],
    )
    const found = await world.rpc('pageStandings.get', { params, query: {} }, caller)
    expect(
      found.rows.map(({ host, position, previousPosition, owner }) => [host, position, previousPosition, owner]),
    ).toEqual([
      ['rival.com', 1, null, 'competitor'],
      ['a.org', 2, 2, null],
      ['example.com', 3, 1, 'own'],
      ['left.org', null, 3, null],
    ])
    expect(found).toMatchObject({ keyword: 'standing', page: { depth: 100 }, earlier: { at: found.firstPageAt } })
    const dated = await world.rpc('pageStandings.get', { params, query: { since } }, caller)
    expect(dated).toEqual(found)
    const tooEarly = await world.rpc('pageStandings.get', { params, query: { since: '2020-01-01' } }, caller)
    expect(tooEarly.earlier).toBeNull()
    expect(tooEarly.rows.every(({ previousPosition }) => previousPosition === null)).toBe(true)
  })

  it('another account, a key of another site and a keyword of another site find nothing', async () => {
    const { params, account, site } = await twiceChecked('private', ['example.com'], ['example.com'])
    const other = await account.site({ domain: 'other.com' })
    const iat = world.now().getTime()
    const ask = (caller: object, of = params) =>
      world.rpc('pageStandings.get', { params: of, query: {} }, agent(account.id, { iat, ...caller }))
    await expect(ask({ accountId: accountIn(world).id })).rejects.toEqual(notFound)
    await expect(ask({ siteIds: [other.id] })).rejects.toEqual(notFound)
    await expect(ask({}, { ...params, id: other.id })).rejects.toEqual(notFound)
    expect((await ask({ siteIds: [site.id] })).keyword).toBe('private')
  })
})

describe('why it fell', () => {
  it('names who came ahead, competitors that passed, the addresses of the site, and when it was', async () => {
    const { params, caller, since } = await twiceChecked(
      'fallen',
      ['example.com', 'rival.com', 'a.org'],
      ['rival.com', 'new.org', 'a.org', 'www.example.com'],
    )
    const falls = await world.rpc('falls.list', { params: { id: params.id }, query: { since } }, caller)
    expect(falls.unfallen).toEqual({ keywords: 0, known: 0, blocks: [] })
    expect(falls).toMatchObject({ total: 1, firstCheckedOn: since, summary: { down: 1, comparable: 1 } })
    const [fall] = falls.rows
    expect(fall).toMatchObject({
      keyword: 'fallen',
      position: 4,
      previousPosition: 1,
      url: 'https://www.example.com/',
      previousUrl: 'https://example.com/',
      passedBy: [{ domain: 'rival.com', position: 1, previousPosition: 2 }],
      largestFall: { from: 1, to: 4 },
      ownBefore: [{ url: 'https://example.com/', position: 1 }],
      ownNow: [{ url: 'https://www.example.com/', position: 4 }],
      isCompared: true,
    })
    const ahead = fall?.cameAhead.map(({ host, position, previousPosition, owner }) => [
      host,
      position,
      previousPosition,
      owner,
    ])
    expect(ahead).toEqual([
      ['rival.com', 1, 2, 'competitor'],
      ['new.org', 2, null, null],
      ['a.org', 3, 3, null],
    ])
  })

  it('says of how many keywords that did not fall the pages have which blocks', async () => {
    const { params, account, site, since, caller } = await twiceChecked(
      'fell',
      ['example.com'],
      ['a.org', 'example.com'],
    )
    const blocks = bitOf('snippet', 'known') | bitOf('snippet', 'true')
    for (const [phrase, known] of [
      ['stayed', blocks],
      ['stayed too', null],
    ] as const) {
      world.serp.fail(phrase, 'upstream')
      const { id } = await account.checked(site, await account.keyword(site, phrase), 'failed')
      const at = `(SELECT min(checked_at) FROM ${positionsSql} p WHERE keyword_id = $3)`
      await world.parts.pool.query(
        insertPositions(
          `SELECT $1, 0, id, ${at}, 4, NULL, 100, 'test', true FROM tracked_domain WHERE site_id = $2 AND kind = 'own'`,
        ),
        [id, site.id, params.kid],
      )
      await world.parts.pool.query(
        `INSERT INTO keyword_state (keyword_id, domain_id, checked_at, position, depth, blocks)
         SELECT $1, id, now(), 4, 100, $3 FROM tracked_domain WHERE site_id = $2 AND kind = 'own'`,
        [id, site.id, known],
      )
    }
    const falls = await world.rpc('falls.list', { params: { id: params.id }, query: { since } }, caller)
    expect([falls.total, falls.unfallen]).toEqual([
      1,
      { keywords: 2, known: 1, blocks: [{ kind: 'snippet', keywords: 1 }] },
    ])
  })

  it('has the notes since then, and nothing of another account', async () => {
    const { params, account, since, caller } = await twiceChecked('noted', ['example.com'], ['a.org', 'example.com'])
    const person = callerOf({ kind: 'person', accountId: account.id, role: 'owner', iat: world.now().getTime() })
    const note = { day: since, text: 'new shop' }
    await world.rpc('notes.create', { params: { id: params.id }, body: note }, person)
    await world.rpc('notes.create', { params: { id: params.id }, body: { day: '2020-01-01', text: 'old' } }, person)
    const query = { since }
    expect((await world.rpc('falls.list', { params: { id: params.id }, query }, caller)).notes).toMatchObject([note])
    const stranger = agent(accountIn(world).id, { iat: world.now().getTime() })
    await expect(world.rpc('falls.list', { params: { id: params.id }, query }, stranger)).rejects.toEqual(notFound)
  })

  it('refuses a day that is not over', async () => {
    const { params, caller } = await twiceChecked('today', ['example.com'], ['example.com'])
    const query = { since: world.now().toISOString().slice(0, 10) }
    await expect(world.rpc('falls.list', { params: { id: params.id }, query }, caller)).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})
