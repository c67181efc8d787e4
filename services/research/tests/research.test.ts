import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(() => world.control('POST', 'reset'))
afterAll(() => world.stop())
const ideas = (seed: string, more = '') => `/keywords/research?q=${encodeURIComponent(seed)}${more}`

describe('GET /keywords/research', () => {
  it('collects ideas with figures, their source and time', async () => {
    const client = await world.newClient()
    const { status, body } = await client.ready(ideas('Garden  Gnomes'))
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ready', reason: null, seed: 'Garden Gnomes', nextCursor: null })
    expect(body.rows[0]).toEqual({
      keyword: 'garden gnomes',
      volume: expect.any(Number),
      difficulty: expect.any(Number),
      difficultySource: 'dataforseo',
      cpc: expect.any(Number),
      competition: expect.any(Number),
      intent: expect.any(String),
      trend: expect.arrayContaining([
        { year: expect.any(Number), month: expect.any(Number), volume: expect.any(Number) },
      ]),
      source: 'dataforseo',
      sandbox: true,
      updatedAt: body.updatedAt,
    })
    expect(body.total).toBe(body.rows.length)
    const free = body.rows.find((row: { source: string }) => row.source === 'autocomplete')
    const proposed = body.rows.filter((row: { source: string }) => row.source === 'autocomplete')
    // Without a provider's word the intent is that of the phrase's words.
    expect(proposed.some(({ intent }: { intent: string | null }) => intent !== null)).toBe(true)
    expect(free).toMatchObject({ volume: null, difficulty: null, cpc: null, competition: null, trend: [] })
  })

  it('calls no provider again for the same reader, nor for another, whatever the spelling', async () => {
    const [one, other] = [await world.newClient(), await world.newClient()]
    await one.get(ideas('Teapots'))
    const before = (await world.calls('dataforseo')).length
    const again = await one.get(ideas('teapots'))
    const others = await other.get(ideas('TEAPOTS '))
    expect(again.body.rows).toEqual(others.body.rows)
    expect(await world.calls('dataforseo')).toHaveLength(before)
  })

  it('is asked for anew in another country or language', async () => {
    const client = await world.newClient()
    await client.get(ideas('samovars'))
    await client.get(ideas('samovars', '&country=UK&language=de'))
    const tasks = (await world.calls('dataforseo')).map((call) => Object(call).query.tasks[0])
    expect(tasks).toMatchObject([
      { location_code: 2840, language_code: 'en' },
      { location_code: 2826, language_code: 'de' },
    ])
  })

  it('answers a page at a time, each row once', async () => {
    const client = await world.newClient()
    const whole = await client.get(ideas('kettles'))
    const first = await client.get(ideas('kettles', '&limit=7'))
    const rest = await client.get(ideas('kettles', `&limit=1000&cursor=${first.body.nextCursor}`))
    expect(first.body.rows).toHaveLength(7)
    expect([...first.body.rows, ...rest.body.rows]).toEqual(whole.body.rows)
    expect(rest.body).toMatchObject({ total: whole.body.total, nextCursor: null })
  })

  it('refuses the cursor of another phrase, country or language, naming it', async () => {
    const client = await world.newClient()
    const { nextCursor } = (await client.get(ideas('coffee', '&limit=5'))).body
    const cursor = `&limit=5&cursor=${nextCursor}`
    for (const other of [
      ideas('tea', cursor),
      ideas('coffee', `${cursor}&country=gb`),
      ideas('coffee', `${cursor}&language=de`),
    ])
      expect(await client.get(other)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', errors: [{ in: 'query', field: 'cursor' }] },
      })
    expect((await client.get(ideas('coffee', cursor))).body.rows).toHaveLength(5)
  })

  it.each([
    ['a cursor of another list', '&cursor=Z2FwOjc', 'cursor'],
    ['an unknown country', '&country=xx', 'country'],
    ['an unknown language', '&language=klingon', 'language'],
    ['a limit beyond the end', '&limit=1001', 'limit'],
    ['an unknown field', '&depth=3', 'depth'],
  ])('400 for %s', async (_name, more, field) => {
    const client = await world.newClient()
    const { status, body } = await client.get(ideas('cups', more))
    expect([status, body.errors[0].field]).toEqual([400, field])
    expect(body.allowance.used).toBe(0)
  })

  it('is partial when a provider is down, with the rows of the others', async () => {
    const client = await world.newClient()
    await world.control('POST', 'fail', { provider: 'dataforseo', mode: 'http500' })
    const { body } = await client.get(ideas('saucers'))
    expect(body).toMatchObject({ status: 'partial', reason: null })
    const sources = new Set(body.rows.map((row: { source: string }) => row.source))
    expect(sources).toEqual(new Set(['google_ads', 'autocomplete']))
  })

  it('shows the last rows with their age when a later run fails', async () => {
    const client = await world.newClient()
    const first = await client.get(ideas('spoons'))
    await world.database.pool.query(`UPDATE collects.result SET collected_at = collected_at - interval '8 days'`)
    for (const provider of ['dataforseo', 'google_ads', 'autocomplete'])
      await world.control('POST', 'fail', { provider, mode: 'quota' })
    const later = await client.get(ideas('spoons'))
    expect(['failed', 'collecting', 'queued']).toContain(later.body.status)
    expect(later.body.rows.map((row: { keyword: string }) => row.keyword)).toEqual(
      first.body.rows.map((row: { keyword: string }) => row.keyword),
    )
    expect(Date.parse(later.body.updatedAt)).toBeLessThan(Date.now() - 7 * 86_400_000)
  })
})

describe('POST /keywords/research', () => {
  it('takes the seed as q or as keyword; another seed in each is 400, none too', async () => {
    const client = await world.newClient()
    await client.ready(ideas('mugs'))
    const [one, other] = [
      await client.post('/keywords/research', { q: 'mugs' }),
      await client.post('/keywords/research', { keyword: 'mugs', q: 'mugs' }),
    ]
    expect(one.body).toMatchObject({ status: 'ready', seed: 'mugs' })
    expect(other.body.rows).toEqual(one.body.rows)
    expect((await client.post('/keywords/research', { q: 'mugs', keyword: 'cups' })).status).toBe(400)
    expect((await client.post('/keywords/research', {})).body.errors[0]).toMatchObject({ field: 'q', code: 'required' })
  })
})

it('an account cannot read another account’s ideas without a collect of its own', async () => {
  const [one, other] = [await world.newClient(), await world.newClient('free')]
  await one.get(ideas('secret plans'))
  // The day's calls of the other are used up: it may collect nothing, and has nothing.
  for (let i = 0; i < 20; i++) await other.get('/projects')
  const { body } = await other.get(ideas('secret plans'))
  expect(body).toMatchObject({
    status: 'unavailable',
    reason: 'allowance_exhausted',
    rows: [],
    total: 0,
    updatedAt: null,
  })
  expect(body.allowance.exhausted).toBe(true)
})
