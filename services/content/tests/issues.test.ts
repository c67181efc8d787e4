import { until } from '@rts/local/testing/until'
import { demoSite } from '@rts/sandbox/world/demo'
import { demoFaults, demoPages } from '@rts/sandbox/world/demo-pages'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from './support/world.ts'

let world: World
const host = 'shop.sandbox.example'
beforeAll(async () => {
  world = await startWorld([host, demoSite, 'press.sandbox.example'])
})
afterAll(() => world.stop())

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`
const robots = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nAllow: /' }

async function audited(client: Awaited<ReturnType<World['newClient']>>, id: string, isNew = (_body: unknown) => true) {
  return until('the audit', async () => {
    const { status, body } = await client.get(`/projects/${id}/issues`)
    expect(status).toBe(200)
    return body.status === 'ready' && isNew(body) ? body : false
  })
}
/** How fast this machine answers was not planted. */
const isPlanted = ({ code }: { code: string }) => !code.startsWith('SLOW_')
const codes = (body: { issues: { code: string }[] }) => body.issues.map(({ code }) => code)
const age = () =>
  world.database.pool.query(`UPDATE collects.result SET collected_at = collected_at - interval '8 days'`)

describe('GET /projects/:id/issues', () => {
  it('audits the site, lists its issues and how to fix them; a fixed issue is listed as fixed after the next crawl', async () => {
    await world.site(host, {
      '/robots.txt': robots,
      '/': { body: page('Home', '<a href="/a">A page</a><a href="/gone">Gone</a>') },
      '/a': { body: page('A', '<a href="/">Home</a>') },
    })
    const client = await world.newClient('growth')
    const id = await client.site(host)
    const body = await audited(client, id)
    expect(body).toMatchObject({
      reason: null,
      source: 'crawler',
      sandbox: true,
      pagesDone: 3,
      pagesKnown: 3,
      gone: [],
    })
    expect(body.issues.find(({ code }: { code: string }) => code === 'LINK_BROKEN_INTERNAL')).toMatchObject({
      severity: 'error',
      category: 'links',
      count: 1,
      isNew: false,
      howToFix: expect.stringMatching(/link/),
      urls: [{ url: `https://${host}/`, detail: `https://${host}/gone` }],
    })
    await world.site(host, {
      '/robots.txt': robots,
      '/': { body: page('Home', '<a href="/a">A page</a>') },
      '/a': { body: page('A', '<a href="/">Home</a>') },
    })
    await age()
    const next = await audited(client, id, (seen) => JSON.stringify(seen).includes('"gone":[{'))
    expect(codes(next)).not.toContain('LINK_BROKEN_INTERNAL')
    expect(codes(next)).not.toContain('HTTP_4XX')
    expect(next.gone.map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(['HTTP_4XX', 'LINK_BROKEN_INTERNAL']),
    )
    expect(next.score).toBeGreaterThan(body.score)
  })

  it('lists exactly the faults that are planted in the demo site, at their pages; a fixed one leaves the list, the others stay', async () => {
    const client = await world.newClient('growth')
    const id = await client.site(demoSite)
    const found = ({ issues }: { issues: { code: string; urls: { url: string }[] }[] }) =>
      Object.fromEntries(
        issues.filter(isPlanted).map(({ code, urls }) => [code, urls.map(({ url }) => new URL(url).pathname).sort()]),
      )
    const first = await audited(client, id)
    expect(found(first)).toEqual(demoFaults)
    expect(new Set(first.issues.map(({ severity }: { severity: string }) => severity)).size).toBe(3)
    const { '/delivery': thin = { body: '' }, ...pages } = demoPages(demoSite)
    const more = `<p>${'Much more is to be said of it. '.repeat(30)}</p></main>`
    await world.site(demoSite, { ...pages, '/delivery': { ...thin, body: thin.body.replace('</main>', more) } })
    await age()
    const { CONTENT_THIN: _mended, ...others } = demoFaults
    const next = await audited(client, id, (seen) => JSON.stringify(seen).includes('"gone":[{'))
    expect(found(next)).toEqual(others)
    expect(next.gone.filter(isPlanted).map(({ code }: { code: string }) => code)).toEqual(['CONTENT_THIN'])
  })

  it('is unavailable without saved data if the caller may not collect; 404 for another account’s site', async () => {
    const client = await world.newClient('free')
    const id = await client.site(host)
    const other = await world.newClient('free')
    expect((await other.get(`/projects/${id}/issues`)).status).toBe(404)
    for (let call = 0; call < 19; call++) await client.get('/projects')
    const { status, body } = await client.get(`/projects/${id}/issues`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'unavailable', reason: 'allowance_exhausted', issues: [], score: null })
  })
})

describe('crawls', () => {
  it('a person sees the crawls and starts a new one, and never sees another account’s', async () => {
    await world.site(host, { '/robots.txt': robots, '/': { body: page('Home', '<a href="/">Home</a>') } })
    const client = await world.newClient('growth')
    const id = await client.site(host)
    const first = await audited(client, id)
    const person = { kind: 'person', accountId: client.accountId } as const
    const list = async () => (await world.callAs('crawls.list', { params: { id } }, person)).crawls
    const [crawl, ...more] = await list()
    expect(more).toEqual([])
    expect(crawl).toMatchObject({ status: 'ready', pageLimit: 2_000, pagesDone: 1, score: first.score })
    expect((await world.callAs('crawls.run', { params: { id } }, person)).reason).toBe(null)
    await until('a second crawl', async () => (await list()).filter(({ status }) => status === 'ready').length === 2)
    const stranger = { kind: 'person', accountId: 'somebody' } as const
    await expect(world.callAs('crawls.list', { params: { id } }, stranger)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('issue pages', () => {
  it('are all the addresses behind an issue, page by page; a key of another site gets none', async () => {
    await world.site(demoSite, demoPages(demoSite))
    const client = await world.newClient('growth')
    const id = await client.site(demoSite)
    await audited(client, id)
    const agent = { kind: 'account', accountId: client.accountId } as const
    const read = (query: object, more = {}) =>
      world.callAs('issuePages.list', { params: { id }, query: { ...query } }, { ...agent, ...more })
    const first = await read({ code: 'TITLE_DUPLICATE', limit: 1 })
    expect(first).toMatchObject({ status: 'ready', total: 2, rows: [{ code: 'TITLE_DUPLICATE' }] })
    const next = await read({ code: 'TITLE_DUPLICATE', limit: 1, cursor: first.nextCursor ?? '' })
    expect(next.nextCursor).toBe(null)
    expect([...first.rows, ...next.rows].map(({ url }) => new URL(url).pathname)).toEqual(demoFaults.TITLE_DUPLICATE)
    await expect(read({ limit: 1, cursor: first.nextCursor ?? '' })).rejects.toMatchObject({ code: 'invalid_input' })
    const { rows } = await read({ limit: 500 })
    expect(rows.filter(isPlanted)).toHaveLength(Object.values(demoFaults).flat().length)
    expect((await read({ code: 'NO_SUCH' })).rows).toEqual([])
    await expect(read({}, { siteIds: ['another'] })).rejects.toMatchObject({ code: 'not_found' })
  })
})
