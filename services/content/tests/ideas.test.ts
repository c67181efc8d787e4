import { insertPositions } from '@rts/local/testing/positions'
import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from './support/world.ts'

let world: World
let client: Awaited<ReturnType<World['newClient']>>
let site: string
const host = 'garden.sandbox.example'
const quiet = 'quiet.sandbox.example'
const own = (path: string) => `https://${host}/${path}`
const others = (count: number) => Array.from({ length: count }, (_, i) => `https://other-${i}.com/`)
const page = (title: string, body = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`

/** A crawled site with six tracked phrases, a rival and a past. */
beforeAll(async () => {
  world = await startWorld([host, quiet], {}, { hasResearch: true })
  await world.site(host, {
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nAllow: /' },
    '/': { body: page('Home', '<a href="/tools">Tools</a><a href="/hoe">Hoe</a>') },
    '/tools': { body: page('All our garden tools', '<a href="/">Home</a><h2>Oiling garden handles</h2>') },
    '/hoe': { body: page('What is a hoe?', '<a href="/">Home</a>') },
  })
  const questions = ['What is a spade?', 'What is a hoe?']
  const pages: [keyword: string, organic: string[], questions: string[]][] = [
    ['garden tools', [...others(7), own('tools')], questions],
    ['tools garden', [...others(9), own('tools')], ['What is a spade?']],
    ['garden shears', ['https://rival.com/shears', ...others(3)], []],
    ['lawn seed', [...others(8), own('lawn')], []],
    ['rain barrels', others(4), []],
    ['house plants', [own('plants')], []],
  ]
  for (const [keyword, organic, asked] of pages) await world.resultsPage({ keyword, organic, questions: asked })
  client = await world.newClient('growth')
  site = await client.site(host)
  const params = { id: site }
  await world.callAs('competitors.add', { params, body: { domain: 'rival.com' } }, agent())
  await world.callAs(
    'keywords.createBulk',
    { params, body: { text: pages.map(([phrase]) => phrase).join('\n') } },
    agent(),
  )
  await until('the checks', async () => {
    const { keywords } = await world.callAs('keywords.list', { params, query: {} }, agent())
    return keywords.every(({ lastCheck }) => lastCheck?.status === 'ok')
  })
  await world.projectsDatabase.pool.query(
    insertPositions(
      `SELECT k.id, k.epoch, d.id, now() - interval '33 days', 3, $2, 100, 'test', true
     FROM keyword k JOIN tracked_domain d ON d.site_id = k.site_id AND d.kind = 'own' WHERE k.phrase = 'lawn seed' AND k.site_id = $1`,
    ),
    [site, own('lawn')],
  )
  await until('the crawl', async () => (await list()).status === 'ready')
})
afterAll(() => world.stop())

const agent = (more: object = {}) => ({ kind: 'account', accountId: client.accountId, ...more }) as const
const person = (more: object = {}) => ({ kind: 'person', accountId: client.accountId, ...more }) as const
const list = (query: object = {}, more: object = {}) =>
  world.callAs('ideas.list', { params: { id: site }, query }, agent(more))
const today = new Date().toISOString().slice(0, 10)

describe('GET /projects/:id/content-ideas', () => {
  it('lists ideas with the site’s own evidence', async () => {
    const { status, body } = await client.get(`/projects/${site}/content-ideas`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ready', reason: null, total: 6, nextCursor: null })
    const ideas = new Map(body.ideas.map((idea: { keyword: string }) => [idea.keyword, idea]))
    expect([...ideas.keys()].sort()).toEqual([
      'Oiling garden handles',
      'What is a spade?',
      'garden shears',
      'garden tools',
      'lawn seed',
      'rain barrels',
    ])
    expect(ideas.get('garden tools')).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      title: 'All our garden tools',
      keyword: 'garden tools',
      kind: 'striking_distance',
      volume: null,
      difficulty: null,
      intent: 'navigational',
      score: expect.any(Number),
      existingUrl: own('tools'),
      position: 8,
      evidence: [
        `Position 8 on ${today} for "garden tools"; page ${own('tools')}`,
        `Position 10 on ${today} for "tools garden"; page ${own('tools')}`,
      ],
      source: 'own_pages',
      sandbox: true,
    })
    expect(ideas.get('lawn seed')).toMatchObject({ kind: 'refresh', position: 9, existingUrl: own('lawn') })
    expect(ideas.get('garden shears')).toMatchObject({
      kind: 'gap',
      position: 0,
      evidence: [
        `rival.com at position 1 on ${today} for "garden shears", your site not found`,
        expect.stringMatching(
          /^None of the pages crawled by .* \(3\) has "garden shears" in its title or main heading$/,
        ),
        `Not found for "garden shears" on ${today}`,
      ],
    })
    expect(ideas.get('rain barrels')).toMatchObject({ kind: 'related', source: 'crawler', position: 0 })
    expect(ideas.get('What is a spade?')).toMatchObject({
      kind: 'question',
      intent: 'informational',
      position: null,
      existingUrl: null,
      evidence: [
        `Asked on the results page of "garden tools" on ${today}`,
        `Asked on the results page of "tools garden" on ${today}`,
      ],
    })
    expect(ideas.get('Oiling garden handles')).toMatchObject({
      kind: 'related',
      position: null,
      evidence: [expect.stringContaining(`Section "Oiling garden handles" of ${own('tools')}; none of the pages`)],
    })
    const scores = body.ideas.map(({ score }: { score: number }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
  })

  it('has the same ideas under the same ids at the next read, for people too', async () => {
    const again = await world.callAs('ideas.list', { params: { id: site }, query: {} }, person())
    expect(again.ideas).toEqual((await list()).ideas)
  })

  it('has the saved queries of the search console that no keyword tracks', async () => {
    const { pool } = world.projectsDatabase
    await pool.query(`UPDATE site SET search_property = 'sc-domain:p' WHERE id = $1`, [site])
    const reading = await pool.query(
      `INSERT INTO search_reading (site_id, property, days, start_date, end_date, clicks, impressions, is_cut, sandbox, read_at)
       VALUES ($1, 'sc-domain:p', 28, '2026-10-24', '2026-11-20', 9, 99, false, true, now()) RETURNING id`,
      [site],
    )
    await pool.query(
      `INSERT INTO search_query VALUES ($1, 1, 'garden gnomes', 'garden gnomes', 1, 40, 0.1, 7), ($1, 2, 'Garden Tools', 'garden tools', 1, 50, 0.1, 7)`,
      [reading.rows[0].id],
    )
    const found = (await list()).ideas.filter(({ source }) => source === 'search_console')
    expect(found).toMatchObject([
      { keyword: 'garden gnomes', kind: 'striking_distance', position: null, sandbox: true },
    ])
    expect((await list({ country: 'de' })).ideas.some(({ source }) => source === 'search_console')).toBe(false)
    await pool.query('DELETE FROM search_reading')
  })

  it('is read page by page without loss or duplicates', async () => {
    const whole = (await list()).ideas.map(({ id }) => id)
    const read: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const slice = await list({ limit: 2, ...(cursor ? { cursor } : {}) })
      expect(slice.total).toBe(6)
      read.push(...slice.ideas.map(({ id }) => id))
      cursor = slice.nextCursor
    }
    expect(read).toEqual(whole)
  })

  it('with a seed: ideas about the seed, and the questions on its results pages', async () => {
    const { ideas, total } = await list({ q: 'Tools' })
    expect(ideas.map(({ keyword }) => keyword).sort()).toEqual(['What is a spade?', 'garden tools'])
    expect(total).toBe(2)
    expect(await list({ q: 'tractors' })).toMatchObject({ status: 'ready', ideas: [], total: 0, nextCursor: null })
  })

  it('with a country and language: ideas from their keywords', async () => {
    expect((await list({ country: 'US', language: 'en' })).total).toBe(6)
    expect(await list({ country: 'de' })).toMatchObject({ ideas: [], total: 0 })
  })

  it('names the field of bad input', async () => {
    for (const [query, field] of [
      ['q=', 'q'],
      [`q=${'a'.repeat(201)}`, 'q'],
      ['country=xx', 'country'],
      ['language=klingon', 'language'],
      ['limit=0', 'limit'],
      ['limit=1001', 'limit'],
      ['cursor=forged', 'cursor'],
      [`cursor=${Buffer.from('ideas:9').toString('base64url')}`, 'cursor'],
      ['kind=gap', 'kind'],
    ]) {
      const { status, body } = await client.get(`/projects/${site}/content-ideas?${query}`)
      expect([status, body.errors?.[0]?.field]).toEqual([400, field])
    }
  })

  it('404 for another account’s site, and for a key that is limited to another site', async () => {
    const other = await world.newClient('growth')
    expect((await other.get(`/projects/${site}/content-ideas`)).body.code).toBe('not_found')
    await expect(list({}, { siteIds: ['another'] })).rejects.toMatchObject({ code: 'not_found' })
    expect((await list({}, { siteIds: [site] })).total).toBe(6)
  })
})

describe('without data yet', () => {
  it('the crawl is under way; if the caller may not collect, the list is empty with the reason', async () => {
    const free = await world.newClient('free')
    const id = await free.site(quiet)
    const params = { params: { id }, query: {} }
    const caller = { kind: 'account', accountId: free.accountId, plan: 'free' } as const
    expect(await world.callAs('ideas.list', params, { ...caller, collect: 'deny' })).toMatchObject({
      status: 'unavailable',
      reason: 'allowance_exhausted',
      updatedAt: null,
      ideas: [],
      total: 0,
    })
    const collected = await world.database.pool.query('SELECT 1 FROM collects.reading WHERE scope = $1', [`s:${id}`])
    expect(collected.rows).toEqual([])
  })

  it('a site whose keywords wait for their first check has a partial list', async () => {
    const other = await world.newClient('growth')
    const params = { id: await other.site(host) }
    const caller = { kind: 'account', accountId: other.accountId } as const
    await world.callAs('sites.update', { params, body: { checksPaused: true } }, caller)
    await world.callAs('keywords.createBulk', { params, body: { text: 'watering cans' } }, caller)
    const read = () => world.callAs('ideas.list', { params, query: {} }, caller)
    await until('the crawl', async () => (await read()).updatedAt !== null)
    expect(await read()).toMatchObject({ status: 'partial', reason: null, ideas: [{ keyword: 'watering cans' }] })
  })

  it('ranks alone give ideas, as a partial list', async () => {
    const one = await world.newClient('growth')
    const id = await one.site(host)
    const caller = { kind: 'account', accountId: one.accountId, collect: 'deny' } as const
    await world.callAs('keywords.createBulk', { params: { id }, body: { text: 'garden tools' } }, caller)
    const read = () => world.callAs('ideas.list', { params: { id }, query: {} }, caller)
    await until('the check', async () => (await read()).total > 0)
    const { status, reason, updatedAt, ideas } = await read()
    expect([status, reason, updatedAt]).toEqual(['partial', 'allowance_exhausted', expect.any(String)])
    expect(ideas.map(({ kind }) => kind).sort()).toEqual(['question', 'question', 'striking_distance'])
  })
})

it('a phrase has the volume that research saved for it; listing ideas calls no provider', async () => {
  const one = await world.newClient('growth')
  const id = await one.site(host)
  const caller = { kind: 'account', accountId: one.accountId } as const
  await world.callAs('keywords.createBulk', { params: { id }, body: { text: 'garden tools' } }, caller)
  const read = async () => (await world.callAs('ideas.list', { params: { id }, query: { q: 'garden' } }, caller)).ideas
  const volumeOf = async () => (await read()).find(({ keyword }) => keyword === 'garden tools')?.volume
  // The crawl may end before the check, with an idea of its own.
  await until('the check', async () => (await volumeOf()) !== undefined)
  expect(await volumeOf()).toBe(null)
  const asked = await world.researchDatabase.pool.query('SELECT kind FROM collects.subject')
  expect(asked.rows).toEqual([])
  const planner = async () => world.callAs('planner.list', { params: { id }, query: {} }, caller)
  await until('the figures', async () => ((await planner()).status === 'ready' ? true : undefined))
  const row = (await planner()).rows.find(({ keyword }) => keyword === 'garden tools')
  expect(row?.volume).toBeGreaterThan(0)
  expect(await volumeOf()).toBe(row?.volume)
})

describe('ideaPlans.create', () => {
  const publishOn = today.slice(0, 7)
  const plan = (body: { ideaId: string; publishOn: string }, caller = person(), id = site) =>
    world.callAs('ideaPlans.create', { params: { id }, body }, caller)
  const idOf = async (phrase: string) => (await list()).ideas.find(({ keyword }) => keyword === phrase)?.id ?? ''

  it('makes a plan of an idea with its keywords and questions, once', async () => {
    const ideaId = await idOf('garden tools')
    const first = await plan({ ideaId, publishOn })
    expect(first).toMatchObject({
      created: true,
      plan: { q: 'garden tools', publishOn, country: 'us', language: 'en' },
    })
    const written = await until('the plan', async () => {
      const again = await plan({ ideaId, publishOn })
      expect(again).toMatchObject({ created: false, plan: { id: first.plan.id } })
      return again.plan.status === 'ready' ? again.plan : undefined
    })
    expect(written.keywords).toEqual(expect.arrayContaining(['garden tools', 'tools garden']))
    expect(written.questions).toEqual(expect.arrayContaining(['What is a spade?', 'What is a hoe?']))
    expect(new Set(written.keywords).size).toBe(written.keywords.length)
    const posted = await client.post(`/projects/${site}/content-plans`, { q: 'Garden tools', publishOn })
    expect(posted.body).toMatchObject({ created: false, plan: { id: first.plan.id } })
  })

  it('404 without such an idea, for another account’s site, and for a key that is limited to another site', async () => {
    const ideaId = await idOf('rain barrels')
    const stranger = await world.newClient('growth')
    const strangers = { kind: 'person', accountId: stranger.accountId } as const
    const other = await stranger.site(host)
    const notFound = { code: 'not_found' }
    await expect(plan({ ideaId: 'none', publishOn })).rejects.toMatchObject(notFound)
    await expect(plan({ ideaId, publishOn }, strangers)).rejects.toMatchObject(notFound)
    await expect(plan({ ideaId, publishOn }, strangers, other)).rejects.toMatchObject(notFound)
    await expect(plan({ ideaId, publishOn }, person({ siteIds: ['another'] }))).rejects.toMatchObject(notFound)
  })

  it('names the field of bad input, and plans no past month', async () => {
    const ideaId = await idOf('rain barrels')
    const fields = (field: string) => ({ code: 'invalid_input', facts: { errors: [{ field }] } })
    await expect(plan({ ideaId, publishOn: '2026' })).rejects.toMatchObject(fields('publishOn'))
    await expect(plan({ ideaId, publishOn: '2020-01' })).rejects.toMatchObject(fields('publishOn'))
    await expect(plan({ ideaId: 'no id', publishOn })).rejects.toMatchObject(fields('ideaId'))
  })

  it('starts no crawl', async () => {
    const other = await world.newClient('growth')
    const id = await other.site(quiet)
    const caller = { kind: 'person', accountId: other.accountId } as const
    await expect(plan({ ideaId: 'none', publishOn }, caller, id)).rejects.toMatchObject({ code: 'not_found' })
    const collected = await world.database.pool.query('SELECT 1 FROM collects.reading WHERE scope = $1', [`s:${id}`])
    expect(collected.rows).toEqual([])
  })
})

describe('the ideas of agents', () => {
  const asked = (query: object, more: object = {}) =>
    world.callAs('ideas.list', { params: { id: site }, query }, agent(more))

  it('are those of the whole list that are like that, in its order, page by page', async () => {
    const { ideas } = await list()
    const questions = ideas.filter(({ kind }) => kind === 'question')
    expect([questions.length > 0, questions.length < ideas.length]).toEqual([true, true])
    const { ideas: rows, total } = await asked({ kind: 'question' })
    expect([rows, total]).toEqual([questions, questions.length])
    const first = await asked({ limit: 2 })
    const next = await asked({ limit: 100, cursor: first.nextCursor ?? '' })
    expect([...first.ideas, ...next.ideas]).toEqual(ideas)
    const wrong = asked({ kind: 'question', cursor: first.nextCursor ?? '' })
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_input' })
    expect((await asked({ minVolume: 10_000_000 })).ideas).toEqual([])
  })

  it('and the issues of pages are found by the account alone, and in a site that the key has', async () => {
    const urls = [own('tools'), own('hoe'), 'https://elsewhere.com/']
    const issues = (more: object = {}) =>
      world.callAs('issues.list', { params: { id: site }, query: { urls } }, agent(more))
    const { issues: found, updatedAt } = await issues()
    expect(updatedAt).not.toBeNull()
    const pages = found.flatMap((issue) => issue.urls)
    expect(pages.length).toBeGreaterThan(0)
    expect(pages.every(({ url }) => urls.includes(url))).toBe(true)
    for (const more of [{ accountId: 'stranger' }, { siteIds: ['another'] }]) {
      await expect(issues(more)).rejects.toMatchObject({ code: 'not_found' })
      await expect(asked({}, more)).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})
