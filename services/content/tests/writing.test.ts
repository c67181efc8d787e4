import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from './support/world.ts'

const host = 'shop.sandbox.example'
let world: World
beforeAll(async () => {
  world = await startWorld([host])
})
afterAll(() => world.stop())

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
type Row = any
type Client = Awaited<ReturnType<World['newClient']>>
const thisMonth = new Date().toISOString().slice(0, 7)
const unknownSite = '00000000-0000-4000-8000-000000000000'

async function newSite(plan: 'free' | 'growth' = 'growth') {
  const client = await world.newClient(plan)
  const id = await client.site(host)
  return { client, id, ...writersOf(client, id) }
}
function writersOf(client: Client, id: string) {
  return {
    article: (body: object) => client.post(`/projects/${id}/articles`, body),
    plan: (body: object) => client.post(`/projects/${id}/content-plans`, { publishOn: thisMonth, ...body }),
    /** A row over NATS, whom no minute limits. */
    asPerson: (q: string, more: object = {}) =>
      world.callAs(
        'articles.create',
        { params: { id }, body: { keyword: q } },
        { kind: 'person', accountId: client.accountId, ...more },
      ),
  }
}
const ready = (post: () => Promise<Row>, of: 'article' | 'plan'): Promise<Row> =>
  until(
    'the text',
    async () => {
      const { status, body } = await post()
      expect(status).toBe(200)
      return body[of].status === 'ready' ? body[of] : false
    },
    30_000,
    300,
  )
const rowsOf = async (siteId: string) =>
  (
    await world.database.pool.query(
      `SELECT (SELECT count(*)::int FROM writing.article WHERE site_id = $1) AS articles,
         (SELECT count(*)::int FROM writing.plan WHERE site_id = $1) AS plans,
         (SELECT count(*)::int FROM collects.reading WHERE scope = 's:' || $1) AS readings`,
      [siteId],
    )
  ).rows[0]

describe('POST /projects/:id/articles', () => {
  it('is queued at once, written in the background, and read whole by posting again', async () => {
    const { article } = await newSite()
    const first = await article({ keyword: 'moka pot' })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      created: true,
      article: { keyword: 'moka pot', country: 'us', language: 'en', planId: null, error: null },
    })
    const written = await ready(() => article({ keyword: ' Moka  POT ' }), 'article')
    expect(written).toMatchObject({
      id: first.body.article.id,
      title: 'Moka pot',
      generator: 'offline-outline',
      version: 2,
      error: null,
      metaDescription: expect.stringMatching(/^Fill in/),
      markdown: expect.stringContaining('## Checklist'),
      wordCount: expect.any(Number),
    })
    expect((await article({ keyword: 'moka pot' })).body).toMatchObject({ created: false, article: written })
  })

  it('is another article in another country or language', async () => {
    const { article } = await newSite()
    const ids = []
    for (const more of [{}, { country: 'UK' }, { language: 'de' }, { country: 'gb' }])
      ids.push((await article({ keyword: 'moka pot', ...more })).body.article.id)
    expect(new Set(ids).size).toBe(3)
    expect(ids[3]).toBe(ids[1])
  })

  it('knows the site’s phrases, questions and crawled pages', async () => {
    await world.site(host, {
      '/': { body: '<title>Home</title><h1>Home</h1><a href="/guide">Guide</a>' },
      '/guide': { body: '<title>Coffee guide</title><h1>Coffee</h1>' },
    })
    const { client, id, article } = await newSite()
    await client.post(`/projects/${id}/keywords`, { keyword: 'coffee beans' })
    await until(
      'the crawl',
      async () => (await client.get(`/projects/${id}/issues`)).body.status === 'ready',
      30_000,
      500,
    )
    await until(
      'the check',
      async () => (await client.get(`/projects/${id}/keywords`)).body.keywords[0].lastCheck?.status === 'ok',
      30_000,
      500,
    )
    const { markdown } = await ready(() => article({ keyword: 'coffee' }), 'article')
    expect(markdown).toContain(`[Coffee guide](https://${host}/guide)`)
    expect(markdown).toContain('- coffee beans: ')
  })

  it.each([
    ['no keyword', {}, 'keyword'],
    ['one character', { keyword: ' x ' }, 'keyword'],
    ['no text', { keyword: 7 }, 'keyword'],
    ['a line end', { keyword: 'a\u0000b' }, 'keyword'],
    ['a country that is none', { keyword: 'tea', country: 'xx' }, 'country'],
    ['a language that is none', { keyword: 'tea', language: 'klingon' }, 'language'],
    ['a field too many', { keyword: 'tea', tone: 'friendly' }, 'tone'],
  ])('400 for %s', async (_case, body, field) => {
    const { article } = await newSite()
    const answer = await article(body)
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
  })

  it('404 for another account’s site, for none, and for a key that is limited to another', async () => {
    const { id, client } = await newSite()
    const { article } = writersOf(await world.newClient('free'), id)
    expect((await article({ keyword: 'tea' })).body.code).toBe('not_found')
    expect((await writersOf(client, unknownSite).article({ keyword: 'tea' })).body.code).toBe('not_found')
    const { asPerson } = writersOf(client, id)
    await expect(asPerson('tea', { siteIds: [unknownSite] })).rejects.toMatchObject({ code: 'not_found' })
    expect(await rowsOf(id)).toEqual({ articles: 0, plans: 0, readings: 0 })
  })

  it('a poll of one that is on its way is free of charge, and says so', async () => {
    const { client, article } = await newSite()
    const holder = await world.database.pool.connect()
    try {
      await holder.query('BEGIN; LOCK TABLE crawl.page, crawl.run IN ACCESS EXCLUSIVE MODE')
      const { body } = await article({ keyword: 'tea' })
      const poll = await article({ keyword: 'tea' })
      expect(['queued', 'writing']).toContain(poll.body.article.status)
      expect([poll.body.created, poll.body.allowance.used]).toEqual([false, body.allowance.used])
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
    await ready(() => article({ keyword: 'tea' }), 'article')
    expect((await client.get('/projects')).body.allowance.used).toBeGreaterThan(2)
  })
})

describe('POST /projects/:id/content-plans', () => {
  it('is queued at once, written in the background, and read whole by posting again', async () => {
    const { plan } = await newSite()
    const request = { q: 'Moka pot', context: 'We sell\nred ones.', country: 'id', language: 'id' }
    const first = await plan(request)
    expect(first.body).toMatchObject({
      created: true,
      plan: { q: 'Moka pot', publishOn: thisMonth, country: 'id', language: 'id', context: 'We sell\nred ones.' },
    })
    const { context: _context, ...place } = request
    const written = await ready(() => plan({ ...place, q: 'MOKA pot' }), 'plan')
    expect(written).toMatchObject({
      context: 'We sell\nred ones.',
      id: first.body.plan.id,
      title: 'Moka pot',
      generator: 'offline-outline',
      keywords: ['Moka pot'],
      outline: [{ heading: 'Moka pot', level: 2, points: [expect.stringMatching(/^Fill in/)] }],
      articleId: null,
    })
    expect((await plan(request)).body).toMatchObject({ created: false, plan: written })
  })

  it('is another plan in another month; the article about it is linked both ways', async () => {
    const { plan, article } = await newSite()
    const later = `${Number(thisMonth.slice(0, 4)) + 1}${thisMonth.slice(4)}`
    const one = (await plan({ q: 'tea' })).body.plan
    expect((await plan({ q: 'tea', publishOn: later })).body.plan.id).not.toBe(one.id)
    const written = await ready(() => article({ keyword: 'Tea' }), 'article')
    expect(written.planId).toBe(one.id)
    expect((await plan({ q: 'tea' })).body.plan.articleId).toBe(written.id)
  })

  it('is another plan in another country or language, and stays as it is when it is posted without a context', async () => {
    const { plan, id } = await newSite()
    const asked = [{ context: 'Ours.' }, { country: 'id' }, { country: 'id', language: 'id' }, { language: 'id' }]
    const ids: string[] = []
    for (const place of asked) {
      const { body } = await plan({ q: 'tea', ...place })
      expect(body.created).toBe(true)
      ids.push(body.plan.id)
    }
    expect(new Set(ids).size).toBe(4)
    expect((await plan({ q: 'TEA', country: 'US', language: 'EN' })).body).toMatchObject({
      created: false,
      plan: { id: ids[0], context: 'Ours.' },
    })
    expect((await rowsOf(id)).plans).toBe(4)
  })

  it('409 for another context once it is written; the same one, or none, reads it', async () => {
    const { plan } = await newSite()
    const written = await ready(() => plan({ q: 'tea', context: 'We sell red ones.' }), 'plan')
    for (const same of [{}, { context: 'We sell red ones.' }])
      expect((await plan({ q: 'tea', ...same })).body).toMatchObject({ created: false, plan: written })
    for (const context of ['We sell blue ones.', ''])
      expect(await plan({ q: 'tea', context })).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await plan({ q: 'tea' })).body.plan).toEqual(written)
  })

  it.each([
    ['no month', { publishOn: undefined }, 'publishOn'],
    ['a month that is over', { publishOn: '2020-01' }, 'publishOn'],
    ['a month too far off', { publishOn: '2199-01' }, 'publishOn'],
    ['a month that is none', { publishOn: '2027-13' }, 'publishOn'],
    ['no topic', { q: ' ' }, 'q'],
    ['more context than fits', { context: 'x'.repeat(2_001) }, 'context'],
    ['a field too many', { title: 'x' }, 'title'],
  ])('400 for %s, naming the field', async (_case, more, field) => {
    const { plan, id } = await newSite()
    const answer = await plan({ q: 'tea', ...more })
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
    expect((await rowsOf(id)).plans).toBe(0)
  })

  it('404 for another account’s site', async () => {
    const { id } = await newSite()
    const { plan } = writersOf(await world.newClient('free'), id)
    expect((await plan({ q: 'tea' })).body.code).toBe('not_found')
  })
})

describe('the month’s plans and articles', () => {
  it('402 beyond the plan, naming the limit; existing texts are still answered', async () => {
    const { plan, article, id } = await newSite('free')
    await plan({ q: 'one' })
    await article({ keyword: 'two' })
    for (const refused of [await article({ keyword: 'three' }), await plan({ q: 'three' })])
      expect(refused).toMatchObject({
        status: 402,
        body: {
          code: 'plan_limit_reached',
          planLimit: { name: 'writingsPerMonth', max: 2, used: 2 },
          retryAfterSeconds: expect.any(Number),
          detail: expect.stringMatching(/more from \d{4}-\d\d-01T00:00:00.000Z on/),
        },
      })
    expect((await plan({ q: 'One' })).status).toBe(200)
    expect((await article({ keyword: 'TWO' })).body).toMatchObject({ created: false })
    expect(await rowsOf(id)).toMatchObject({ articles: 1, plans: 1 })
  })

  it('are exact under parallel calls over two replicas, and a twin counts once', async () => {
    await world.startReplica()
    const { asPerson, id } = await newSite('free')
    const free = { plan: 'free' }
    const twins = await Promise.all(Array.from({ length: 6 }, () => asPerson('twin', free)))
    expect(twins.filter(({ created }) => created)).toHaveLength(1)
    expect(new Set(twins.map(({ article }) => article.id)).size).toBe(1)
    const others = await Promise.allSettled(['a1', 'b1', 'c1', 'd1', 'e1', 'f1'].map((q) => asPerson(q, free)))
    expect(others.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await rowsOf(id)).toMatchObject({ articles: 2 })
  })

  it('are not available to a guest', async () => {
    const { asPerson } = await newSite('free')
    await expect(asPerson('tea', { kind: 'guest', plan: 'guest' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(asPerson('tea', { plan: 'guest' })).rejects.toMatchObject({
      code: 'plan_limit_reached',
      facts: { planLimit: { max: 0, used: 0 } },
    })
  })
})

describe('the rows of plans and articles', () => {
  it('are deleted with the site, once that is deleted for good', async () => {
    const { client, id, plan, article } = await newSite()
    await plan({ q: 'tea' })
    await ready(() => article({ keyword: 'tea' }), 'article')
    await client.delete(`/projects/${id}`)
    await world.endSite(id)
    await until('the deletion', async () => (await rowsOf(id)).articles === 0)
    expect(await rowsOf(id)).toEqual({ articles: 0, plans: 0, readings: 0 })
  })

  it('rest with a site in the trash, and are back with it', async () => {
    const { client, id, plan, article } = await newSite()
    await plan({ q: 'tea' })
    const written = await ready(() => article({ keyword: 'tea' }), 'article')
    await client.delete(`/projects/${id}`)
    await until('the trash', async () => (await article({ keyword: 'tea' })).status === 404)
    const { accountId } = client
    await world.callAs('trashedSites.restore', { params: { id } }, { kind: 'person', accountId })
    const again = await article({ keyword: 'tea' })
    expect(again.body).toMatchObject({ created: false, article: { id: written.id, status: 'ready' } })
    expect(await rowsOf(id)).toMatchObject({ articles: 1, plans: 1 })
  })

  it('are deleted with a closed account, its monthly counts too', async () => {
    const { client, id, plan } = await newSite()
    await plan({ q: 'tea' })
    const state = { id: client.accountId, plan: 'growth', status: 'closed' } as const
    await world.tell({ type: 'account.changed', aggregate: `account:${client.accountId}`, version: 1_009, state })
    await until('the deletion', async () => (await rowsOf(id)).plans === 0)
    const months = await world.database.pool.query('SELECT 1 FROM writing.month WHERE account_id = $1', [
      client.accountId,
    ])
    expect(months.rowCount).toBe(0)
  })

  it('stay when the site gets another owner', async () => {
    const { id, article } = await newSite()
    const { id: articleId } = await ready(() => article({ keyword: 'tea' }), 'article')
    const heir = await world.newClient('growth')
    await world.database.pool.query('UPDATE known.site SET account_id = $2 WHERE id = $1', [id, heir.accountId])
    const { asPerson } = writersOf(heir, id)
    expect((await asPerson('tea')).article).toMatchObject({ id: articleId, status: 'ready' })
  })
})
