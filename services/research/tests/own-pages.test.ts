import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startWorld, type World } from './support/world.ts'

let world: World
let client: Client
let site: string
const urls = (...hosts: string[]) => hosts.map((host) => `https://${host}/`)
const others = (count: number) => Array.from({ length: count }, (_, i) => `other-${i}.com`)

/** A site with four tracked phrases and two rivals, and no provider of keyword data at all. */
beforeAll(async () => {
  world = await startWorld({ KEYWORD_PROVIDERS: '' })
  client = await world.newClient()
  const pages: [string, string[], string[]][] = [
    [
      'garden tools',
      urls(...others(2), 'a-rival.com', 'b-rival.com', ...others(9).slice(4), 'mine.com'),
      ['What is a spade?'],
    ],
    ['garden shears', urls('a-rival.com', ...others(3)), ['Which garden shears are best?']],
    ['buy garden gloves', urls('mine.com', 'shop.b-rival.com'), []],
    ['rain barrels', urls(...others(4)), []],
  ]
  for (const [keyword, organic, questions] of pages) await world.control('PUT', 'serp', { keyword, organic, questions })
  site = await client.site('mine.com', {
    keywords: pages.map(([keyword]) => keyword),
    competitors: ['a-rival.com', 'b-rival.com'],
  })
})
afterAll(() => world.stop())

const partial = { status: 'partial', reason: 'no_provider', updatedAt: expect.any(String) }
const hint = 'Covers your 4 tracked keywords; a keyword provider adds others.'

describe('without a keyword provider', () => {
  it('the gap is that of the tracked phrases, and names the own pages as its source', async () => {
    const { body } = await client.get(`/projects/${site}/gap`)
    expect(body).toMatchObject({ ...partial, hint, total: 3, nextCursor: null })
    expect(body.rows).toMatchObject([
      {
        keyword: 'garden shears',
        type: 'missing',
        position: 0,
        volume: null,
        difficulty: null,
        cpc: null,
        competitors: [
          { domain: 'a-rival.com', position: 1, url: 'https://a-rival.com/' },
          { domain: 'b-rival.com', position: 0, url: null },
        ],
        source: 'own_pages',
        sandbox: true,
        updatedAt: expect.any(String),
      },
      { keyword: 'garden tools', type: 'weak', position: 10 },
      { keyword: 'buy garden gloves', type: 'shared', position: 1, score: 0, intent: 'transactional' },
    ])
    expect(body.rows[0].score).toBeGreaterThan(body.rows[1].score)
  })

  it('the planner has the tracked phrases and the questions on their pages, clustered, without invented figures', async () => {
    const { body } = await client.get(`/projects/${site}/planner`)
    expect(body).toMatchObject({ ...partial, hint, total: 6 })
    const tracked = body.rows.filter((row: { tracked: boolean }) => row.tracked)
    expect(tracked).toHaveLength(4)
    for (const row of body.rows)
      expect(row).toMatchObject({
        volume: null,
        cpc: null,
        opportunity: null,
        lowTopOfPageBid: null,
        source: 'own_pages',
      })
    expect(body.rows.find((row: { keyword: string }) => row.keyword === 'What is a spade?')).toMatchObject({
      tracked: false,
      keywordId: null,
      intent: 'informational',
      position: null,
    })
  })

  it('the planner with a seed has the rows that hold all of its words', async () => {
    const { body } = await client.get(`/projects/${site}/planner?q=Garden%20Shears`)
    expect(body.rows.map((row: { keyword: string }) => row.keyword).sort()).toEqual([
      'Which garden shears are best?',
      'garden shears',
    ])
    const none = await client.get(`/projects/${site}/planner?q=tractors`)
    expect(none.body).toMatchObject({ rows: [], total: 0, hint })
  })

  it('research answers that no provider is configured, and costs no collect', async () => {
    const { body } = await client.get('/keywords/research?q=garden')
    expect(body).toMatchObject({ status: 'unavailable', reason: 'no_provider', rows: [], total: 0, updatedAt: null })
    const counted = await world.database.pool.query('SELECT count(*)::int AS subjects FROM collects.subject')
    expect(counted.rows).toEqual([{ subjects: 0 }])
  })

  it('competitor traffic has exact positions, and unknown visits', async () => {
    const answer = await world.rpc('traffic.list', { params: { id: site } }, client.accountId)
    expect(answer).toMatchObject({ ...partial, hint, total: 2 })
    expect(answer.rows).toMatchObject([
      {
        domain: 'a-rival.com',
        organicTraffic: null,
        trafficValue: null,
        organicKeywords: 2,
        commonKeywords: 1,
        averagePosition: 2,
        positions: { top3: 2, top10: 2, top20: 2, top100: 2 },
        topPages: [{ url: 'https://a-rival.com/', traffic: null }],
        source: 'own_pages',
        sandbox: true,
      },
      { domain: 'b-rival.com', organicKeywords: 2, commonKeywords: 2, averagePosition: 3 },
    ])
  })
})

it('answers a hint where there is nothing to compare', async () => {
  const lonely = await client.site('lonely.com')
  expect((await client.get(`/projects/${lonely}/gap`)).body).toMatchObject({
    rows: [],
    hint: 'Add a competitor to see what it ranks for.',
  })
  const traffic = await world.rpc('traffic.list', { params: { id: lonely } }, client.accountId)
  expect(traffic).toMatchObject({ rows: [], hint: 'Add a competitor to see its traffic.' })
  expect((await client.get(`/projects/${lonely}/planner`)).body).toMatchObject({
    rows: [],
    status: 'unavailable',
    reason: 'no_provider',
    hint: 'Track keywords to fill this, or configure a keyword provider.',
  })
})

it('404 for a site of another account, and for one that was deleted', async () => {
  const stranger = await world.newClient()
  for (const list of ['gap', 'planner'])
    expect((await stranger.get(`/projects/${site}/${list}`)).body.code).toBe('not_found')
  const deleted = await client.site('gone.com')
  await client.get(`/projects/${deleted}/gap`)
  await client.send('DELETE', `/projects/${deleted}`)
  expect((await client.get(`/projects/${deleted}/gap`)).status).toBe(404)
})

it('a first page is as hard as the imported graph says its domains are; with fewer than five known ones the difficulty is unknown', async () => {
  const rowOf = async (keyword: string) => {
    const { body } = await client.get(`/projects/${site}/planner`)
    const { difficulty, difficultySource } = body.rows.find((row: { keyword: string }) => row.keyword === keyword) ?? {}
    return [difficulty, difficultySource]
  }
  expect(await rowOf('garden tools')).toEqual([null, null])
  await world.database.pool.query(
    `INSERT INTO graph.release (name, vertices, edges, ranks, status, crawled_at, asked_at, done_at) VALUES ('r', 'v', 'e', 'k', 'ready', now(), now(), now())`,
  )
  await world.database.pool.query(
    `INSERT INTO graph.rank (release, host, place) SELECT 'r', host, 1000 FROM unnest($1::text[]) host`,
    [['a-rival.com', 'b-rival.com', 'mine.com', ...others(9)]],
  )
  expect(await rowOf('garden tools')).toEqual([63, 'own_pages'])
  // Two addresses are no first page.
  expect(await rowOf('buy garden gloves')).toEqual([null, null])
})
