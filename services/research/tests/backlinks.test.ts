import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
beforeEach(() => world.control('POST', 'reset'))
afterAll(() => world.stop())

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
type Row = any
const year = '?days=365'

async function newSite(domain: string, world_: World = world) {
  const client = await world_.newClient()
  const { body } = await client.post('/projects', { name: domain, domain })
  const { id } = body.project
  /** The answer once nothing is under way any more: a busy machine takes longer than a call waits. */
  const list = (query = year) =>
    until('the links', async () => {
      const answer = await client.get(`/projects/${id}/backlinks${query}`)
      return ['queued', 'collecting'].includes(answer.body.status) ? undefined : answer
    })
  return { client, id, list, domain }
}
/** Until our own look at the pages is over. */
const verified = (id: string) =>
  until('the look at the pages', async () => {
    const found = await world.database.pool.query(
      `SELECT 1 FROM collects.subject WHERE kind = 'verify' AND key = $1 AND due_at > clock_timestamp() + interval '1 minute'`,
      [id],
    )
    return found.rowCount === 1
  })

describe('GET /projects/:id/backlinks', () => {
  it('lists links of all sources with anchor, rel, dates, authority and a suggestion with its reasons', async () => {
    const { list } = await newSite('demo.sandbox.example')
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ready', reason: null, nextCursor: null, updatedAt: expect.any(String) })
    expect(body.rows.length).toBeGreaterThan(10)
    expect(body.total).toBe(body.rows.length)
    for (const row of body.rows) {
      expect(row).toMatchObject({
        source: 'dataforseo',
        sandbox: true,
        disavowed: false,
        domainRank: expect.any(Number),
      })
      expect(row.suggestion === 'keep' || row.reasons.length > 0).toBe(true)
    }
    expect(new Set(body.rows.map((row: Row) => row.id)).size).toBe(body.rows.length)
    const dates = body.rows.map((row: Row) => row.firstSeen)
    expect(dates).toEqual(dates.toSorted().reverse())
  })

  it('the window has the links first seen or lost in it', async () => {
    const { list } = await newSite('demo.sandbox.example')
    const all: Row[] = (await list()).body.rows
    const since = Date.now() - 60 * 86_400_000
    const inWindow = all.filter(
      (row) => Date.parse(row.firstSeen) >= since || (row.isLost && Date.parse(row.lastSeen) >= since),
    )
    const { rows } = (await list('?days=60')).body
    expect(new Set(rows.map((row: Row) => row.id))).toEqual(new Set(inWindow.map((row) => row.id)))
    for (const row of rows) expect(row.isNew).toBe(Date.parse(row.firstSeen) >= since)
  })

  it('links from unknown hosts of bad repute get review or disavow, and disavowed ones say so', async () => {
    const { list, client, id } = await newSite('demo.sandbox.example')
    const bad = ((await list()).body.rows as Row[]).find((row) => row.suggestion === 'disavow')
    expect(bad.reasons).toEqual(expect.arrayContaining(['spam_high', 'many_links']))
    await client.post(`/projects/${id}/disavow`, { domains: [bad.domainFrom] })
    const after = ((await list()).body.rows as Row[]).filter((row) => row.domainFrom === bad.domainFrom)
    expect(after.every((row) => row.disavowed)).toBe(true)
  })

  it('a tracked phrase as the anchor of an unknown domain is a reason to look', async () => {
    const { list, client, id } = await newSite('demo.sandbox.example')
    const isUnknown = ({ anchor, domainRank, dofollow, isLost }: Row) =>
      anchor && domainRank < 10 && dofollow && !isLost
    const plain = ((await list()).body.rows as Row[]).find(isUnknown)
    expect(plain.reasons).not.toContain('exact_phrase')
    await client.post(`/projects/${id}/keywords`, { keyword: plain.anchor })
    const tracked = ((await list()).body.rows as Row[]).find((row) => row.id === plain.id)
    expect(tracked.reasons).toContain('exact_phrase')
  })

  it('our own check of the pages finds links that are there and links that were removed', async () => {
    const { list, id, domain } = await newSite('demo.sandbox.example')
    await list()
    await verified(id)
    const news = ((await list()).body.rows as Row[]).filter((row) => row.domainFrom === 'news.sandbox.example')
    const pages = new Map(news.map((row) => [row.urlFrom, row]))
    expect(pages.get(`https://news.sandbox.example/0/${domain}`)).toMatchObject({ isLost: false, dofollow: true })
    expect(pages.get(`https://news.sandbox.example/1/${domain}`)).toMatchObject({ isLost: true, reasons: ['lost'] })
    const seen = await world.database.pool.query(
      'SELECT 1 FROM links.seen WHERE site_id = $1 AND checked_at IS NOT NULL',
      [id],
    )
    // The other hosts of the sandbox were not called.
    expect(seen.rowCount).toBe(2)
  })

  it('links that are won or lost after the first look are a fact, once', async () => {
    const { list, id, domain } = await newSite('changing.sandbox.example')
    await list()
    await verified(id)
    const { pool } = world.database
    const facts = async () =>
      (await pool.query(`SELECT state FROM facts.event WHERE type = 'links.changed' AND state->>'siteId' = $1`, [id]))
        .rows
    expect(await facts()).toEqual([])
    // As if all had been seen two hours ago, and one of them but just now; a week has passed since the last look.
    await pool.query(
      `UPDATE links.seen SET first_seen = now() - interval '2 hours', found_at = now() - interval '2 hours', lost_at = NULL,
         checked_at = checked_at - interval '8 days' WHERE site_id = $1`,
      [id],
    )
    await pool.query(`UPDATE links.announced SET until = now() - interval '1 hour' WHERE site_id = $1`, [id])
    await pool.query(
      `UPDATE links.seen SET first_seen = now() WHERE site_id = $1 AND link =
         (SELECT link FROM links.seen WHERE site_id = $1 AND checked_at IS NULL ORDER BY link LIMIT 1)`,
      [id],
    )
    const lookAgain = async () => {
      await pool.query(`UPDATE collects.subject SET due_at = now() WHERE kind = 'verify' AND key = $1`, [id])
      await verified(id)
    }
    await lookAgain()
    const [{ state } = { state: null }] = await facts()
    expect(state).toMatchObject({ won: 1, lost: 1, sandbox: true })
    const lost = state.links.find(({ change }: Row) => change === 'lost')
    expect(lost).toMatchObject({
      domainFrom: 'news.sandbox.example',
      urlFrom: `https://news.sandbox.example/1/${domain}`,
    })
    await lookAgain()
    expect(await facts()).toHaveLength(1)
  })

  it('is partial when a provider is down, and shows the last rows when all are', async () => {
    const { list } = await newSite('bing-only.sandbox.example')
    await world.control('POST', 'fail', { provider: 'dataforseo', mode: 'quota' })
    const partial = (await list()).body
    expect(partial).toMatchObject({ status: 'partial' })
    expect(partial.rows.length).toBeGreaterThan(0)
    expect(partial.rows.every((row: Row) => row.source === 'bing' && row.dofollow === null)).toBe(true)
    await world.database.pool.query(`UPDATE collects.result SET collected_at = collected_at - interval '2 days'`)
    await world.control('POST', 'fail', { provider: 'bing', mode: 'quota' })
    const later = (await list()).body
    expect(later.status).toBe('failed')
    expect(later.rows.map((row: Row) => row.id)).toEqual(partial.rows.map((row: Row) => row.id))
  })

  it('a site that Bing does not know leaves the answer ready', async () => {
    const { list } = await newSite('unverified.sandbox.example')
    expect((await list()).body).toMatchObject({ status: 'ready' })
  })

  it.each([
    ['no days', '?days=0', 'days'],
    ['more than a year', '?days=366', 'days'],
    ['another word', '?day=3', 'day'],
    ['a cursor of another list', '?cursor=Z2FwOjc', 'cursor'],
  ])('400 for %s', async (_case, query, field) => {
    const { list } = await newSite('bad.sandbox.example')
    const { status, body } = await list(query)
    expect([status, body.errors[0].field]).toEqual([400, field])
  })

  it('pages through the rows; 404 for another account; a deleted site leaves nothing', async () => {
    const { list, id, client } = await newSite('demo.sandbox.example')
    await list()
    await verified(id)
    const whole = (await list()).body.rows
    const first = (await list(`${year}&limit=1`)).body
    const rest = (await list(`${year}&limit=1000&cursor=${first.nextCursor}`)).body
    expect([...first.rows, ...rest.rows]).toEqual(whole)
    expect((await (await world.newClient()).get(`/projects/${id}/backlinks`)).status).toBe(404)
    await client.send('DELETE', `/projects/${id}`)
    await world.endSite(id)
    const left = () =>
      world.database.pool.query(
        `SELECT 1 FROM links.seen WHERE site_id = $1 UNION ALL SELECT 1 FROM collects.reading WHERE scope = 's:' || $1`,
        [id],
      )
    await until('nothing is left', async () => (await left()).rowCount === 0)
  })
})

describe('without a provider', () => {
  let bare: World
  beforeAll(async () => {
    bare = await startWorld({ BACKLINK_PROVIDERS: '', OPENPAGERANK_KEY: '' })
  })
  afterAll(() => bare.stop())

  it('is unavailable until a release of the domain graph is imported', async () => {
    const { list, domain } = await newSite('brightharbor.com', bare)
    expect((await list()).body).toMatchObject({ status: 'unavailable', reason: 'no_provider', rows: [] })
    await until('the site is known', async () => {
      const found = await bare.database.pool.query('SELECT 1 FROM known.site WHERE domain = $1', [domain])
      return found.rowCount === 1
    })
    const release = 'cc-main-2026-mar-apr-may'
    const { graph } = await bare.operator.call('graph.import', { body: { release } })
    expect(['queued', 'running']).toContain(graph.status)
    const done = await until('the import', async () => {
      const { graph: now } = await bare.operator.call('graph.get', { params: { release } })
      if (now.status === 'failed') throw new Error(now.error ?? 'failed')
      return now.status === 'ready' ? now : undefined
    })
    expect(done).toMatchObject({ release, step: null, part: null, dropped: 0, error: null, doneAt: expect.any(String) })
    expect(done.links).toBeGreaterThan(0)
    expect(done.ranked).toBeGreaterThan(250)
    await bare.database.pool.query('UPDATE collects.subject SET not_before = NULL')
    const { body } = await list()
    expect(body).toMatchObject({ status: 'ready', reason: null })
    expect(body.rows).toHaveLength(done.links)
    for (const row of body.rows)
      expect(row).toMatchObject({
        source: 'commoncrawl',
        sandbox: true,
        urlFrom: null,
        anchor: null,
        dofollow: null,
        firstSeen: null,
        lastSeen: '2026-05-31T00:00:00.000Z',
        isLost: false,
        domainRank: expect.any(Number),
        suggestion: expect.stringMatching(/keep|review/),
      })
    // Asked for again it is there, as long as no site has come since.
    expect((await bare.operator.call('graph.import', { body: { release } })).graph).toMatchObject({
      status: 'ready',
      missing: 0,
    })
    const later = await newSite('demo.sandbox.example', bare)
    expect((await later.list()).body).toMatchObject({ status: 'ready', rows: [] })
    const again = (await bare.operator.call('graph.import', { body: { release } })).graph
    expect(['queued', 'running']).toContain(again.status)
    // The links of others are answered meanwhile.
    expect((await list()).body.rows).toHaveLength(done.links)
    const more = await until('the second import', async () => {
      const { graph: now } = await bare.operator.call('graph.get', { params: { release } })
      if (now.status === 'failed') throw new Error(now.error ?? 'failed')
      return now.status === 'ready' ? now : undefined
    })
    expect(more).toMatchObject({ missing: 0, ranked: done.ranked })
    expect(more.links).toBeGreaterThan(done.links)
    await bare.database.pool.query(`UPDATE collects.result SET collected_at = collected_at - interval '2 days'`)
    expect((await later.list()).body.rows).toHaveLength(more.links - done.links)
  })
})

describe('an import', () => {
  it('that cannot be read fails with its reason, and is tried again when it is asked for again', async () => {
    const files = { vertices: '/absent/v.gz', edges: '/absent/e.gz', ranks: '/absent/r.gz' }
    const { graph } = await world.operator.call('graph.import', { body: files })
    const { release } = graph
    expect(release).toMatch(/^files-/)
    const failed = await until('the failure', async () => {
      const { graph: now } = await world.operator.call('graph.get', { params: { release } })
      return now.status === 'failed' ? now : undefined
    })
    expect(failed.error).toMatch(/ENOENT/)
    const again = (await world.operator.call('graph.import', { body: files })).graph
    expect(Date.parse(again.askedAt)).toBeGreaterThan(Date.parse(failed.askedAt))
  })

  it('needs a release or all three files; an unknown one is not found', async () => {
    await expect(world.operator.call('graph.import', { body: { edges: '/e.gz' } })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await expect(world.operator.call('graph.get', { params: { release: 'none' } })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
