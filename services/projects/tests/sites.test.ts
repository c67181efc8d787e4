import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountIn } from './support/account.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

describe('POST /projects', () => {
  it('200 with the whole site and its defaults', async () => {
    const { status, body } = await accountIn(world).post('/projects', {
      name: ' Shop ',
      domain: 'https://WWW.Example.com/',
    })
    expect(status).toBe(200)
    expect(body.created).toBe(true)
    expect(body.project).toEqual({
      id: expect.any(String),
      name: 'Shop',
      domain: 'example.com',
      tags: [],
      description: null,
      country: 'us',
      language: 'en',
      autoAddPreference: null,
      checksPausedAt: null,
      frozen: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
  })

  it('200 with the existing site for the same domain and name, before any limit', async () => {
    const free = accountIn(world, { plan: 'free' })
    const site = await free.site()
    const again = await free.post('/projects', { name: 'Site', domain: 'www.example.com', description: 'other' })
    expect(again).toMatchObject({ status: 200, body: { created: false, project: site } })
  })

  it('200 with the existing site for its name in another normal form', async () => {
    const growth = accountIn(world)
    const site = await growth.site({ name: 'Cafe\u0301' })
    const again = await growth.post('/projects', { name: 'Caf\u00e9', domain: site.domain })
    expect(again).toMatchObject({ status: 200, body: { created: false, project: { id: site.id, name: 'Caf\u00e9' } } })
  })

  it('400 for an invisible name', async () => {
    const { status, body } = await accountIn(world).post('/projects', { name: '\u200b', domain: 'example.com' })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      code: 'invalid_input',
      errors: [{ field: 'name', message: 'must have a visible character' }],
    })
  })

  it('402 plan_limit_reached for a site too many', async () => {
    const free = accountIn(world, { plan: 'free' })
    await free.site()
    const { status, body } = await free.post('/projects', { name: 'Second', domain: 'example.org' })
    expect(status).toBe(402)
    expect(body).toMatchObject({ code: 'plan_limit_reached', planLimit: { name: 'sites', max: 1, used: 1 } })
  })

  it('makes exactly as many sites as the plan allows when thirty are asked for at once', async () => {
    const starter = accountIn(world, { plan: 'starter' })
    const requests = Array.from({ length: 30 }, (_, i) =>
      starter.post('/projects', { name: `Site ${i}`, domain: 'example.com' }),
    )
    const statuses = (await Promise.all(requests)).map((reply) => reply.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 402)).toHaveLength(25)
    expect((await starter.get('/projects')).body.total).toBe(5)
  })

  it('makes one site when the same one is asked for many times at once', async () => {
    const growth = accountIn(world)
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => growth.post('/projects', { name: 'A', domain: 'a.com' })),
    )
    expect(new Set(replies.map((reply) => reply.body.project.id)).size).toBe(1)
    expect(replies.filter((reply) => reply.body.created)).toHaveLength(1)
  })

  it('402 plan_required for tags below Starter, which an empty list is not', async () => {
    const free = accountIn(world, { plan: 'free' })
    const refused = await free.post('/projects', { name: 'A', domain: 'a.com', tags: ['x'] })
    expect(refused).toMatchObject({ status: 402, body: { code: 'plan_required', requiredPlan: 'starter' } })
    expect((await free.get('/projects')).body.total).toBe(0)
    expect((await free.site({ tags: [] })).tags).toEqual([])
    expect((await accountIn(world, { plan: 'starter' }).site({ tags: ['x', ' x', 'y'] })).tags).toEqual(['x', 'y'])
  })

  it('400 names each bad field', async () => {
    const { status, body } = await accountIn(world).post('/projects', { name: '', domain: 'localhost', country: 'zz' })
    expect(status).toBe(400)
    expect(body.errors?.map((error) => error.field)).toEqual(['name', 'domain', 'country'])
  })

  it('404 for a key that is limited to one site, which still gets that site', async () => {
    const owner = accountIn(world)
    const site = await owner.site()
    const limited = owner.as({ siteIds: [site.id] })
    expect((await limited.post('/projects', { name: 'New', domain: 'new.com' })).status).toBe(404)
    expect((await limited.post('/projects', { name: site.name, domain: site.domain })).body.project).toEqual(site)
  })
})

describe('GET /projects', () => {
  it('lists the sites of the account alone, oldest first, whole and in pages', async () => {
    const growth = accountIn(world)
    for (const name of ['A', 'B', 'C']) await growth.site({ name })
    await accountIn(world).site()
    const whole = (await growth.get('/projects')).body
    expect(whole.projects.map((site) => site.name)).toEqual(['A', 'B', 'C'])
    expect(whole).toMatchObject({ total: 3, nextCursor: null })
    const first = (await growth.get('/projects?limit=2')).body
    expect(first.projects.map((site) => site.name)).toEqual(['A', 'B'])
    const second = (await growth.get(`/projects?limit=2&cursor=${first.nextCursor}`)).body
    expect(second.projects.map((site) => site.name)).toEqual(['C'])
    expect(second).toMatchObject({ total: 3, nextCursor: null })
  })

  it('400 names a cursor that was made up, and an unknown parameter', async () => {
    const bad = await accountIn(world).get('/projects?cursor=nonsense')
    expect(bad).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', errors: [{ in: 'query', field: 'cursor' }] },
    })
    expect((await accountIn(world).get('/projects?page=2')).body.code).toBe('unknown_field')
  })

  it('shows a key that is limited to one site nothing else', async () => {
    const owner = accountIn(world)
    const [mine, other] = [await owner.site({ name: 'Mine' }), await owner.site({ name: 'Other' })]
    const limited = owner.as({ siteIds: [mine.id] })
    expect((await limited.get('/projects')).body.projects).toEqual([mine])
    expect((await limited.get(`/projects/${other.id}`)).status).toBe(404)
    expect((await limited.get(`/projects/${mine.id}`)).status).toBe(200)
  })
})

describe('/projects/:id', () => {
  it('404 for the site of another account, whatever is done with it', async () => {
    const site = await accountIn(world).site()
    const stranger = accountIn(world)
    const replies = [
      await stranger.get(`/projects/${site.id}`),
      await stranger.patch(`/projects/${site.id}`, { name: 'Mine' }),
      await stranger.delete(`/projects/${site.id}`),
      await stranger.get(`/projects/${site.id}/keywords`),
      await stranger.post(`/projects/${site.id}/keywords`, { keyword: 'x' }),
    ]
    expect(replies.map((reply) => `${reply.status} ${reply.body.code}`)).toEqual(Array(5).fill('404 not_found'))
  })

  it('404 for an id of no form that exists', async () => {
    expect((await accountIn(world).get('/projects/%00')).status).toBe(404)
  })

  it('PATCH changes only what it names, and null clears', async () => {
    const growth = accountIn(world)
    const site = await growth.site({ description: 'Old', tags: ['a'] })
    const { body } = await growth.patch(`/projects/${site.id}`, { description: null, language: 'PT-br', country: 'UK' })
    expect(body.project).toEqual({ ...site, description: null, language: 'pt-BR', country: 'gb' })
    expect((await growth.get(`/projects/${site.id}`)).body.project).toEqual(body.project)
  })

  it('PATCH keeps both of two changes made at once', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    await Promise.all([
      growth.patch(`/projects/${site.id}`, { description: 'text' }),
      growth.patch(`/projects/${site.id}`, { autoAddPreference: 'note' }),
    ])
    const { project } = (await growth.get(`/projects/${site.id}`)).body
    expect(project).toMatchObject({ description: 'text', autoAddPreference: 'note' })
  })

  it('a name from before the rule of one script a word is shown, and the rest of its site can be changed', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const database = new pg.Client({ connectionString: world.databaseUrl })
    await database.connect()
    await database.query('UPDATE site SET name = $2 WHERE id = $1', [site.id, 'Раypal'])
    await database.end()
    const { body } = await growth.patch(`/projects/${site.id}`, { description: 'New' })
    expect(body.project).toMatchObject({ name: 'Раypal', description: 'New' })
    expect((await growth.get('/projects')).body.projects).toEqual([body.project])
    expect(await growth.patch(`/projects/${site.id}`, { name: 'Раypal 2' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'name', message: 'must not mix Latin and Cyrillic in one word' }] },
    })
  })

  it('409 for a PATCH onto the domain and name of another site', async () => {
    const growth = accountIn(world)
    await growth.site({ name: 'A' })
    const second = await growth.site({ name: 'B' })
    expect((await growth.patch(`/projects/${second.id}`, { name: 'A' })).body).toMatchObject({
      code: 'conflict',
      errors: [{ in: 'body', field: 'name' }],
    })
  })

  it('PATCH checksPaused twice keeps the first moment, and false resumes', async () => {
    const growth = accountIn(world)
    const site = await growth.site()
    const first = (await growth.patch(`/projects/${site.id}`, { checksPaused: true })).body.project.checksPausedAt
    expect(first).toEqual(expect.any(String))
    const second = (await growth.patch(`/projects/${site.id}`, { checksPaused: true })).body.project.checksPausedAt
    expect(second).toBe(first)
    expect((await growth.patch(`/projects/${site.id}`, { checksPaused: false })).body.project.checksPausedAt).toBeNull()
  })

  it('DELETE answers ok once, then 404, and gives room for another', async () => {
    const free = accountIn(world, { plan: 'free' })
    const site = await free.site()
    const removed = await free.delete(`/projects/${site.id}`)
    expect(removed).toEqual({ status: 200, body: { ok: true, restorableUntil: expect.any(String) } })
    expect((await free.delete(`/projects/${site.id}`)).status).toBe(404)
    expect((await free.get(`/projects/${site.id}`)).status).toBe(404)
    const other = await free.post('/projects', { name: 'Other', domain: site.domain })
    expect(other.body.created).toBe(true)
  })
})

describe('callers', () => {
  it('401 without a valid signature', async () => {
    const forged = await fetch(`${world.url}/projects`, { headers: { 'x-rts-caller': 'x', 'x-rts-signature': 'y' } })
    expect(forged.status).toBe(401)
  })

  it('lets a guest add a site and delete it for good, but not change it', async () => {
    const guest = accountIn(world, { kind: 'guest', plan: 'guest' })
    const site = await guest.site()
    expect((await guest.patch(`/projects/${site.id}`, { name: 'B' })).status).toBe(404)
    const deleted = await guest.delete(`/projects/${site.id}`)
    expect([deleted.status, deleted.body]).toEqual([200, { ok: true }])
  })
})
