import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { type Served, startCrawler, startWeb, type Web } from './support/crawling.ts'

let database: TestDatabase
let web: Web | null = null
const crawlers: ReturnType<typeof startCrawler>[] = []

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'content')
  await database.pool.query(`CREATE TABLE public.opened (site_id text);
    CREATE FUNCTION note_opened() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO public.opened VALUES (NEW.site_id); RETURN NULL; END $$;
    CREATE TRIGGER opened AFTER INSERT OR UPDATE OF worker ON crawl.run FOR EACH ROW EXECUTE FUNCTION note_opened()`)
})
afterAll(() => database.drop())
beforeEach(() => database.pool.query(`INSERT INTO known.account VALUES ('any', 'growth', 'active', NULL, 1)`))
afterEach(async () => {
  await Promise.all(crawlers.splice(0).map((each) => each.stop()))
  await web?.stop()
  web = null
  await database.pool.query(
    'TRUNCATE collects.subject, collects.turn, crawl.run, crawl.host, known.site, known.account, public.opened CASCADE',
  )
})

/** Each slice starts a thread, which takes seconds on a busy machine. */
const patienceMs = 150_000
const slow = { timeout: 2 * patienceMs }
/** On a busy machine an answer takes seconds, and is not requested again. */
const slowMs = 60_000
const hostOf = (site: string) => `${site}.sandbox.example`
const link = (...paths: string[]) => paths.map((to) => `<a href="${to}">To ${to}</a>`).join('')
const numbered = (name: string, count: number) => Array.from({ length: count }, (_, i) => `/${name}${i}`)
/** A site of that many pages beside its home page. */
function siteOf(count: number, more: Record<string, Served> = {}): Record<string, Served> {
  const paths = numbered('p', count)
  return { '/': link(...paths), ...Object.fromEntries(paths.map((to) => [to, `<title>${to}</title>`])), ...more }
}
async function play(sites: Record<string, Record<string, Served>>): Promise<Web> {
  web = await startWeb(Object.fromEntries(Object.entries(sites).map(([site, pages]) => [hostOf(site), pages])))
  for (const site of [...Object.keys(sites), 'ann-careful', 'ben-careful'])
    await database.pool.query(`INSERT INTO known.site VALUES ($1, 'any', $1, $2, 'us', 'en', now(), 1, NULL)`, [
      site,
      hostOf(site),
    ])
  return web
}
/** Crawls twenty pages a second, with a slice of a fifth of a second. */
function crawler(places: number, settings: Parameters<typeof startCrawler>[2] = {}) {
  const overrides = web?.overrides ?? new Map()
  const fetching = { userAgent: 'tests', overrides, limits: { totalMs: slowMs } }
  const started = startCrawler(database.pool, overrides, { perSecond: 20, sliceMs: 200, slowMs, ...settings }, places, {
    fetching,
  })
  crawlers.push(started)
  return started
}
const reading = (of: ReturnType<typeof crawler>, accountId: string, site: string) =>
  of.read(site, hostOf(site), { accountId, waitMs: patienceMs })
/** How often each path of a site was asked for. */
function asked(site: string, pattern: RegExp, method = 'GET'): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of web?.asked ?? [])
    if (one.host === hostOf(site) && one.method === method && pattern.test(one.path))
      counts.set(one.path, (counts.get(one.path) ?? 0) + 1)
  return counts
}
/** How many runs a site's crawl took. */
const runsOf = async (site: string) =>
  (await database.pool.query('SELECT FROM public.opened WHERE site_id = $1', [site])).rowCount ?? 0
async function course(site: string): Promise<{ pages: number; isRunning: boolean; tries: number }> {
  const { rows } = await database.pool.query(
    `SELECT r.pages_done AS pages, s.lease IS NOT NULL AS "isRunning", s.tries FROM crawl.run r
     JOIN collects.subject s ON s.id = r.subject_id WHERE r.site_id = $1`,
    [site],
  )
  return rows[0] ?? { pages: 0, isRunning: false, tries: 0 }
}

it(
  'while three slow sites of one account are crawled, the audit of another account gets its report before any of them ends',
  slow,
  async () => {
    const slowSites = ['slow1', 'slow2', 'slow3']
    await play({ ...Object.fromEntries(slowSites.map((site) => [site, siteOf(40)])), small: siteOf(0) })
    const one = crawler(2)
    const readings = slowSites.map((site) => reading(one, 'ann', site))
    const look = async () => {
      const courses = await Promise.all(slowSites.map(course))
      return courses.filter(({ pages }) => pages >= 10).length === 2
    }
    await until('two crawls to have had a slice', look, patienceMs)
    const small = await reading(one, 'ben', 'small')
    expect(small).toMatchObject({ body: { pagesDone: 1 }, state: { status: 'ready' } })
    for (const { body, state } of await Promise.all(readings))
      expect([body?.pagesDone, state.status]).toEqual([41, 'ready'])
    const { rows } = await database.pool.query('SELECT site_id FROM crawl.run ORDER BY ended_at')
    expect([rows.length, rows[0].site_id]).toEqual([4, 'small'])
    // Whatever was paused has asked for no page twice.
    for (const site of slowSites) expect(new Set(asked(site, /^\/p/).values())).toEqual(new Set([1]))
  },
)

it('a crawl is paused only while a crawl of another account waits', slow, async () => {
  await play({ slow: siteOf(20), other: siteOf(2) })
  const one = crawler(1)
  const [whole] = await Promise.all([reading(one, 'ann', 'slow'), reading(one, 'ann', 'other')])
  expect(whole.body?.pagesDone).toBe(21)
  expect([await runsOf('slow'), await runsOf('other')]).toEqual([1, 1])
})

it('a crawl in slices reads its sitemaps once, and asks for pictures and pages of others once', slow, async () => {
  const images = numbered('i', 20).map((src) => `<img src="${src}.png" alt="">`)
  const outside = numbered('o', 3).map((to) => `https://${hostOf('others')}${to}`)
  const rich = {
    '/': `${images.join('')}${link('/p0', ...outside)}`,
    '/sitemap.xml': `<urlset><url><loc>https://${hostOf('rich')}/p0</loc></url></urlset>`,
  }
  await play({ rich: siteOf(1, rich), long: siteOf(40), others: {} })
  const one = crawler(1)
  const [{ body, state }] = await Promise.all([reading(one, 'ann', 'rich'), reading(one, 'ben', 'long')])
  expect(state.status).toBe('ready')
  expect(await runsOf('rich')).toBeGreaterThan(2)
  expect(asked('rich', /robots/, 'GET')).toEqual(new Map([['/robots.txt', 1]]))
  expect(asked('rich', /sitemap/)).toEqual(new Map([['/sitemap.xml', 1]]))
  expect([...asked('rich', /^\/i/, 'HEAD').values()]).toEqual(Array.from({ length: 20 }, () => 1))
  expect([...asked('others', /^\/o/, 'HEAD').values()]).toEqual([1, 1, 1])
  const found = body?.issues.flatMap(({ code }) => (/BROKEN/.test(code) ? code : []))
  expect(found).toEqual(expect.arrayContaining(['IMG_BROKEN', 'LINK_BROKEN_EXTERNAL']))
})

it('a site rests between two slices as robots.txt asks, and slices use up no tries', slow, async () => {
  const robots = { '/robots.txt': 'User-agent: *\nCrawl-delay: 1' }
  await play({ careful: siteOf(5, robots), small0: siteOf(0), small1: siteOf(0) })
  const one = crawler(1, { perSecond: 1_000 })
  const careful = reading(one, 'ann', 'careful')
  for (const small of ['small0', 'small1']) {
    await until('the crawl to run', async () => (await course('careful')).isRunning, patienceMs)
    await reading(one, 'ben', small)
  }
  await until('the crawl to run', async () => (await course('careful')).isRunning, patienceMs)
  expect((await course('careful')).tries).toBe(1)
  expect((await careful).body?.pagesDone).toBe(6)
  expect(await runsOf('careful')).toBeGreaterThanOrEqual(3)
  expect(minPause('careful')).toBeGreaterThan(minRestMs)
})

it('a host rests also between slices of two accounts that have it as their site', slow, async () => {
  const { sites } = await play({ careful: siteOf(2, { '/robots.txt': 'User-agent: *\nCrawl-delay: 1' }) })
  const one = crawler(1, { perSecond: 1_000 })
  const both = await Promise.all(
    ['ann', 'ben'].map((account) =>
      one.read(`${account}-careful`, Object.keys(sites)[0] ?? '', {
        accountId: account,
        scope: `s:${account}`,
        waitMs: patienceMs,
      }),
    ),
  )
  expect(both.map(({ body }) => body?.pagesDone)).toEqual([3, 3])
  expect((await runsOf('ann-careful')) + (await runsOf('ben-careful'))).toBeGreaterThan(2)
  expect(minPause('careful')).toBeGreaterThan(minRestMs)
})

/** Of the second that robots.txt asks for: a busy machine takes its time to notice the first of two requests. */
const minRestMs = 500
/** The shortest time between two pages of a site, in ms. */
function minPause(site: string): number {
  const times = (web?.asked ?? []).filter(({ host, path: to }) => host === hostOf(site) && /^\/p/.test(to))
  return Math.min(...times.slice(1).map(({ at }, i) => at - (times[i]?.at ?? 0)))
}

it('the time of a crawl is that of all its slices together', slow, async () => {
  await play({ endless: siteOf(200), rival: siteOf(200) })
  const one = crawler(1, { maxMs: 3_000, sliceMs: 300 })
  const both = await Promise.all([reading(one, 'ann', 'endless'), reading(one, 'ben', 'rival')])
  expect(Math.min(await runsOf('endless'), await runsOf('rival'))).toBeGreaterThan(1)
  for (const { body, state } of both) {
    expect(state.status).toBe('partial')
    expect(body?.pagesDone).toBeGreaterThan(3)
  }
})

it('crawls in slices whose process is killed go on where they were', slow, async () => {
  await play({ one: siteOf(30), two: siteOf(30) })
  // All slices of a crawl together may take long on a busy machine.
  const maxMs = 600_000
  const asking = crawler(1, { maxMs })
  crawlers.splice(0)
  await asking.stop()
  for (const [account, site] of [['ann', 'one'] as const, ['ben', 'two'] as const])
    await asking.read(site, hostOf(site), { accountId: account, waitMs: 0 })
  const worker = fork(path.join(import.meta.dirname, 'support/crawl-worker.ts'), [
    database.url,
    JSON.stringify([...(web?.overrides ?? [])]),
    JSON.stringify({ sliceMs: 200, maxMs, slowMs }),
    '1',
  ])
  const look = async () => {
    const courses = await Promise.all(['one', 'two'].map(course))
    const runs = await Promise.all(['one', 'two'].map(runsOf))
    return courses.every(({ pages }) => pages > 3) && Math.min(...runs) > 1
  }
  await until('some slices of both', look, patienceMs)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  const before = await Promise.all(['one', 'two'].map(course))
  // As if the dead worker's half minute had passed.
  await database.pool.query('UPDATE collects.subject SET lease_until = now()')
  const next = crawler(1, { maxMs })
  const ends = await Promise.all([reading(next, 'ann', 'one'), reading(next, 'ben', 'two')])
  expect(ends.map(({ body }) => body?.pagesDone)).toEqual([31, 31])
  for (const [i, site] of ['one', 'two'].entries()) {
    const twice = [...asked(site, /^\/p/).values()].filter((times) => times > 1)
    expect(twice.length).toBeLessThanOrEqual(31 - (before[i]?.pages ?? 0))
  }
})
