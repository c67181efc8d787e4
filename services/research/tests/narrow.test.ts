import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startWorld, type World } from './support/world.ts'

let world: World
let client: Client
let site: string
/** A site of the sandbox with keywords, rivals and prompts, of which everything is collected. */
beforeAll(async () => {
  world = await startWorld({ AI_ENGINES: 'openai,perplexity' })
  client = await world.newClient()
  site = await client.site('demo.sandbox.example', {
    keywords: ['coffee beans', 'green tea', 'travel mug'],
    competitors: ['example.org', 'shop.example.net'],
  })
  for (const name of ['planner', 'gap', 'backlinks'])
    await until(name, async () => (await client.get(`/projects/${site}/${name}`)).body.status === 'ready')
}, 60_000)
afterAll(() => world.stop())

const ask = (name: Parameters<World['rpc']>[0], query: object, id = site, accountId = client.accountId) =>
  world.askRow(name, { params: { id }, query }, accountId, {})
type Rows = Record<string, never>[]
const rowsOf = async (name: Parameters<World['rpc']>[0], query: object): Promise<Rows> =>
  Object(await ask(name, query)).rows

describe.each([
  ['planner.list', '/planner', 'rows'],
  ['gap.list', '/gap', 'rows'],
] as const)('%s', (name, path, list) => {
  it('has of the whole list exactly the rows that are like that, in its order, page by page', async () => {
    const all: Rows = (await client.get(`/projects/${site}${path}`)).body[list]
    const volume = Number(all.map((row) => Number(row.volume ?? 0)).sort((a, b) => a - b)[Math.floor(all.length / 2)])
    const narrow = { minVolume: volume, maxDifficulty: 60, part: 'A' }
    const wanted = all.filter(
      (row) =>
        row.volume !== null &&
        Number(row.volume) >= volume &&
        row.difficulty !== null &&
        Number(row.difficulty) <= 60 &&
        String(row.keyword).includes('a'),
    )
    expect([wanted.length > 0, wanted.length < all.length]).toEqual([true, true])
    const found: Rows = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = Object(await ask(name, { ...narrow, limit: 7, ...(cursor && { cursor }) }))
      expect(page.total).toBe(wanted.length)
      found.push(...page.rows)
      cursor = page.nextCursor
    }
    expect(found).toEqual(wanted)
  })

  it('narrows to an intent, and refuses the cursor of another question', async () => {
    const [first] = await rowsOf(name, { limit: 1 })
    const intent = String(first?.intent)
    const ofIntent = await rowsOf(name, { intent, limit: 100 })
    expect(new Set(ofIntent.map((row) => row.intent))).toEqual(new Set([intent]))
    const { nextCursor: cursor } = Object(await ask(name, { limit: 1 }))
    await expect(ask(name, { intent, limit: 1, cursor })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('another account finds nothing', async () => {
    const other = await world.newClient()
    await expect(ask(name, {}, site, other.accountId)).rejects.toMatchObject({ code: 'not_found' })
  })
})

it('the gap to rivals that are near the top is told apart from the others, and so are its types', async () => {
  const all = await rowsOf('gap.list', { limit: 100 })
  const best = (row: Rows[number]) =>
    Math.min(...Object.values(Object(row.competitors)).map((rival) => Number(Object(rival).position) || 999))
  const near = await rowsOf('gap.list', { maxRivalPosition: 5, limit: 100 })
  expect(near.length).toBeGreaterThan(0)
  expect(near.every((row) => best(row) <= 5)).toBe(true)
  expect(near.length).toBeLessThan(all.length)
  const missing = await rowsOf('gap.list', { type: 'missing', limit: 100 })
  expect(missing.every((row) => String(row.type) === 'missing')).toBe(true)
})

it('the planner has tracked phrases alone, or all others', async () => {
  const tracked = await rowsOf('planner.list', { tracked: true, limit: 100 })
  expect(tracked.map(({ keyword }) => keyword).sort()).toEqual(['coffee beans', 'green tea', 'travel mug'])
  const others = await rowsOf('planner.list', { tracked: false, limit: 100 })
  expect(others.every((row) => row.keywordId === null)).toBe(true)
})

it('links are narrowed to a suggestion, a state and a part of their texts', async () => {
  const all: Rows = (await client.get(`/projects/${site}/backlinks?days=365`)).body.rows
  const bad = all.filter((row) => String(row.suggestion) === 'disavow')
  const found = await rowsOf('backlinks.list', { days: 365, suggestion: 'disavow', limit: 100 })
  expect(bad.length).toBeGreaterThan(0)
  expect(found.map(({ id }) => id)).toEqual(bad.map(({ id }) => id))
  const lost = await rowsOf('backlinks.list', { days: 365, state: 'lost', limit: 100 })
  expect(lost.map(({ id }) => id)).toEqual(all.filter((row) => Boolean(row.isLost)).map(({ id }) => id))
  const [one] = all
  const part = String(one?.domainFrom).toUpperCase()
  const ofHost = await rowsOf('backlinks.list', { days: 365, part, limit: 100 })
  expect(ofHost.map(({ id }) => id)).toContain(one?.id)
})

describe('prompts.list, counted', () => {
  it('counts the last answers by engine over all prompts, and narrows to those that name the site', async () => {
    const own = await client.site('peets.com')
    await world.control('PUT', 'answers', { prompt: 'Best roaster?', text: 'Peets, at peets.com.', citations: [] })
    for (const prompt of ['Best tea?', 'Best mug?'])
      await world.control('PUT', 'answers', { prompt, text: 'Somebody else.', citations: [] })
    const byOne = { prompt: 'Best mug?', engine: 'openai', text: 'Peets.', citations: ['https://peets.com/mugs'] }
    await world.control('PUT', 'answers', byOne)
    await client.post(`/projects/${own}/ai-prompts`, { prompts: ['Best roaster?', 'Best tea?', 'Best mug?'] })
    const asked = async (query: object) => Object(await ask('prompts.list', { counted: true, ...query }, own))
    await until('the answers', async () => (await asked({})).status === 'ready')
    const all = await asked({})
    expect(all.summary).toEqual([
      { engine: 'openai', answers: 3, mentioned: 2, cited: 1 },
      { engine: 'perplexity', answers: 3, mentioned: 1, cited: 0 },
    ])
    const promptsOf = ({ prompts }: { prompts: { prompt: string }[] }) => prompts.map(({ prompt }) => prompt)
    expect(promptsOf(await asked({ filter: 'named' }))).toEqual(['Best roaster?', 'Best mug?'])
    expect(promptsOf(await asked({ filter: 'not_named' }))).toEqual(['Best tea?', 'Best mug?'])
    for (const { engine, answers, mentioned, cited } of all.summary)
      for (const [filter, count] of Object.entries({ named: mentioned, not_named: answers - mentioned, cited }))
        expect(await asked({ engine, filter }), `${engine} ${filter}`).toMatchObject({ total: count })
    const narrow = { part: 'MUG', engine: 'perplexity' }
    const { status, updatedAt } = await asked(narrow)
    expect([status, updatedAt]).toEqual(['ready', expect.any(String)])
    expect(await asked({ ...narrow, filter: 'named' })).toMatchObject({ total: 0, status, updatedAt })
    const ofOne = await asked({ engine: 'perplexity', part: 'ROASTER' })
    expect(ofOne).toMatchObject({ summary: [{ engine: 'perplexity', answers: 1, mentioned: 1 }], total: 1 })
    const { nextCursor: cursor } = await asked({ limit: 1 })
    expect(promptsOf(await asked({ limit: 1, cursor }))).toEqual(['Best tea?'])
    await expect(asked({ limit: 1, filter: 'named', cursor })).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(asked({ engine: 'altavista' })).rejects.toMatchObject({ code: 'invalid_input' })
    const other = await world.newClient()
    await expect(ask('prompts.list', { counted: true }, own, other.accountId)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
