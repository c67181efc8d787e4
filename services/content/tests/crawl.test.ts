import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { inTransaction } from '@rts/shared/service/transaction'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { factsOfOther } from '../src/audit/facts.ts'
import type { AuditReport } from '../src/audit/report.ts'
import { findProgress, listCrawledPages, listCrawls } from '../src/crawl/crawls.sql.ts'
import { createSaver } from '../src/crawl/page-saver.ts'
import { createPageStore, listPages, type OpenCrawl, openCrawl } from '../src/crawl/runs.sql.ts'
import { type Served, startCrawler, startWeb, type Web } from './support/crawling.ts'

let database: TestDatabase
let web: Web | null = null
const crawlers: ReturnType<typeof startCrawler>[] = []

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'content')
})
afterAll(() => database.drop())
beforeEach(async () => {
  for (const site of ['s1', 's2']) await plan(site, 'growth')
})
afterEach(async () => {
  await Promise.all(crawlers.splice(0).map((each) => each.stop()))
  await web?.stop()
  web = null
  await database.pool.query('TRUNCATE collects.subject, crawl.run, crawl.host, known.site, known.account CASCADE')
})

const shop = 'shop.sandbox.example'
const text = (word: string) => `<p>${`${word} word `.repeat(110)}`
const page = (
  name: string,
  body = '',
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name} with a title of its own, well said</title>
  <meta name="description" content="${name}: ${'described at some length '.repeat(4)}"><meta name="viewport" content="width=device-width"></head><body><h1>${name}</h1>${text(name)}${body}</body></html>`
const link = (...paths: string[]) => paths.map((to) => `<a href="${to}">To ${to}</a>`).join('')

async function play(pages: Record<string, Served>, host = shop): Promise<Web> {
  web = await startWeb({
    [host]: {
      '/robots.txt': 'User-agent: *\nDisallow: /private\nSitemap: https://shop.sandbox.example/sitemap.xml',
      ...pages,
    },
  })
  return web
}
function crawler(settings: Parameters<typeof startCrawler>[2] = {}, thread: Parameters<typeof startCrawler>[4] = {}) {
  const started = startCrawler(database.pool, web?.overrides ?? new Map(), settings, 2, thread)
  crawlers.push(started)
  return started
}
async function plan(siteId: string, name: string): Promise<void> {
  await database.pool.query(
    `INSERT INTO known.account VALUES ($1, $2, 'active', NULL, 1) ON CONFLICT (id) DO UPDATE SET plan = excluded.plan`,
    [`of-${siteId}`, name],
  )
  await database.pool.query(
    `INSERT INTO known.site VALUES ($1, $2, 'Shop', $3, 'us', 'en', now(), 1, NULL) ON CONFLICT DO NOTHING`,
    [siteId, `of-${siteId}`, shop],
  )
}
const codesOf = (report: AuditReport | null) => (report?.issues ?? []).map(({ code }) => code)
const addresses = (report: AuditReport | null, code: string) =>
  report?.issues.find((issue) => issue.code === code)?.at.map((place) => new URL(report.urls[place] ?? '').pathname)
const age = (days: number) =>
  database.pool.query(`UPDATE collects.result SET collected_at = collected_at - $1 * interval '1 day'`, [days])

describe('a crawl', () => {
  it('begins over http where nothing answers over https, and stays there when it goes on', async () => {
    const http = { entry: new URL('support/http-worker.ts', import.meta.url) }
    const places = ['/a', '/b', '/c', '/d', '/e']
    await play({ '/': page('Home', link(...places)), ...Object.fromEntries(places.map((to) => [to, page(to)])) })
    const first = crawler({ perSecond: 4 }, http)
    await first.read('s1', shop, { waitMs: 0 })
    const run = async () =>
      (await database.pool.query('SELECT start_url AS start, pages_done AS done FROM crawl.run')).rows[0]
    await until('some pages to be stored', async () => (await run())?.done >= 2)
    await first.stop()
    expect(await run()).toMatchObject({ start: `http://${shop}/` })
    const { body } = await crawler({}, http).read('s1', shop)
    expect([body?.pagesDone, addresses(body, 'PAGE_HTTP')]).toEqual([6, ['/', ...places]])
    expect(codesOf(body)).not.toContain('HOME_UNREACHABLE')
  })

  it('reads the pages that links and sitemaps lead to, with their issues', async () => {
    await play({
      '/': page('Home', link('/a', '/gone', '/old', '/private/x', 'https://other.example/')),
      '/a': page('A', '<img src="/missing.png" alt="m" width="1" height="1">'),
      '/old': (response) => response.writeHead(302, { location: '/a' }).end(),
      '/hidden': page('Hidden', link('/')),
      '/sitemap.xml':
        '<urlset><url><loc>https://shop.sandbox.example/</loc></url><url><loc>https://shop.sandbox.example/hidden</loc></url></urlset>',
    })
    const { body, state, sources, sandbox } = await crawler().read('s1', shop)
    expect({ status: state.status, sources, sandbox }).toEqual({ status: 'ready', sources: ['crawler'], sandbox: true })
    expect(body).toMatchObject({ pagesDone: 5, pagesKnown: 5 })
    const found = (code: string) => addresses(body, code)
    expect({
      HTTP_4XX: found('HTTP_4XX'),
      LINK_BROKEN_INTERNAL: found('LINK_BROKEN_INTERNAL'),
      REDIRECT_TEMPORARY: found('REDIRECT_TEMPORARY'),
      BLOCKED_BY_ROBOTS: found('BLOCKED_BY_ROBOTS'),
      PAGE_ORPHAN: found('PAGE_ORPHAN'),
      IMG_BROKEN: found('IMG_BROKEN'),
      SITEMAP_MISSING: found('SITEMAP_MISSING'),
    }).toEqual({
      HTTP_4XX: ['/gone'],
      LINK_BROKEN_INTERNAL: ['/'],
      REDIRECT_TEMPORARY: ['/old'],
      BLOCKED_BY_ROBOTS: ['/private/x'],
      PAGE_ORPHAN: ['/hidden'],
      IMG_BROKEN: ['/a'],
      SITEMAP_MISSING: undefined,
    })
    expect(web?.asked.some(({ path: asked }) => asked.startsWith('/private'))).toBe(false)
  })

  it('writes a fact of its audit, once for each crawl, with what is new and what is fixed', async () => {
    const facts = async () =>
      (await database.pool.query(`SELECT state FROM facts.event WHERE type = 'audit.finished' ORDER BY created_at`))
        .rows
    const before = (await facts()).length
    await play({ '/': page('Home', link('/lost')) })
    const earlier = crawler()
    const { body } = await earlier.read('s1', shop)
    const first = (await facts())[before]?.state
    const { crawlId, score, health, pagesDone: pages } = body as AuditReport
    expect(first).toMatchObject({ siteId: 's1', crawlId, status: 'ready', score, health, pages, sandbox: true })
    expect([first.newIssues, first.fixedIssues]).toEqual([[], []])
    await earlier.stop()
    crawlers.splice(crawlers.indexOf(earlier), 1)
    await web?.stop()
    await play({ '/': page('Home', link('/there')), '/there': page('There') })
    await age(30)
    await crawler().read('s1', shop)
    const found = await until('the second audit', async () => (await facts())[before + 1]?.state)
    expect(found.fixedIssues).toContain('LINK_BROKEN_INTERNAL')
    expect(await facts()).toHaveLength(before + 2)
  })

  it('finds a missing picture whose head names a coding and has no body', async () => {
    const coded: Served = (response) => response.writeHead(404, { 'content-encoding': 'gzip' }).end()
    await play({ '/': page('Home', '<img src="/coded.png" alt="c" width="1" height="1">'), '/coded.png': coded })
    const { body } = await crawler().read('s1', shop)
    expect(addresses(body, 'IMG_BROKEN')).toEqual(['/'])
  })

  it('weighs a picture whose server names no length', async () => {
    const sent =
      (bytes: number): Served =>
      (response) => {
        response.writeHead(200, { 'content-type': 'image/png', 'transfer-encoding': 'chunked' })
        response.end(Buffer.alloc(bytes))
      }
    const shown = (name: string) => page(name, `<img src="/${name}.png" alt="c" width="1" height="1">`)
    const pictures = { '/heavy.png': sent(600_000), '/light.png': sent(400_000) }
    await play({
      '/': page('Home', link('/heavy', '/light')),
      '/heavy': shown('heavy'),
      '/light': shown('light'),
      ...pictures,
    })
    const { body } = await crawler().read('s1', shop)
    expect(addresses(body, 'IMG_LARGE')).toEqual(['/heavy'])
  })

  it('requests pages of other sites, each host at its own pace: a 404 is a broken link, a refusal is unknown', async () => {
    const status =
      (head: number, get = head): Served =>
      (response, request) =>
        response.writeHead(request.method === 'HEAD' ? head : get, { 'content-type': 'text/html' }).end()
    const others: Record<string, Record<string, Served>> = {
      'tea.example': { '/lost': status(404), '/here': status(200) },
      'picky.example': { '/no-head': status(404, 200) },
      'closed.example': { '/refuses': status(403), '/after': status(410) },
      'coy.example': { '/refuses-to-show': status(404, 403) },
      'busy.example': { '/busy': status(429) },
      'ill.example': { '/fails': status(500) },
      'dead.example': { '/hangs-up': (response) => void response.destroy() },
      'unknown.example': {},
    }
    const urls = Object.entries(others).flatMap(([host, pages]) =>
      Object.keys(pages).map((to) => `https://${host}${to}`),
    )
    const home = page('Home', link('/a', ...urls, 'https://nowhere.example/'))
    web = await startWeb({ [shop]: { '/': home, '/a': page('A', link('/', 'https://tea.example/lost')) }, ...others })
    const { body } = await crawler().read('s1', shop)
    const broken = body?.issues.find(({ code }) => code === 'LINK_BROKEN_EXTERNAL')
    expect(addresses(body, 'LINK_BROKEN_EXTERNAL')).toEqual(['/', '/a'])
    expect(broken?.details).toEqual(['https://tea.example/lost', 'https://tea.example/lost'])
    const askedOf = (name: string) => web?.asked.filter(({ host }) => host === name) ?? []
    const asked = (name: string) => askedOf(name).map(({ method, path: to }) => `${method} ${to}`)
    expect(asked('tea.example')).toEqual(['HEAD /lost', 'GET /lost', 'HEAD /here'])
    expect(asked('closed.example')).toEqual(['HEAD /refuses'])
    const times = askedOf('tea.example').map(({ at }) => at)
    // Two pauses of a second, less what the first question was late.
    expect((times[2] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(1_500)
  })

  it('lists new and fixed issues since the last crawl, and the first day of the others', async () => {
    const { sites } = await play({ '/': page('Home', link('/gone', '/a')), '/a': page('A', '<h1>Twice</h1>') })
    const one = crawler()
    const first = await one.read('s1', shop)
    expect(first.body?.issues.some(({ isNew }) => isNew)).toBe(false)
    expect(first.body?.gone).toEqual([])
    await age(8)
    Object.assign(sites[shop] ?? {}, {
      '/': page('Home', link('/a')),
      '/a': page('A', '<p>Lorem ipsum dolor sit amet</p>'),
    })
    const { body } = await one.read('s1', shop)
    expect(body?.gone.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['HTTP_4XX', 'H1_MULTIPLE', 'LINK_BROKEN_INTERNAL']),
    )
    expect(body?.issues.filter(({ isNew }) => isNew).map(({ code }) => code)).toEqual(['LOREM_IPSUM'])
    const stayed = body?.issues.find(({ code }) => code === 'SITEMAP_INVALID')
    expect(stayed?.firstSeen).toBe(first.body?.issues.find(({ code }) => code === 'SITEMAP_INVALID')?.firstSeen)
    expect(body?.score ?? 0).toBeGreaterThan(first.body?.score ?? 100)
  })

  it('reads as many pages as the plan of the account allows', async () => {
    await plan('s1', 'guest')
    await play({ '/': page('Home', link(...Array.from({ length: 50 }, (_, i) => `/${i}`))) })
    expect((await crawler().read('s1', shop)).body).toMatchObject({ pagesDone: 20, pagesKnown: 51 })
  })

  it('waits for a plan that arrives late, and uses the smallest plan if none arrives', async () => {
    await play({ '/': page('Home', link(...Array.from({ length: 50 }, (_, i) => `/${i}`))) })
    const one = crawler()
    const [late, never] = [one.read('s3', shop), one.read('s4', shop)]
    await until('the crawls to wait', async () => {
      const waiting = await database.pool.query(`SELECT 1 FROM collects.subject WHERE progress->>'waits' = '1'`)
      return waiting.rows.length > 0
    })
    await plan('s3', 'free')
    expect((await late).body).toMatchObject({ pagesDone: 51 })
    expect((await never).body).toMatchObject({ pagesDone: 20 })
  })

  it('of a site that does not answer is partial, has no score, and marks no issue as fixed', async () => {
    await play({})
    const { body, state } = await crawler().read('s1', 'nowhere.sandbox.example')
    expect(state.status).toBe('partial')
    expect(body).toMatchObject({ score: null, gone: [] })
    expect(codesOf(body)).toEqual(expect.arrayContaining(['HOME_UNREACHABLE', 'ROBOTS_TXT_ERROR']))
    // Of a robots.txt and a sitemap that were not read nothing else is said.
    expect(codesOf(body)).not.toContain('SITEMAP_MISSING')
    expect(JSON.stringify(body)).not.toContain('blocked by robots.txt')
  })

  it('reads nothing while robots.txt fails', async () => {
    await play({ '/robots.txt': (response) => response.writeHead(503).end(), '/': page('Home') })
    const { body } = await crawler().read('s1', shop)
    expect(body).toMatchObject({ pagesDone: 0, score: null })
  })

  it('waits between requests as robots.txt asks', async () => {
    await play({
      '/robots.txt': 'User-agent: *\nCrawl-delay: 2',
      '/': page('Home', link('/a', '/b')),
      '/a': page('A'),
      '/b': page('B'),
    })
    await crawler().read('s1', shop)
    const times = (web?.asked ?? []).filter(({ path: asked }) => ['/a', '/b'].includes(asked)).map(({ at }) => at)
    // A busy machine may notice the first request late.
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(500)
  })

  it('of one host runs alone, over accounts and replicas', async () => {
    await play({ '/': page('Home', link('/a', '/b', '/c')), '/a': page('A'), '/b': page('B'), '/c': page('C') })
    crawler({ perSecond: 20 })
    const [one, other] = [crawler({ perSecond: 20 }), crawler({ perSecond: 20 })]
    await Promise.all([one.read('s1', shop), other.read('s2', shop)])
    const starts = (web?.asked ?? []).flatMap(({ path: asked, method }, i) =>
      asked === '/robots.txt' && method === 'GET' ? [i] : [],
    )
    const between = (web?.asked ?? []).slice(starts[0], starts[1]).map(({ path: asked }) => asked)
    expect(starts).toHaveLength(2)
    expect(between).toEqual(expect.arrayContaining(['/a', '/b', '/c']))
  })

  it('survives hostile answers of a site', async () => {
    const endless = (response: Parameters<Exclude<Served, string>>[0]) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const more = () => response.write('<p>more '.repeat(1_000)) && setImmediate(more)
      response.on('drain', more)
      more()
    }
    await play({
      '/': page('Home', link('/endless', '/drip', '/loop', '/inside', '/binary', '/hangs', '/many', '/lies')),
      '/endless': endless,
      '/drip': (response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('<p>'),
      '/loop': (response) => response.writeHead(301, { location: '/loop' }).end(),
      '/inside': (response) => response.writeHead(301, { location: 'http://127.0.0.1:1/' }).end(),
      '/binary': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(Buffer.alloc(5_000, 0xfe)),
      '/hangs': (response) => void response.destroy(),
      '/many': link(...Array.from({ length: 100_000 }, (_, i) => `/many/${i}`)),
      '/lies': (response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-16' }).end(page('Lies')),
    })
    await plan('s1', 'guest')
    const { body } = await crawler().read('s1', shop, { waitMs: 60_000 })
    expect(addresses(body, 'REDIRECT_LOOP')).toEqual(['/loop'])
    expect(addresses(body, 'PAGE_TOO_LARGE')).toEqual(expect.arrayContaining(['/endless']))
    expect(addresses(body, 'HTTP_NO_RESPONSE')).toEqual(expect.arrayContaining(['/drip', '/hangs']))
    expect(body?.pagesKnown).toBeLessThanOrEqual(1_000)
    expect(JSON.stringify(body)).not.toContain('ECONN')
  })
})

describe('the record of a crawl', () => {
  it('shows its progress while it runs', async () => {
    await play({ '/': page('Home', link('/a', '/b')), '/a': page('A'), '/b': page('B') })
    const one = crawler({ perSecond: 1 })
    const reading = one.read('s1', shop)
    await until('the first page', () => findProgress(database.pool, 's1').then((seen) => (seen?.pagesDone ?? 0) > 0))
    expect(await findProgress(database.pool, 's1')).toMatchObject({ pagesKnown: 3 })
    const { body } = await reading
    expect(await findProgress(database.pool, 's1')).toBe(null)
    expect(await listCrawls(database.pool, 's1')).toMatchObject([
      { id: body?.crawlId, isComplete: true, pagesDone: 3, score: body?.score },
    ])
    expect((await listCrawledPages(database.pool, 's1')).map(({ url, h1 }) => [new URL(url).pathname, h1])).toEqual([
      ['/', 'Home'],
      ['/a', 'A'],
      ['/b', 'B'],
    ])
    expect(await listCrawls(database.pool, 's2')).toEqual([])
  })

  it('ends for a guest after a day, unless the site was claimed', async () => {
    await play({ '/': page('Home') })
    const one = crawler()
    for (const site of ['s1', 's2']) await one.read(site, shop, { plan: 'guest' })
    await inTransaction(database.pool, (client) => one.collects.keepForGood(client, 's:s2'))
    await database.pool.query(`UPDATE collects.reading SET expires_at = expires_at - interval '1 day'`)
    expect([await listCrawls(database.pool, 's1'), await listCrawledPages(database.pool, 's1')]).toEqual([[], []])
    expect(await listCrawledPages(database.pool, 's2')).toHaveLength(1)
    // A worker that starts sweeps first.
    crawler()
    const runs = () => database.pool.query<{ siteId: string }>('SELECT site_id AS "siteId" FROM crawl.run')
    await until('the sweep', async () => (await runs()).rows.length === 1)
    expect((await runs()).rows).toEqual([{ siteId: 's2' }])
  })

  it('is deleted with its site', async () => {
    await play({ '/': page('Home') })
    const one = crawler()
    await one.read('s1', shop)
    await inTransaction(database.pool, (client) => one.collects.deleteReadings(client, 's:s1'))
    const left = await database.pool.query(
      'SELECT (SELECT count(*)::int FROM crawl.run) AS runs, (SELECT count(*)::int FROM crawl.page) AS pages, (SELECT count(*)::int FROM crawl.host) AS hosts',
    )
    expect(left.rows).toEqual([{ runs: 0, pages: 0, hosts: 0 }])
  })
})

/** Opens the crawl of a site, as a worker does. */
async function subjectOpener() {
  const subject = { kind: 'crawl', key: 's1' }
  await database.pool.query(
    `INSERT INTO collects.subject (kind, key, input, lane) VALUES ('crawl', 's1', '{}', 'crawl')`,
  )
  return () => openCrawl(database.pool, subject, { siteId: 's1', start: `https://${shop}/`, limit: 10 })
}

it('saved pages are written as soon as they have a million characters, and read twenty at a time', async () => {
  const open = await subjectOpener()
  const crawl = await open()
  if (!crawl) throw new Error('the subject is wanted')
  const saver = createSaver(createPageStore(database.pool, crawl))
  const large = JSON.stringify('x'.repeat(300_000))
  for (let i = 0; i < 4; i++) await saver.save(large, 4)
  expect(await listPages(database.pool, crawl, 0)).toEqual([large, large, large, large])
  for (let i = 0; i < 21; i++) await saver.save('{}', 25)
  await saver.flush()
  const pages = [await listPages(database.pool, crawl, 0), await listPages(database.pool, crawl, 20)]
  expect(pages.map(({ length }) => length)).toEqual([20, 5])
})

it('a worker whose crawl another one has taken over stores nothing more', async () => {
  await play({ '/': page('Home') })
  const open = await subjectOpener()
  const save = (crawl: OpenCrawl, pages: string[], known: number) =>
    createPageStore(database.pool, crawl)({ pages, known })
  const facts = (path: string) => JSON.stringify(factsOfOther({ url: `https://${shop}${path}`, status: 200 }))
  const [first, second] = [await open(), await open()]
  if (!first || !second) throw new Error('the subject is wanted')
  await expect(save(first, [facts('/old')], 1)).rejects.toThrow('held by another worker')
  await save(second, [facts('/a'), facts('/b')], 3)
  const third = await open()
  if (!third) throw new Error('the subject is wanted')
  expect([third.id, third.pagesDone, await listPages(database.pool, third, 0)]).toEqual([
    first.id,
    2,
    [facts('/a'), facts('/b')],
  ])
  expect(await listPages(database.pool, third, 1)).toEqual([facts('/b')])
})

it('batches that are stored at once follow each other, and a page that breaks a thread keeps the count of known ones', async () => {
  await play({ '/': page('Home') })
  const open = await subjectOpener()
  const crawl = await open()
  if (!crawl) throw new Error('the subject is wanted')
  const save = createPageStore(database.pool, crawl)
  const facts = (path: string) => JSON.stringify(factsOfOther({ url: `https://${shop}${path}`, status: 200 }))
  const batches = [[facts('/a'), facts('/b')], [facts('/c')], [facts('/broken')]]
  await Promise.all(batches.map((pages, i) => save({ pages, known: i === 2 ? null : 9 })))
  expect(await listPages(database.pool, crawl, 0)).toEqual(batches.flat())
  expect(await findProgress(database.pool, 's1')).toMatchObject({ pagesDone: 4, pagesKnown: 9 })
})

it('a crawl whose process is killed goes on from the pages that it has read', async () => {
  const paths = Array.from({ length: 80 }, (_, i) => `/p${i}`)
  const pages = Object.fromEntries(paths.map((to) => [to, page(to)]))
  const { overrides, asked } = await play({ ...pages, '/': page('Home', link(...paths)) })
  const worker = fork(path.join(import.meta.dirname, 'support/crawl-worker.ts'), [
    database.url,
    JSON.stringify([...overrides]),
  ])
  const reader = crawler()
  crawlers.splice(crawlers.indexOf(reader), 1)
  await reader.stop()
  const first = await reader.read('s1', shop, { waitMs: 0 })
  expect(first.body).toBe(null)
  const done = () => findProgress(database.pool, 's1')
  await until('some pages', async () => ((await done())?.pagesDone ?? 0) >= 10)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  const before = (await done())?.pagesDone ?? 0
  // As if the dead worker's half minute had passed.
  await database.pool.query('UPDATE collects.subject SET lease_until = now()')
  const { body } = await crawler().read('s1', shop)
  expect(body?.pagesDone).toBe(81)
  const counts = new Map<string, number>()
  for (const { path: target } of asked) counts.set(target, (counts.get(target) ?? 0) + 1)
  const twice = [...counts].filter(([target, times]) => target.startsWith('/p') && times > 1)
  expect(twice.length).toBeLessThanOrEqual(81 - before)
  expect(before).toBeGreaterThanOrEqual(10)
})
