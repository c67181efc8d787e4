import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endStep } from '../src/ending/deletion.ts'
import { endTrashStep } from '../src/sites/sites.ts'
import { accountIn } from './support/account.ts'
import { tell } from './support/facts.ts'
import { callerOf, startWorld, until, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const days = (count: number) => world.pass(24 * count)
/** An account as a key, and as the person who owns it. */
function owner(plan: 'free' | 'starter' | 'growth' = 'growth') {
  const rest = accountIn(world, { plan })
  const by = { kind: 'person', accountId: rest.id, plan } as const
  // A call over NATS is signed with its time, and the service's may be ahead.
  const person = () => callerOf({ ...by, iat: world.now().getTime() })
  const paged = { query: {} }
  return {
    ...rest,
    person,
    key: () => callerOf({ accountId: rest.id, plan, iat: world.now().getTime() }),
    removeKeyword: (siteId: string, id: string) => rest.delete(`/projects/${siteId}/keywords/${id}`),
    trash: async () => ({
      sites: (await world.rpc('trashedSites.list', paged, person())).sites,
      keywords: (await world.rpc('trashedKeywords.list', paged, person())).keywords,
    }),
    restore: (...ids: string[]) => world.rpc('trashedKeywords.restore', { body: { ids } }, person()),
    restoreSite: (id: string) => world.rpc('trashedSites.restore', { params: { id } }, person()),
  }
}
const only = async <T>(sql: string, values: unknown[]): Promise<T[]> =>
  (await world.parts.pool.query({ text: sql, values, rowMode: 'array' })).rows.map(([value]) => value)
/** Empties the trash as the background does. */
async function sweep() {
  while (await endTrashStep(world.parts.pool, world.now())) {}
  while (await endStep(world.parts.pool, world.now())) {}
}
const logOf = (accountId: string) =>
  only<Record<string, unknown>>(
    `SELECT state - 'at' FROM facts.event WHERE type = 'trash.changed' AND state->>'accountId' = $1 ORDER BY created_at`,
    [accountId],
  )

describe('a deleted keyword', () => {
  it('is in no list but the trash’s, 404 by id, towards no limit, and not checked; the answer says until when it is kept', async () => {
    const free = owner('free')
    const site = await free.site()
    const [one] = [await free.keyword(site, 'rests'), await free.keyword(site, 'r2'), await free.keyword(site, 'r3')]
    await free.historyOf(site, one, 1)
    const { body } = await free.removeKeyword(site.id, one.id)
    expect(body.ok).toBe(true)
    expect(Date.parse(body.restorableUntil ?? '') - world.now().getTime()).toBeGreaterThan(29.99 * 86_400_000)
    expect((await free.keywords(site)).map(({ keyword }) => keyword)).toEqual(['r2', 'r3'])
    expect((await free.get(`/projects/${site.id}/overview`)).body.total).toBe(2)
    expect((await free.get(`/projects/${site.id}/keywords/${one.id}/history`)).status).toBe(404)
    expect((await free.patch(`/projects/${site.id}/keywords/${one.id}`, { keyword: 'x' })).status).toBe(404)
    expect((await free.trash()).keywords).toMatchObject([
      { id: one.id, projectId: site.id, site: site.domain, keyword: 'rests', device: 'desktop', deletedBy: 'key:key' },
    ])
    await free.keyword(site, 'r4')
    expect(await only('SELECT count(*)::int FROM keyword_state WHERE keyword_id = $1', [one.id])).toEqual([1])
    days(8)
    await until(
      async () => world.serp.calls.filter(({ phrase }) => phrase === 'r2').length,
      (calls) => calls > 1,
    )
    expect(world.serp.calls.filter(({ phrase }) => phrase === 'rests')).toHaveLength(1)
  })

  it('is revived by adding the same again: same id and history, created, and updatedAt moves', async () => {
    const growth = owner()
    const site = await growth.site()
    world.serp.show('comes back', 'example.com')
    const before = await growth.keyword(site, 'comes back')
    const history = await growth.historyOf(site, before, 1)
    await growth.removeKeyword(site.id, before.id)
    const [since] = await only<Date>('SELECT clock_timestamp()', [])
    const { body } = await growth.post(`/projects/${site.id}/keywords`, { keyword: 'Comes  BACK' })
    expect(body).toMatchObject({ created: true, revived: true, keyword: { id: before.id, keyword: 'comes back' } })
    expect(await growth.history(site, before)).toEqual(history)
    expect((await growth.get(`/projects/${site.id}/overview`)).body.keywords).toMatchObject([
      { id: before.id, position: 1 },
    ])
    const synced = await growth.get(`/projects/${site.id}/keywords?updatedSince=${since?.toISOString()}`)
    expect(synced.body.keywords.map(({ id }) => id)).toEqual([before.id])
    expect((await growth.trash()).keywords).toEqual([])
  })

  it('is revived in bulk and by an import too, which say how many', async () => {
    const growth = owner()
    const site = await growth.site()
    const [one, two] = [await growth.keyword(site, 'bulk one'), await growth.keyword(site, 'bulk two')]
    for (const { id } of [one, two]) await growth.removeKeyword(site.id, id)
    const bulk = await growth.post(`/projects/${site.id}/keywords/bulk`, { text: 'new\nbulk two\nBULK TWO' })
    expect(bulk.body).toMatchObject({ added: 2, skipped: 1, revived: 1 })
    expect(bulk.body.keywords.map(({ keyword, id }) => [keyword, id])).toContainEqual(['bulk two', two.id])
    const header = 'ID,Keyword,Position,URL,Country,City,Device,Updated,Added,Tags'
    const text = `${header}\r\n1, bulk one, -, -, United States, -, desktop, 2026-01-10T08:00:00.000Z, 2025-01-01T00:00:00.000Z, a,b\r\n`
    const body = { from: 'serpbear', siteId: site.id, domain: site.domain, text } as const
    expect(await world.rpc('keywords.import', { body }, growth.person())).toMatchObject({ added: 1, revived: 1 })
    expect((await growth.keywords(site)).map(({ id }) => id)).toContain(one.id)
  })

  it('does not count in the days of its site that are over, until it is back', async () => {
    const growth = owner()
    const site = await growth.site()
    const [one, two] = [await growth.keyword(site, 'course 1'), await growth.keyword(site, 'course 2')]
    for (const each of [one, two]) await growth.historyOf(site, each, 1)
    await world.parts.pool.query(
      `INSERT INTO ranks.rank SELECT k.seq, $2::timestamptz - day * interval '1 day', d.seq, 0, 1, 100, 1
       FROM keyword k JOIN tracked_domain d ON d.site_id = k.site_id, generate_series(2, 6) day WHERE k.site_id = $1`,
      [site.id, world.now()],
    )
    const top3 = async () => {
      const input = { params: { id: site.id }, query: { days: 7, hosts: 'own' } } as const
      return (await world.rpc('visibility.list', input, growth.person())).counts.top3.slice(1, 5)
    }
    expect(await top3()).toEqual([2, 2, 2, 2])
    await growth.removeKeyword(site.id, one.id)
    expect(await top3()).toEqual([1, 1, 1, 1])
    await growth.restore(one.id)
    expect(await top3()).toEqual([2, 2, 2, 2])
    await growth.removeKeyword(site.id, two.id)
    expect(await top3()).toEqual([1, 1, 1, 1])
    await growth.keyword(site, 'course 2')
    expect(await top3()).toEqual([2, 2, 2, 2])
  })

  it('needs room in the plan, by adding and by restoring', async () => {
    const free = owner('free')
    const site = await free.site()
    const kept = await free.keyword(site, 'n1')
    await free.removeKeyword(site.id, kept.id)
    for (const phrase of ['n2', 'n3', 'n4']) await free.keyword(site, phrase)
    expect((await free.post(`/projects/${site.id}/keywords`, { keyword: 'n1' })).status).toBe(402)
    await expect(free.restore(kept.id)).rejects.toMatchObject({
      code: 'plan_limit_reached',
      facts: { planLimit: { name: 'keywords', max: 3, used: 3 } },
    })
    expect((await free.trash()).keywords).toHaveLength(1)
  })

  it('is the newest for freezing once it is back', async () => {
    const starter = owner('starter')
    const site = await starter.site()
    const keywords = [
      await starter.keyword(site, 'z1'),
      await starter.keyword(site, 'z2'),
      await starter.keyword(site, 'z3'),
      await starter.keyword(site, 'z4'),
    ]
    await starter.removeKeyword(site.id, keywords[0]?.id ?? '')
    await starter.restore(keywords[0]?.id ?? '')
    const frozen = (await starter.as({ plan: 'free' }).keywords(site)).map(({ keyword, frozen }) => [keyword, frozen])
    expect(Object.fromEntries(frozen)).toEqual({ z1: true, z2: false, z3: false, z4: false })
  })

  it('leaves its identity free for a PATCH; restoring it is 409 then, and others are restored beside it', async () => {
    const growth = owner()
    const site = await growth.site()
    const [one, two, three] = [
      await growth.keyword(site, 'p1'),
      await growth.keyword(site, 'p2'),
      await growth.keyword(site, 'p3'),
    ]
    for (const { id } of [one, three]) await growth.removeKeyword(site.id, id)
    expect((await growth.patch(`/projects/${site.id}/keywords/${two.id}`, { keyword: 'p1' })).status).toBe(200)
    await expect(growth.restore(one.id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await growth.restore(one.id, three.id)).toEqual({
      restored: 1,
      skipped: [{ id: one.id, keyword: 'p1', code: 'duplicate' }],
    })
  })

  it('of a guest is deleted at once, and no time is named', async () => {
    const guest = accountIn(world, { kind: 'guest', plan: 'guest' })
    const site = await guest.site()
    const keyword = await guest.keyword(site, 'guest phrase')
    expect((await guest.delete(`/projects/${site.id}/keywords/${keyword.id}`)).body).toEqual({ ok: true })
    const again = await guest.post(`/projects/${site.id}/keywords`, { keyword: 'guest phrase' })
    expect(again.body).toMatchObject({ created: true })
    expect(again.body.keyword.id).not.toBe(keyword.id)
  })

  it('goes for good after thirty days, with its positions, and is then added anew', async () => {
    const growth = owner()
    const site = await growth.site()
    const keyword = await growth.keyword(site, 'goes for good')
    await growth.historyOf(site, keyword, 1)
    const [seq] = await only('SELECT seq FROM keyword WHERE id = $1', [keyword.id])
    await growth.removeKeyword(site.id, keyword.id)
    days(29.9)
    await sweep()
    expect((await growth.trash()).keywords).toHaveLength(1)
    days(0.2)
    expect((await growth.trash()).keywords).toEqual([])
    await expect(growth.restore(keyword.id)).rejects.toMatchObject({ code: 'not_found' })
    await sweep()
    expect(await only('SELECT count(*)::int FROM ranks.rank WHERE keyword = $1', [seq])).toEqual([0])
    expect((await growth.keyword(site, 'goes for good')).id).not.toBe(keyword.id)
  })
})

describe('a deleted site', () => {
  it('rests with its keywords, which count towards no limit, and comes back with what was deleted with it', async () => {
    const free = owner('free')
    const site = await free.site({ description: 'kept' })
    const [before, kept] = [await free.keyword(site, 's1'), await free.keyword(site, 's2')]
    const history = await free.historyOf(site, kept, 1)
    await free.removeKeyword(site.id, before.id)
    const { body } = await free.delete(`/projects/${site.id}`)
    expect(body).toEqual({ ok: true, restorableUntil: expect.any(String) })
    expect((await free.get(`/projects/${site.id}`)).status).toBe(404)
    expect((await free.get('/projects')).body.total).toBe(0)
    const params = { accountId: free.id }
    expect(await world.rpc('keywordRoom.get', { params }, free.person())).toMatchObject({ used: 0 })
    expect((await free.trash()).sites).toMatchObject([{ id: site.id, domain: site.domain, keywords: 1 }])
    expect((await free.trash()).keywords).toEqual([])
    days(9)
    expect(await free.restoreSite(site.id)).toEqual({ project: site })
    expect((await free.keywords(site)).map(({ id }) => id)).toEqual([kept.id])
    expect((await free.history(site, kept))[0]).toEqual(history[0])
    await free.historyOf(site, kept, 2)
    expect((await free.trash()).keywords.map(({ id }) => id)).toEqual([before.id])
  })

  it('is revived by adding the same again, with what the call names; by an agent, by its domain', async () => {
    const growth = owner()
    const site = await growth.site({ description: 'old', tags: ['old'] })
    const keyword = await growth.keyword(site, 'of a revived site')
    await growth.delete(`/projects/${site.id}`)
    const again = { name: site.name, domain: site.domain, description: 'new' }
    const { body } = await growth.post('/projects', again)
    expect(body).toMatchObject({ created: true, revived: true, project: { ...site, description: 'new' } })
    expect((await growth.keywords(site)).map(({ id }) => id)).toEqual([keyword.id])
    await growth.delete(`/projects/${site.id}`)
    const agents = await world.rpc('sites.create', { body: { domain: site.domain, byDomain: true } }, growth.key())
    expect(agents).toMatchObject({ created: true, revived: true, project: { id: site.id, name: site.name } })
  })

  it('needs room for itself and for its keywords; added again, restoring the first is 409', async () => {
    const starter = owner('starter')
    const site = await starter.site()
    for (const phrase of ['k1', 'k2', 'k3', 'k4']) await starter.keyword(site, phrase)
    await starter.delete(`/projects/${site.id}`)
    const free = { ...starter.person(), plan: 'free' } as const
    await starter.as({ plan: 'free' }).get('/projects')
    const restoring = world.rpc('trashedSites.restore', { params: { id: site.id } }, free)
    await expect(restoring).rejects.toMatchObject({ facts: { planLimit: { name: 'keywords', max: 3, used: 0 } } })
    await starter.as({ plan: 'free' }).site({ name: 'Other' })
    const full = world.rpc('trashedSites.restore', { params: { id: site.id } }, free)
    await expect(full).rejects.toMatchObject({ facts: { planLimit: { name: 'sites', max: 1, used: 1 } } })
    await starter.as({ plan: 'growth' }).get('/projects')
    const [other] = (await starter.as({ plan: 'growth' }).get('/projects')).body.projects
    const renamed = await starter.as({ plan: 'growth' }).patch(`/projects/${other?.id}`, { name: site.name })
    expect(renamed.status).toBe(200)
    await expect(starter.restoreSite(site.id)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is the newest for freezing once it is back, with all of its keywords', async () => {
    const starter = owner('starter')
    const [first, second] = [await starter.site({ name: 'A' }), await starter.site({ name: 'B' })]
    for (const site of [first, second]) for (const n of [1, 2]) await starter.keyword(site, `${site.name} ${n}`)
    await starter.delete(`/projects/${first.id}`)
    await starter.restoreSite(first.id)
    const free = starter.as({ plan: 'free' })
    const frozen = (await free.get('/projects')).body.projects.map(({ name, frozen }) => [name, frozen])
    expect(Object.fromEntries(frozen)).toEqual({ A: true, B: false })
    expect((await free.keywords(first)).every(({ frozen }) => frozen)).toBe(true)
  })

  it('after thirty days is told as deleted, and leaves no row', async () => {
    const growth = owner()
    const site = await growth.site()
    await growth.historyOf(site, await growth.keyword(site, 'of an ended site'), 1)
    await growth.delete(`/projects/${site.id}`)
    const facts = () =>
      only<string>(`SELECT type FROM facts.event WHERE aggregate = 'site:' || $1 ORDER BY version`, [site.id])
    days(29.9)
    await sweep()
    expect(await facts()).toEqual(['site.changed', 'site.trashed'])
    days(0.2)
    await expect(growth.restoreSite(site.id)).rejects.toMatchObject({ code: 'not_found' })
    await sweep()
    expect(await facts()).toEqual(['site.changed', 'site.trashed', 'site.deleted'])
    expect(await only('SELECT id FROM keyword WHERE site_id = $1', [site.id])).toEqual([])
    expect(await only('SELECT id FROM site WHERE id = $1', [site.id])).toEqual([])
    expect((await growth.site()).id).not.toBe(site.id)
  })

  it('of a guest is deleted at once, and that of a closed account too, out of the trash', async () => {
    const guest = accountIn(world, { kind: 'guest', plan: 'guest' })
    const gone = await guest.site()
    const asGuest = callerOf({ kind: 'guest', plan: 'guest', accountId: guest.id, iat: world.now().getTime() })
    expect(await world.rpc('sites.delete', { params: { id: gone.id } }, asGuest)).toEqual({ ok: true })
    expect((await guest.site()).id).not.toBe(gone.id)
    const growth = owner()
    const site = await growth.site()
    await growth.delete(`/projects/${site.id}`)
    const state = { id: growth.id, plan: 'growth', status: 'closed' }
    await tell(world, 'projects.accounts', { aggregate: growth.id, version: 9, type: 'account.changed', state })
    await sweep()
    expect(await only('SELECT id FROM site WHERE id = $1', [site.id])).toEqual([])
    const told = await only<string>(
      `SELECT type FROM facts.event WHERE aggregate = ANY($1) ORDER BY created_at, version`,
      [[`site:${gone.id}`, `site:${site.id}`]],
    )
    expect(told).toEqual(['site.changed', 'site.deleted', 'site.changed', 'site.trashed', 'site.deleted'])
  })
})

it('another account’s trash does not exist: it is not listed, and restoring from it is 404', async () => {
  const [growth, stranger] = [owner(), owner()]
  const [site, other] = [await growth.site({ name: 'A' }), await growth.site({ name: 'B' })]
  const keyword = await growth.keyword(other, 'not theirs')
  await growth.removeKeyword(other.id, keyword.id)
  await growth.delete(`/projects/${site.id}`)
  await stranger.get('/projects')
  expect(await stranger.trash()).toEqual({ sites: [], keywords: [] })
  await expect(stranger.restore(keyword.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(stranger.restoreSite(site.id)).rejects.toMatchObject({ code: 'not_found' })
  const ofSite = world.rpc('trashedKeywords.list', { query: { projectId: other.id } }, stranger.person())
  await expect(ofSite).rejects.toMatchObject({ code: 'not_found' })
  const theirs = await growth.trash()
  expect([theirs.sites.length, theirs.keywords.length]).toEqual([1, 1])
})

it('a page of a site’s trash, the last deleted first', async () => {
  const growth = owner()
  const [site, other] = [await growth.site({ name: 'A' }), await growth.site({ name: 'B' })]
  for (const [of, phrase] of [
    [site, 't1'],
    [other, 't2'],
    [site, 't3'],
  ] as const) {
    await growth.removeKeyword(of.id, (await growth.keyword(of, phrase)).id)
    world.pass(1)
  }
  const list = (cursor?: string) =>
    world.rpc(
      'trashedKeywords.list',
      { query: { projectId: site.id, limit: 1, ...(cursor && { cursor }) } },
      growth.person(),
    )
  const first = await list()
  expect(first).toMatchObject({ keywords: [{ keyword: 't3' }], total: 2 })
  const second = await list(first.nextCursor ?? '')
  expect(second).toMatchObject({ keywords: [{ keyword: 't1' }], nextCursor: null })
})

it('every deletion and restoration is told to the audit log: who, what, and how many', async () => {
  const growth = owner()
  const site = await growth.site({ name: 'Shop' })
  const [one, two] = [await growth.keyword(site, 'l1'), await growth.keyword(site, 'l2')]
  await growth.removeKeyword(site.id, one.id)
  await growth.keyword(site, 'l1')
  const params = { id: site.id }
  await world.rpc('keywords.deleteBulk', { params, body: { ids: [one.id, two.id] } }, growth.person())
  await growth.restore(one.id, two.id)
  await world.rpc('sites.delete', { params }, growth.person())
  await growth.restoreSite(site.id)
  const [byKey, byPerson] = [
    { accountId: growth.id, actor: 'key', keyId: 'key' },
    { accountId: growth.id, actor: 'person:person', keyId: null },
  ]
  const [single, both, whole] = [
    { site: site.domain, keyword: 'l1' },
    { site: site.domain, keywords: '2' },
    { site: site.domain, name: 'Shop' },
  ]
  expect(await logOf(growth.id)).toEqual([
    { ...byKey, action: 'keywords.deleted', detail: single },
    { ...byKey, action: 'keywords.restored', detail: single },
    { ...byPerson, action: 'keywords.deleted', detail: both },
    { ...byPerson, action: 'keywords.restored', detail: both },
    { ...byPerson, action: 'site.deleted', detail: whole },
    { ...byPerson, action: 'site.restored', detail: whole },
  ])
})
