import type { FetcherSettings } from '@rts/outside/guarded/fetcher'
import type { Audit } from '../audit/audit.ts'
import type { CrawlRequest } from './crawler.ts'

/** Resumes from `kept`, JSON, after the site's rest. */
export type CrawlPause = { kept: string; restMs: number }
export type CrawlEnd = Audit

export type CrawlTask = Pick<
  CrawlRequest,
  'domain' | 'userAgent' | 'start' | 'limit' | 'perSecond' | 'connections' | 'hasTls' | 'now'
> & {
  crawlId: string
  /** No page is stored: it may begin elsewhere than at `start`. */
  isNew: boolean
  /** Later pages are skipped. */
  msLeft: number
  /** The previous report and this crawl's paused state, as JSON. */
  last: string | null
  kept: string | null
}

export type Fetching = Pick<FetcherSettings, 'userAgent' | 'ports' | 'overrides' | 'limits'>
/** A thread's start; `reading` backs its `Reading`. */
export type ThreadStart = { fetching: Fetching; reading: SharedArrayBuffer }

/** Crawl requests to the service, which owns the database and the structured-data pool. Pages are JSON. */
export type CrawlAsks = {
  startAt(url: string): Promise<void>
  /** Stored pages from index n on; empty after the last. */
  saved(from: number): Promise<string[]>
  /** Stores pages; the crawl awaits it. `known` null: unchanged. */
  save(read: { pages: string[]; known: number | null }): Promise<void>
  isPaused(about: null): Promise<boolean>
  lacks(structured: string): Promise<string[]>
}

export type ThreadMessage =
  | { kind: 'alive' }
  | {
      [K in keyof CrawlAsks]: { kind: 'ask'; id: number; what: K; about: Parameters<CrawlAsks[K]>[0] }
    }[keyof CrawlAsks]
  | { kind: 'end'; end: CrawlEnd | CrawlPause }

export type ServiceMessage = { task: CrawlTask } | ServiceReply
export type ServiceReply = { id: number; answer: unknown }
