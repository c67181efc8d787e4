import { createGuardedFetcher } from '@rts/outside/guarded/fetcher'
import type { PageFacts } from '../../src/audit/audit.ts'
import { auditSite } from '../../src/audit/catalogue.ts'
import { type CrawlRequest, crawl } from '../../src/crawl/crawler.ts'
import { createLacks } from '../../src/structured-data/lacks.ts'
import { createStructuredPool } from '../../src/structured-data/structured-pool.ts'
import type { Web } from './crawling.ts'

const pool = createStructuredPool({ workers: 1, queued: 50, checkMs: 4_000, heapMb: 256 })

/** `before`: the pages that an earlier run has read. */
type More = Partial<CrawlRequest> & { before?: readonly PageFacts[] }

/** Crawls a simulated site and audits it, without a database. */
export async function crawled(
  { overrides }: Pick<Web, 'overrides'>,
  domain: string,
  { before = [], ...more }: More = {},
) {
  const fetcher = createGuardedFetcher({ userAgent: 'tests', overrides, resolve: async () => [] })
  const signal = AbortSignal.timeout(80_000)
  const lacks = createLacks(pool, 'tests', signal)
  const saved = [...before]
  const ended = await crawl({
    fetcher,
    domain,
    userAgent: 'tests',
    signal,
    start: `https://${domain}/`,
    limit: 500,
    saved: () => saved,
    kept: null,
    isContinued: false,
    reads: () => {},
    isPaused: async () => false,
    perSecond: 1_000,
    connections: 4,
    hasTls: false,
    now: new Date(),
    lacksOf: async (page) => (page.structured === null ? [] : lacks(page.structured)),
    save: async (page) => {
      saved.push(page)
    },
    endsAt: performance.now() + 80_000,
    ...more,
  })
  await fetcher.close()
  if ('kept' in ended) throw new Error('nothing pauses this crawl')
  const { site, known, isComplete } = ended
  return { site, known, isComplete, found: await auditSite(site) }
}
