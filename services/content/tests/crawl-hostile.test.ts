import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { AuditReport } from '../src/audit/report.ts'
import { createCrawlThread } from '../src/crawl/crawl-thread.ts'
import { type Served, startCrawler, startWeb, type Web } from './support/crawling.ts'

let database: TestDatabase
let web: Web | null = null
let stopped: (() => Promise<void>)[] = []

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'content')
})
afterAll(() => database.drop())
afterEach(async () => {
  for (const stop of stopped.reverse()) await stop()
  stopped = []
  await database.pool.query('TRUNCATE collects.subject, crawl.run, crawl.host CASCADE')
})

const host = 'shop.sandbox.example'
const link = (...paths: string[]) => paths.map((to) => `<a href="${to}">${to}</a>`).join('')
const entry = new URL('support/poison-worker.ts', import.meta.url)

async function play(pages: Record<string, Served>, of = host): Promise<Web> {
  web = await startWeb({ [of]: { '/robots.txt': '', ...pages } })
  stopped.push(web.stop)
  return web
}
function crawler(thread: { silentMs?: number; heapMb?: number }) {
  const overrides = web?.overrides ?? new Map()
  const one = startCrawler(database.pool, overrides, { waits: { hostBusyMs: 100, planLateMs: 1 } }, 2, {
    entry,
    ...thread,
  })
  stopped.push(one.stop)
  return one
}
const threads = () => (web?.asked ?? []).filter((each) => each.path === '/robots.txt' && each.method === 'GET').length
const unread = (report: AuditReport | null) => {
  const issue = report?.issues.find(({ code }) => code === 'HTTP_NO_RESPONSE')
  return (issue?.at ?? []).map((place, i) => [new URL(report?.urls[place] ?? '').pathname, issue?.details[i]])
}

describe('a page that the thread of a crawl cannot read', () => {
  it.each([
    ['hangs', { silentMs: 3_000 }],
    ['fills', { heapMb: 64 }],
  ])('because it %s is an issue of the site, and the others are read', async (what, bounds) => {
    await play({ '/': link('/a', `/${what}`), '/a': link('/b'), '/b': 'b' })
    const { body, state } = await crawler(bounds).read('s1', host)
    expect(state.status).toBe('ready')
    expect(unread(body)).toEqual([[`/${what}`, 'too_complex']])
    expect(body?.pagesDone).toBe(4)
    expect(threads()).toBe(2)
  })

  it('is one issue of the site too where it is the home page', async () => {
    await play({ '/': (response) => response.writeHead(301, { location: '/fills' }).end(), '/fills': 'home' })
    const { body, state } = await crawler({ heapMb: 64 }).read('s1', host)
    expect(state.status).toBe('partial')
    expect(unread(body)).toEqual([['/fills', 'too_complex']])
    expect(threads()).toBe(2)
  })

  it('is left out; after three of them the rest is left out too, and the audit is partial', async () => {
    const paths = [1, 2, 3, 4, 5].map((n) => `/fills-${n}`)
    await play({ '/': link(...paths, '/later'), ...Object.fromEntries([...paths, '/later'].map((to) => [to, to])) })
    const { body, state } = await crawler({ heapMb: 64 }).read('s1', host)
    expect(state.status).toBe('partial')
    expect(unread(body)).toHaveLength(3)
    expect(threads()).toBe(4)
  })

  it('ends the crawl without another try if it is robots.txt', async () => {
    const hanging = 'hangs.sandbox.example'
    await play({ '/robots.txt': 'User-agent: *', '/': 'home' }, hanging)
    const { body, state } = await crawler({ silentMs: 2_000 }).read('s1', hanging)
    expect([body, state.status]).toEqual([null, 'failed'])
    const { rows } = await database.pool.query('SELECT due_at AS due FROM collects.subject')
    expect(rows).toEqual([{ due: null }])
  })
})

const asks = {
  startAt: async () => {},
  saved: async () => [],
  save: async () => {},
  isPaused: async () => false,
  lacks: async () => [],
}
const task = {
  domain: host,
  userAgent: 'tests',
  start: `https://${host}/`,
  limit: 5,
  perSecond: 100,
  connections: 1,
  hasTls: false,
  now: new Date(),
  crawlId: 'c',
  isNew: true,
  msLeft: 60_000,
  last: null,
  kept: null,
}
const crawlThread = (of: URL, more: { heapMb?: number; idleMs?: number } = {}) =>
  createCrawlThread({
    fetching: { userAgent: 'tests', overrides: web?.overrides ?? new Map() },
    heapMb: 64,
    silentMs: 60_000,
    entry: of,
    ...more,
  })

it('a crawl that is no longer wanted ends its thread, even one that hangs', async () => {
  await play({ '/': link('/hangs'), '/hangs': 'x' })
  const abort = new AbortController()
  const ended = expect(crawlThread(entry)(task, asks, abort.signal)).rejects.toThrow('not wanted')
  await until('the page to be asked for', async () => web?.asked.some(({ path }) => path === '/hangs') ?? false)
  abort.abort(new Error('not wanted'))
  await ended
})

describe('a thread whose crawl has ended', () => {
  const numbered = new URL('support/numbered-worker.ts', import.meta.url)
  /** The threads of a site's crawls, each by the number that it says. */
  async function numbers(): Promise<() => (string | undefined)[]> {
    const said: (string | undefined)[] = []
    await play({
      '/': (response, request) => {
        said.push(request.headers['user-agent'])
        response.writeHead(200, { 'content-type': 'text/html' }).end('home')
      },
    })
    return () => [...new Set(said)]
  }

  it('takes the next one', async () => {
    const said = await numbers()
    const crawl = crawlThread(numbered)
    const { signal } = new AbortController()
    const warnings: string[] = []
    const note = ({ name }: Error) => warnings.push(name)
    process.on('warning', note)
    // More than the listeners that an emitter may have.
    for (let n = 0; n < 12; n++) expect(await crawl(task, asks, signal)).toMatchObject({ report: { pagesDone: 1 } })
    process.off('warning', note)
    expect([said().length, warnings]).toEqual([1, []])
  })

  it('ends where none comes', async () => {
    const said = await numbers()
    const crawl = crawlThread(numbered, { idleMs: 1 })
    const { signal } = new AbortController()
    await until('another thread', async () => {
      await crawl(task, asks, signal)
      return said().length === 2
    })
  })

  it('takes none once its crawl was no longer wanted', async () => {
    const said = await numbers()
    const crawl = crawlThread(numbered)
    const abort = new AbortController()
    await crawl(task, asks, abort.signal)
    let isAsked = false
    const isPaused = () => {
      isAsked = true
      return new Promise<boolean>(() => {})
    }
    const left = expect(crawl(task, { ...asks, isPaused }, abort.signal)).rejects.toThrow('not wanted')
    await until('the second crawl to ask', async () => isAsked)
    abort.abort(new Error('not wanted'))
    await left
    await crawl(task, asks, new AbortController().signal)
    expect(said()).toHaveLength(2)
  })
})
