import { until } from '@rts/local/testing/until'
import { clickRate } from '@rts/shared/clicks'
import { createProjectReader } from '@rts/shared/phrases/project-reader'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, startWorld, type World } from './support/world.ts'

let world: World
let client: Client
let site: string
type Row = {
  keyword: string
  source: string
  position: number | null
  type: string
  competitors: { position: number }[]
}

/** The sandbox's own sites: the world in which they rank for its phrases. */
beforeAll(async () => {
  world = await startWorld()
  const organic = ['https://example.org/ours', 'https://somebody.com/']
  await world.control('PUT', 'serp', { keyword: 'a phrase of our own', organic })
  client = await world.newClient()
  site = await client.site('demo.sandbox.example', {
    keywords: ['coffee beans', 'green tea', 'a phrase of our own'],
    competitors: ['example.org', 'shop.example.net'],
  })
})
afterAll(() => world.stop())

const trafficOf = (id: string, accountId: string) =>
  until('the traffic to be collected', async () => {
    const answer = await world.rpc('traffic.list', { params: { id } }, accountId)
    return answer.status !== 'queued' && answer.status !== 'collecting' && answer
  })

describe('with a keyword provider', () => {
  it('the gap has the phrases that rivals rank for, and tracked phrases with positions of the own checks', async () => {
    const { body } = await client.ready(`/projects/${site}/gap`)
    expect(body).toMatchObject({ status: 'ready', reason: null, hint: null })
    const rows: Row[] = body.rows
    expect(rows.length).toBeGreaterThan(20)
    expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(['dataforseo', 'own_pages']))
    const known = rows.find(({ source }) => source === 'dataforseo')
    expect(known).toMatchObject({
      volume: expect.any(Number),
      difficulty: expect.any(Number),
      intent: expect.any(String),
    })
    const scores = body.rows.map((row: { score: number }) => row.score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    // Where the site ranks the provider knows it too.
    expect(rows.some(({ position, source }) => source === 'dataforseo' && position !== null)).toBe(true)
    const compared = await client.get(`/projects/${site}/rank-compare`)
    const tracked = compared.body.rows.find((row: Row) => row.keyword === 'green tea')
    const same = rows.find(({ keyword }) => keyword === 'green tea')
    if (same)
      expect([same.position, same.competitors.map((rival) => rival.position)]).toEqual([
        tracked.position,
        tracked.competitors.map((rival: { position: number }) => rival.position),
      ])
  })

  it('the gap to named competitors is that of a site with no others', async () => {
    const other = await world.newClient()
    const alone = await other.site('demo.sandbox.example', {
      keywords: ['coffee beans', 'green tea', 'a phrase of our own'],
      competitors: ['shop.example.net'],
    })
    const ask = (query: { competitors?: string[]; limit: number; cursor?: string }) =>
      world.rpc('gap.list', { params: { id: site }, query }, client.accountId)
    const shown = (rows: Awaited<ReturnType<typeof ask>>['rows']) =>
      rows.map(({ keyword, type, score, competitors }) => ({
        keyword,
        type,
        score,
        rivals: competitors.map(({ domain, position }) => [domain, position]),
      }))
    await client.ready(`/projects/${site}/gap`)
    await other.ready(`/projects/${alone}/gap`)
    const named = await ask({ competitors: ['shop.example.net'], limit: 100 })
    const input = { params: { id: alone }, query: { limit: 100 } }
    expect(shown(named.rows)).toEqual(shown((await world.rpc('gap.list', input, other.accountId)).rows))
    expect(named.total).toBeLessThan((await ask({ limit: 1 })).total)
    const { nextCursor } = await ask({ competitors: ['shop.example.net'], limit: 1 })
    await expect(ask({ limit: 1, cursor: nextCursor ?? '' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('a tracked phrase that no provider lists has the figures of the metrics', async () => {
    const gap = await client.ready(`/projects/${site}/gap`)
    const seen = gap.body.rows.find((row: Row) => row.keyword === 'a phrase of our own')
    expect(seen).toMatchObject({ source: 'own_pages', type: 'missing', volume: expect.any(Number) })
    const { body } = await client.ready(`/projects/${site}/planner`)
    const own = body.rows.find((row: Row) => row.keyword === 'a phrase of our own')
    expect(own).toMatchObject({
      tracked: true,
      keywordId: expect.any(String),
      volume: expect.any(Number),
      opportunity: expect.any(Number),
    })
  })

  it('a tracked phrase for which a rival ranks since its table was collected has the figures of the metrics too', async () => {
    await client.ready(`/projects/${site}/gap`)
    await world.control('PUT', 'serp', { keyword: 'ranked since', organic: ['https://example.org/since'] })
    const later = await client.site('later.com', { keywords: ['ranked since'], competitors: ['example.org'] })
    const { body } = await client.ready(`/projects/${later}/gap`)
    const seen = body.rows.find((row: Row) => row.keyword === 'ranked since')
    // Tables tell a difficulty, the metrics do not.
    expect(seen).toMatchObject({ source: 'own_pages', volume: expect.any(Number), difficulty: null })
  })

  it('the planner starts from the tracked phrases, and knows which of its ideas are tracked', async () => {
    const { body } = await client.ready(`/projects/${site}/planner`)
    expect(body).toMatchObject({ status: 'ready', hint: null })
    const rows: (Row & { tracked: boolean; cluster: string; opportunity: number })[] = body.rows
    expect(rows.filter(({ tracked }) => tracked)).toHaveLength(3)
    expect(rows.some(({ keyword, tracked }) => keyword === 'best green tea' && !tracked)).toBe(true)
    const heads = new Set(rows.map(({ cluster }) => cluster))
    expect(heads.size).toBeLessThan(rows.length)
    for (const head of heads) expect(rows.find(({ keyword }) => keyword === head)?.cluster).toBe(head)
    const opportunities = rows.map(({ opportunity }) => opportunity ?? -1)
    expect(opportunities).toEqual([...opportunities].sort((a, b) => b - a))
  })

  it('the saved figures of one tracked phrase are read at once, by account, and those of others are unknown', async () => {
    const at = { country: 'us', language: 'en' }
    const figuresOf = async (id: string, phrase: string, accountId: string) => {
      const found = await world.asPerson('figures.snapshot', { params: { id }, query: { phrase, ...at } }, accountId)
      return found.volumes
    }
    const { body } = await client.ready(`/projects/${site}/planner`)
    const tracked: Row & { volume: number } = body.rows.find((row: Row) => row.keyword === 'green tea')
    // The planner reads the same figures; another case of letters is the same phrase.
    expect(await figuresOf(site, 'Green  TEA', client.accountId)).toEqual([tracked.volume])
    expect(await figuresOf(site, 'nothing of ours', client.accountId)).toEqual([])
    const other = await world.newClient()
    await expect(figuresOf(site, 'green tea', other.accountId)).rejects.toMatchObject({ code: 'not_found' })
    const fresh = await other.site('fresh.example.org', { keywords: ['green tea'] })
    expect(await figuresOf(fresh, 'green tea', other.accountId)).toEqual([])
  })

  it('the figures of all keywords of a site have their value: searches × click rate of the place × cost', async () => {
    const figuresOf = (id: string, accountId: string) =>
      world.asPerson('keywordFigures.list', { params: { id } }, accountId)
    const { body } = await client.ready(`/projects/${site}/planner`)
    const { body: listed } = await client.get(`/projects/${site}/keywords`)
    const { body: ranks } = await client.get(`/projects/${site}/rank-compare`)
    const { ids, volumes, cpcs, values } = await figuresOf(site, client.accountId)
    expect(ids).toHaveLength(3)
    for (const [i, id] of ids.entries()) {
      const { keyword } = listed.keywords.find((each: { id: string }) => each.id === id)
      const { position } = ranks.rows.find((row: Row) => row.keyword === keyword)
      const planned = body.rows.find((row: Row) => row.keyword === keyword)
      expect([volumes[i], cpcs[i]]).toEqual([planned.volume, planned.cpc])
      expect(values[i]).toBeCloseTo((planned.volume * planned.cpc * clickRate(position)) / 100, 2)
    }
    const other = await world.newClient()
    await expect(figuresOf(site, other.accountId)).rejects.toMatchObject({ code: 'not_found' })
    const fresh = await other.site('fresh-figures.example.org', { keywords: ['green tea'] })
    expect(await figuresOf(fresh, other.accountId)).toMatchObject({ volumes: [null], cpcs: [null], values: [null] })
  })

  it('the planner starts from twenty tracked phrases at most, and from the domain’s name where there is none', async () => {
    const keywords = Array.from({ length: 22 }, (_, i) => `seed ${i}`)
    const many = await client.site('many-seeds.com', { keywords })
    const lone = await client.site('teapots.com')
    await client.ready(`/projects/${many}/planner?limit=1`)
    const calls = (await world.calls('dataforseo')).map((call) => Object(call).query.tasks[0])
    const asked = calls.flatMap((task) => (task.keywords?.includes('seed 0') && task.limit ? [task.keywords] : []))
    expect(asked).toEqual([keywords.slice(0, 20)])
    const { body } = await client.ready(`/projects/${lone}/planner?limit=1`)
    expect(body.rows[0].keyword).toContain('teapots')
  })

  it('the planner takes a seed, a country and a language of its own', async () => {
    const { body } = await client.ready(`/projects/${site}/planner?q=umbrellas&country=gb&language=de&limit=5`)
    expect(body.rows).toHaveLength(5)
    expect(body.rows.every((row: Row) => row.keyword.includes('umbrellas'))).toBe(true)
    const other = await client.ready(`/projects/${site}/planner?q=green+tea&limit=5&cursor=${body.nextCursor}`)
    expect(other.body.errors).toMatchObject([{ field: 'cursor' }])
  })

  it.each(['planner', 'gap'])(
    'the next page of the %s is there while other keys write, and is of no other site',
    async (list) => {
      const [own, other] = [await world.newClient(), await world.newClient()]
      const tracked = { keywords: ['coffee beans'], competitors: ['example.org'] }
      const [id, elsewhere] = [
        await own.site('demo.sandbox.example', tracked),
        await other.site('example.net', tracked),
      ]
      const path = (of: string, more: string) => `/projects/${of}/${list}?limit=1${more}`
      const cursor = `&cursor=${(await own.ready(path(id, ''))).body.nextCursor}`
      await own.send('PATCH', `/projects/${id}`, { country: 'gb', language: 'de' })
      await own.post(`/projects/${id}/keywords`, { keyword: 'written meanwhile' })
      await until('the fact', async () => {
        const { rows } = await world.database.pool.query('SELECT country FROM known.site WHERE id = $1', [id])
        return rows[0]?.country === 'gb'
      })
      expect(await own.get(path(id, cursor))).toMatchObject({ status: 200, body: { total: expect.any(Number) } })
      expect((await other.get(path(elsewhere, cursor))).body.errors).toMatchObject([{ in: 'query', field: 'cursor' }])
    },
  )

  it('competitor traffic comes from the overview, its pages and common phrases from the ranks', async () => {
    const answer = await trafficOf(site, client.accountId)
    expect(answer).toMatchObject({ status: 'ready', hint: null, total: 2 })
    expect(answer.rows[0]).toMatchObject({
      domain: 'example.org',
      organicTraffic: expect.any(Number),
      organicKeywords: expect.any(Number),
      trafficValue: expect.any(Number),
      commonKeywords: expect.any(Number),
      averagePosition: expect.any(Number),
      source: 'dataforseo',
      sandbox: true,
    })
    expect(answer.rows[0]?.topPages).toHaveLength(10)
    expect(answer.rows[0]?.commonKeywords).toBeLessThanOrEqual(answer.rows[0]?.organicKeywords ?? 0)
    // More than are tracked: the site ranks for others too.
    expect(answer.rows[0]?.commonKeywords).toBeGreaterThan(3)
  })
})

describe('ownership', () => {
  const readings = async (scope: string) => {
    const found = await world.database.pool.query('SELECT count(*)::int AS n FROM collects.reading WHERE scope = $1', [
      scope,
    ])
    return Number(found.rows[0]?.n)
  }

  it('a deleted site leaves no reading, and data without another reader is deleted', async () => {
    const own = await client.site('own-site.com', { keywords: ['quiet phrase'], competitors: ['quiet-rival.com'] })
    await client.get(`/projects/${own}/gap`)
    expect(await readings(`s:${own}`)).toBeGreaterThan(0)
    await client.send('DELETE', `/projects/${own}`)
    await world.endSite(own)
    await until('the fact', async () => (await readings(`s:${own}`)) === 0)
    const subjects = await world.database.pool.query(
      `SELECT key FROM collects.subject WHERE key LIKE 'quiet-rival.com%'`,
    )
    expect(subjects.rows).toEqual([])
  })

  it('another account reads only data of a rival that it requested itself, with its own time', async () => {
    const other = await world.newClient()
    const twin = await other.site('demo.sandbox.example', { competitors: ['example.org'] })
    const before = await other.ready(`/projects/${twin}/gap?limit=1`)
    await world.database.pool.query(
      `UPDATE collects.result SET collected_at = collected_at - interval '8 days' WHERE subject_id IN
         (SELECT id FROM collects.subject WHERE key LIKE 'example.org%')`,
    )
    await client.ready(`/projects/${site}/gap?limit=1`)
    await world.database.pool.query(`UPDATE collects.subject SET not_before = now() + interval '1 hour'`)
    const reading = await world.database.pool.query(
      `SELECT r.collected_at AS at FROM collects.reading d JOIN collects.result r ON r.id = d.result_id
       JOIN collects.subject s ON s.id = d.subject_id WHERE d.scope = $1 AND s.key LIKE 'example.org%' AND s.kind = 'ranked'`,
      [`s:${twin}`],
    )
    // The first account has a newer version by now; this one keeps what it was given.
    expect(before.body.status).toBe('ready')
    expect(reading.rows[0]?.at.getTime()).toBeLessThan(Date.now() - 7 * 86_400_000)
    await world.database.pool.query('UPDATE collects.subject SET not_before = NULL')
  })
})

it('an outage answers the old rows, with their age', async () => {
  await world.database.pool.query(`UPDATE collects.result SET collected_at = collected_at - interval '8 days'`)
  for (const provider of ['dataforseo', 'google_ads']) await world.control('POST', 'fail', { provider, mode: 'quota' })
  const { body } = await client.get(`/projects/${site}/gap`)
  expect(['partial', 'failed', 'collecting']).toContain(body.status)
  expect(body.rows.length).toBeGreaterThan(20)
  await world.control('POST', 'reset')
})

it('an outage before the first collect answers from the site’s own checks', async () => {
  await world.control('POST', 'fail', { provider: 'dataforseo', mode: 'quota' })
  const fresh = await world.newClient()
  const own = await fresh.site('demo.sandbox.example', { keywords: ['dog food'], competitors: ['www.example.org'] })
  await world.rpc('sites.update', { params: { id: own }, body: { country: 'ca' } }, fresh.accountId)
  const { body } = await fresh.ready(`/projects/${own}/gap`)
  expect(body).toMatchObject({ status: 'partial', reason: null, updatedAt: expect.any(String) })
  expect(body.rows.every((row: Row) => row.source === 'own_pages')).toBe(true)
  const traffic = await trafficOf(own, fresh.accountId)
  expect(traffic).toMatchObject({ status: 'partial', rows: [{ domain: 'example.org', source: 'own_pages' }] })
  await world.control('POST', 'reset')
})

it('a comparison is read once, and anew when a keyword is added, checked or removed, or a competitor added', async () => {
  const own = await world.newClient()
  const siteId = await own.site('demo.sandbox.example', { keywords: ['green tea'], competitors: ['example.org'] })
  let readings = 0
  const reader = createProjectReader((name, input, caller) => {
    // A question for the version has a page of one.
    if (name === 'keywords.snapshot' && !JSON.stringify(input).includes('"limit":1')) readings++
    return world.call(name, input, caller)
  })
  const read = async () => {
    const { keywords, competitors } = await reader.comparison(own.accountId, siteId)
    return {
      readings,
      phrases: keywords.map(({ phrase }) => phrase),
      checked: keywords.filter(({ checkedAt }) => checkedAt !== null).length,
      rivals: competitors.map(({ domain }) => domain),
    }
  }
  await read()
  expect(await read()).toEqual({ readings: 1, phrases: ['green tea'], checked: 1, rivals: ['example.org'] })
  const { body } = await own.post(`/projects/${siteId}/keywords`, { keyword: 'oolong' })
  const checked = await until('the check of it', async () => {
    const found = await read()
    return found.checked === 2 && found
  })
  expect(checked.phrases).toEqual(['green tea', 'oolong'])
  await own.post(`/projects/${siteId}/competitors`, { domain: 'shop.example.net' })
  const beside = await read()
  expect(beside).toMatchObject({ rivals: ['example.org', 'shop.example.net'] })
  expect(beside.readings).toBeGreaterThan(checked.readings)
  await until('the past of the new competitor', async () => {
    const [, rival] = (await reader.comparison(own.accountId, siteId)).competitors
    return typeof rival?.positions[0] === 'number'
  })
  await own.send('DELETE', `/projects/${siteId}/keywords/${body.keyword.id}`)
  expect(await read()).toMatchObject({ phrases: ['green tea'], checked: 1 })
  await expect(reader.comparison('another account', siteId)).rejects.toMatchObject({ code: 'not_found' })
})
