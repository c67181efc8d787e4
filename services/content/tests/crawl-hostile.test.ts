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
const threads = () => (web?.asked ?? []).filter(({ path }) => path === '/robots.txt').length
const unread = (report: AuditReport | null) => {
  const issue = report?.issues.find(({ code }) => code === 'HTTP_NO_RESPONSE')
  return (issue?.at ?? []).map((place, i) => [new URL(report?.urls[place] ?? '').pathname, issue?.details[i]])
}

describe('a page that the thread of a crawl cannot read', () => {
  it.each([
    ['hangs', { silentMs: 3_000 }],
    ['fills', { heapMb: 64 }],
  ])(
    'because it %s is an issue of the site; the others are read, those that were read only once',
    async (what, bounds) => {
      await play({ '/': link('/a', `/${what}`), '/a': link('/b'), '/b': 'b' })
      const { body, state } = await crawler(bounds).read('s1', host)
      expect(state.status).toBe('ready')
      expect(unread(body)).toEqual([[`/${what}`, 'too_complex']])
      expect(body?.pagesDone).toBe(4)
      expect(threads()).toBe(2)
    },
  )

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

it('a crawl that is no longer wanted ends its thread, even one that hangs', async () => {
  await play({ '/': link('/hangs'), '/hangs': 'x' })
  const abort = new AbortController()
  const crawl = createCrawlThread({
    fetching: { userAgent: 'tests', overrides: web?.overrides ?? new Map() },
    heapMb: 64,
    silentMs: 60_000,
    entry,
  })
  const asks = { before: async () => [], save: async () => {}, isPaused: async () => false, lacks: async () => [] }
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
    msLeft: 60_000,
    last: null,
    kept: null,
  }
  const ended = expect(crawl(task, asks, abort.signal)).rejects.toThrow('not wanted')
  await until('the page to be asked for', async () => web?.asked.some(({ path }) => path === '/hangs') ?? false)
  abort.abort(new Error('not wanted'))
  await ended
})
