import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { systemClock } from '@rts/shared/clock'
import { createCollects } from '@rts/shared/collects/collects'
import type { Asker } from '@rts/shared/collects/kind'
import { createLogger } from '@rts/shared/logger'
import { defaultPlans } from '@rts/shared/plans'
import type { Pool } from 'pg'
import { type CrawlSettings, crawlKind } from '../../src/crawl/crawl-kind.ts'
import { createCrawlThread, type ThreadSettings } from '../../src/crawl/crawl-thread.ts'
import { createLacks } from '../../src/structured-data/lacks.ts'
import { createStructuredPool } from '../../src/structured-data/structured-pool.ts'

export type Served = string | ((response: ServerResponse, request: IncomingMessage) => void)

/** Sites on loopback by host and path; it remembers what it was asked, and how many requests of a host it had at once. */
export async function startWeb(sites: Record<string, Record<string, Served>>) {
  const asked: { host: string; path: string; method: string; at: number }[] = []
  const server = createServer((request, response) => {
    const host = request.headers.host ?? ''
    const target = request.url ?? '/'
    asked.push({ host, path: target, method: request.method ?? '', at: performance.now() })
    const page = sites[host]?.[target]
    if (typeof page === 'function') page(response, request)
    else if (page === undefined) response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Missing</title>')
    else response.writeHead(200, { 'content-type': typeOf(target) }).end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    asked,
    sites,
    port,
    overrides: new Map(Object.keys(sites).map((host) => [host, { address: '127.0.0.1', port }])),
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
export type Web = Awaited<ReturnType<typeof startWeb>>

function typeOf(target: string): string {
  if (target.endsWith('.txt')) return 'text/plain'
  return target.endsWith('.xml') ? 'application/xml' : 'text/html; charset=utf-8'
}

function askerOf(siteId: string, more: Partial<Asker> = {}): Asker {
  return { scope: `s:${siteId}`, accountId: 'ann', plan: 'growth', mayCollect: true, waitMs: 30_000, ...more }
}

const structured = createStructuredPool({ workers: 1, queued: 50, checkMs: 4_000, heapMb: 256 })

/** One replica of the audit over a database. */
export function startCrawler(
  pool: Pool,
  overrides: Web['overrides'],
  settings: Partial<CrawlSettings> = {},
  places = 2,
  thread: Partial<ThreadSettings> = {},
) {
  const logger = createLogger('content', 'silent')
  const fetching = { userAgent: 'tests', overrides, limits: { totalMs: 3_000 } }
  const kind = crawlKind({
    crawl: createCrawlThread({ fetching, heapMb: 512, silentMs: 30_000, ...thread }),
    lacksFor: (owner, signal) => createLacks(structured, owner, signal),
    database: pool,
    clock: systemClock,
    plans: defaultPlans,
    settings: {
      userAgent: 'RankTrackerBot',
      connections: 4,
      perSecond: 1_000,
      maxMs: 60_000,
      sliceMs: 20_000,
      freshMs: 7 * 86_400_000,
      isSimulated: () => true,
      waits: { hostBusyMs: 100, planLateMs: 300 },
      ...settings,
    },
  })
  const collects = createCollects({
    service: 'content',
    pool,
    logger,
    lanes: { crawl: places },
    tempo: { heartMs: 200, patienceMs: 100, pollMs: 100 },
    quota: { take: async () => 'taken', giveBack: async () => {} },
    isFrozen: async () => false,
  })
  const listening = collects.listen()
  const running = collects.work([kind])
  return {
    kind,
    collects,
    /** Reads a site's audit and waits for it. */
    read: async (siteId: string, domain: string, more: Partial<Asker> = {}) => {
      const [reading] = await collects.read(kind, [{ siteId, domain }], askerOf(siteId, more))
      if (!reading) throw new Error('one input, one reading')
      return reading
    },
    stop: async () => {
      await Promise.all([listening.stop(), running.stop()])
    },
  }
}
