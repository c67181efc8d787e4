import { Buffer } from 'node:buffer'
import type { FetcherSettings } from '@rts/outside/guarded/fetcher'
import type { Audit } from '../audit/audit.ts'
import type { CrawlRequest } from './crawler.ts'

/** Resumes from `kept`, JSON, after the site's rest. */
export type CrawlPause = { kept: string; restMs: number }
export type CrawlEnd = Audit

export type CrawlTask = Pick<
  CrawlRequest,
  'domain' | 'userAgent' | 'start' | 'limit' | 'perSecond' | 'connections' | 'slowMs' | 'hasTls' | 'now'
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

/** An address is at most 2,048 ASCII characters. */
const maxBytes = 4_096

/** The page a thread is reading, in shared memory: a message per page is slow. */
export type Reading = ReturnType<typeof createReading>

export function createReading(memory = new SharedArrayBuffer(4 + maxBytes)) {
  const length = new Int32Array(memory, 0, 1)
  const text = Buffer.from(memory, 4)
  return {
    memory,
    begin: (url: string) => void Atomics.store(length, 0, text.write(url, 'latin1')),
    end: () => void Atomics.store(length, 0, 0),
    /** Null: none. */
    url: () => (Atomics.load(length, 0) === 0 ? null : text.toString('latin1', 0, Atomics.load(length, 0))),
  }
}
