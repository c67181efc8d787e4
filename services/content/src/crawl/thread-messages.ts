import type { FetcherSettings } from '@rts/outside/guarded/fetcher'
import type { CrawlWish } from './crawler.ts'
import type { CrawlEnd, CrawlPause } from './runs.sql.ts'

/** A crawl as a thread is given it. */
export type CrawlTask = Pick<
  CrawlWish,
  'domain' | 'userAgent' | 'start' | 'limit' | 'perSecond' | 'connections' | 'hasTls' | 'now'
> & {
  crawlId: string
  /** What is not read by then is left out. */
  msLeft: number
  /** The report of the crawl before, and what this one kept when it was paused, as JSON. */
  last: string | null
  kept: string | null
}

/** What the thread is given beside its task. */
export type Fetching = Pick<FetcherSettings, 'userAgent' | 'ports' | 'overrides' | 'limits'>

/** What a crawl asks of the service, which alone reaches the store and the structured data's pool. Pages are JSON. */
export type CrawlAsks = {
  /** Pages that an earlier run has read, from the n-th on; none after the last. */
  before(from: number): Promise<string[]>
  /** Stores what is new; answered before the crawl goes on. */
  save(read: { page: string; known: number }): Promise<void>
  /** Whether the crawl is to leave its place. */
  isPaused(about: null): Promise<boolean>
  /** What structured data lacks. */
  lacks(structured: string): Promise<string[]>
}

/** What a thread says: that it lives, which page it begins to read, what it asks, how it ended. */
export type CrawlWord =
  | { kind: 'alive' }
  | { kind: 'reading'; url: string | null }
  | {
      [K in keyof CrawlAsks]: { kind: 'ask'; id: number; what: K; about: Parameters<CrawlAsks[K]>[0] }
    }[keyof CrawlAsks]
  | { kind: 'end'; end: CrawlEnd | CrawlPause }

export type CrawlReply = { id: number; answer: unknown }
