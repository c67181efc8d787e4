import { randomUUID } from 'node:crypto'
import { insertPositions } from '@rts/local/testing/positions'
import { maxTags } from '@rts/shared/contract/rows/keyword'
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
const daysAgo = (days: number) => new Date(world.now().getTime() - days * 86_400_000).toISOString().slice(0, 10)

/** A site with keywords that no check reaches, and a person who looks at it. */
async function siteWith(...phrases: string[]) {
  const account = accountIn(world)
  const site = await account.site()
  for (const phrase of phrases) world.serp.fail(phrase, 'upstream')
  const keywords = []
  for (const phrase of phrases) keywords.push(await account.keyword(site, phrase))
  const caller = person(account.id)
  const ids = keywords.map(({ id }) => id)
  const params = { id: site.id }
  const tag = (wanted: string[], add: string[], remove: string[] = []) =>
    world.rpc('keywordTags.update', { params, body: { ids: wanted, add, remove } }, caller)
  const movements = async () => {
    const answer = await world.rpc('movements.list', { params, query: { days: 7 } }, caller)
    return answer.keywords
  }
  return {
    account,
    site,
    ids,
    caller,
    params,
    tag,
    movements,
    tags: async () => (await movements()).map((k) => k.tags),
  }
}

describe('tags of keywords', () => {
  it('are added and removed in bulk, each once, in the order of the alphabet', async () => {
    const { ids, tag, tags } = await siteWith('t1', 't2', 't3')
    expect(await tag(ids, ['money', 'brand'])).toEqual({ changed: 3 })
    expect(await tag(ids.slice(0, 2), ['brand', 'new'], ['money'])).toEqual({ changed: 2 })
    expect(await tags()).toEqual([
      ['brand', 'new'],
      ['brand', 'new'],
      ['brand', 'money'],
    ])
  })

  it('are read by servers in the overview', async () => {
    const { ids, tag, caller, params } = await siteWith('v1', 'v2')
    await tag(ids.slice(0, 1), ['money'])
    const { keywords } = await world.rpc('overview.get', { params, query: { days: 7 } }, caller)
    expect(keywords.map(({ tags }) => tags)).toEqual([['money'], []])
    const pages = await world.rpc('overview.get', { params, query: {} }, caller)
    expect(pages.keywords.map(({ tags }) => tags)).toEqual([['money'], []])
  })

  it('are refused for all where one keyword would have too many', async () => {
    const { ids, tag, tags } = await siteWith('m1', 'm2')
    const many = Array.from({ length: maxTags }, (_, i) => `tag ${i + 10}`)
    await tag(ids.slice(0, 1), many)
    await expect(tag(ids, ['one more'])).rejects.toMatchObject({
      code: 'invalid_input',
      facts: { errors: [{ field: 'add' }] },
    })
    expect(await tags()).toEqual([many, []])
  })

  it('never reach a keyword of another site or account', async () => {
    const [mine, theirs] = [await siteWith('o1'), await siteWith('o1')]
    expect(await mine.tag(theirs.ids, ['mine'])).toEqual({ changed: 0 })
    const elsewhere = { params: theirs.params, body: { ids: theirs.ids, add: ['mine'], remove: [] } }
    await expect(world.rpc('keywordTags.update', elsewhere, mine.caller)).rejects.toMatchObject({ code: 'not_found' })
    expect(await theirs.tags()).toEqual([[]])
  })

  it('are no change for readers of updatedSince', async () => {
    const { account, site, ids, tag } = await siteWith('u1')
    await account.checked(site, (await account.keywords(site))[0] ?? expect.fail(), 'failed')
    const read = async (since: string) =>
      (await account.get(`/projects/${site.id}/keywords?updatedSince=${since}`)).body
    const { nextUpdatedSince } = await read(new Date(world.now().getTime() + 60_000).toISOString())
    await tag(ids, ['quiet'])
    const [row] = await account.keywords(site)
    expect(row).not.toHaveProperty('tags')
    const [stored] = (await world.parts.pool.query('SELECT updated_at FROM keyword WHERE id = $1', [ids[0]])).rows
    expect(stored.updated_at.getTime()).toBeLessThanOrEqual(Date.parse(nextUpdatedSince ?? ''))
  })

  it('narrow the course of a site: its days count the keywords that have the tag alone', async () => {
    const { site, ids, caller, params, tag } = await siteWith('c1', 'c2')
    await tag(ids.slice(0, 1), ['chosen'])
    for (const [i, position] of [1, 30].entries()) await ranked(site, ids[i] ?? '', 2, position)
    const on = async (wanted: object) => {
      const query = { days: 3, hosts: 'own' as const, ...wanted }
      const { counts, hosts } = await world.rpc('visibility.list', { params, query }, caller)
      return [counts.top3[0], counts.top50[0], hosts[0]?.scores[0]]
    }
    expect(await on({})).toEqual([1, 1, expect.any(Number)])
    expect(await on({ tag: 'chosen' })).toEqual([1, 0, 100])
    expect(await on({ tag: 'unknown' })).toEqual([0, 0, null])
  })
})

/** Stores a rank of some days ago, at noon. */
async function ranked(site: SiteRow, keywordId: string, days: number, position: number): Promise<void> {
  await world.parts.pool.query(
    insertPositions(
      `SELECT $1, (SELECT epoch FROM keyword WHERE id = $1), id, $3::date + interval '12 hours', $4::int, NULL, 100, 'test', true
       FROM tracked_domain WHERE site_id = $2 AND kind = 'own'`,
    ),
    [keywordId, site.id, daysAgo(days), position],
  )
}

describe('movements.list of two days', () => {
  it('has the rank of the later day beside that of the earlier one, null where no check counted', async () => {
    const { site, ids, caller, params } = await siteWith('d1', 'd2')
    await ranked(site, ids[0] ?? '', 20, 9)
    await ranked(site, ids[0] ?? '', 10, 4)
    await ranked(site, ids[1] ?? '', 10, 7)
    const query = { from: daysAgo(20), until: daysAgo(10) }
    const { keywords, score } = await world.rpc('movements.list', { params, query }, caller)
    expect(keywords).toMatchObject([
      { position: 4, previousPosition: 9, change: 5, comparable: true },
      { position: 7, previousPosition: null, change: null, comparable: false },
    ])
    expect(score).toBeGreaterThan(0)
    const between = { from: daysAgo(19), until: daysAgo(15) }
    const none = await world.rpc('movements.list', { params, query: between }, caller)
    expect(none.keywords.map(({ position }) => position)).toEqual([null, null])
  })

  it.each([
    [{}, 'days'],
    [{ days: 7, from: '2026-01-01', until: '2026-02-01' }, 'days'],
    [{ from: '2026-01-01' }, 'days'],
    [{ from: '2026-02-01', until: '2026-02-01' }, 'until'],
  ])('refuses %j and names %s', async (query, field) => {
    const { params, caller } = await siteWith('r1')
    await expect(world.rpc('movements.list', { params, query }, caller)).rejects.toMatchObject({
      code: 'invalid_input',
      facts: { errors: [{ field }] },
    })
  })
})

describe('keywords.updateBulk', () => {
  it('moves keywords to another country, device or city; each begins a new history and keeps its id and tags', async () => {
    const { account, site, ids, caller, params, tag, tags } = await siteWith('b1', 'b2')
    await tag(ids, ['kept'])
    const body = { ids, country: 'de', language: 'de', device: 'mobile' as const }
    expect(await world.rpc('keywords.updateBulk', { params, body }, caller)).toEqual({ changed: 2, conflicts: [] })
    expect(await account.keywords(site)).toMatchObject(
      ids.map((id) => ({ id, country: 'de', language: 'de', device: 'mobile', location: null })),
    )
    expect(await tags()).toEqual([['kept'], ['kept']])
    const { rows } = await world.parts.pool.query('SELECT epoch FROM keyword WHERE id = ANY($1)', [ids])
    expect(rows).toEqual([{ epoch: 1 }, { epoch: 1 }])
    expect(await world.rpc('keywords.updateBulk', { params, body }, caller)).toEqual({ changed: 0, conflicts: [] })
  })

  it('leaves those as they are that would become another keyword of the site, and names them', async () => {
    const { account, site, ids, caller, params } = await siteWith('same')
    const [desktop] = ids
    const mobile = await account.keyword(site, 'Same', { device: 'mobile' })
    const body = { ids: [desktop ?? '', mobile.id], device: 'mobile' as const }
    expect(await world.rpc('keywords.updateBulk', { params, body }, caller)).toEqual({
      changed: 0,
      conflicts: [desktop],
    })
    expect((await account.keywords(site)).map(({ device }) => device)).toEqual(['desktop', 'mobile'])
  })

  it('changes nothing where a city is unknown, and names the field', async () => {
    const { account, site, ids, caller, params } = await siteWith('nowhere')
    const body = { ids, location: 'Atlantis' }
    await expect(world.rpc('keywords.updateBulk', { params, body }, caller)).rejects.toMatchObject({
      code: 'invalid_input',
      facts: { errors: [{ field: 'location' }] },
    })
    expect((await account.keywords(site))[0]?.location).toBeNull()
  })
})

describe('saved views', () => {
  it('belong to a site: saved by name, changed by the same name, deleted, and nothing to another account', async () => {
    const { caller, params } = await siteWith('v1')
    const save = (name: string, search: Record<string, string | string[]>) =>
      world.rpc('savedViews.create', { params, body: { name, search } }, caller)
    await save('Money', { tags: ['money'], sort: '-change' })
    const { view } = await save('Lost', { only: 'notFound' })
    await save('Money', { tags: ['money'] })
    const list = async () => (await world.rpc('savedViews.list', { params }, caller)).views
    expect((await list()).map(({ name, search }) => [name, search])).toEqual([
      ['Lost', { only: 'notFound' }],
      ['Money', { tags: ['money'] }],
    ])
    const stranger = person(randomUUID())
    await expect(world.rpc('savedViews.list', { params }, stranger)).rejects.toMatchObject({ code: 'not_found' })
    const other = await siteWith('v2')
    const elsewhere = { params: { ...other.params, viewId: view.id } }
    await expect(world.rpc('savedViews.delete', elsewhere, other.caller)).rejects.toMatchObject({ code: 'not_found' })
    await world.rpc('savedViews.delete', { params: { ...params, viewId: view.id } }, caller)
    expect((await list()).map(({ name }) => name)).toEqual(['Money'])
  })
})
