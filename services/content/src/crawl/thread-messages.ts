import type { FetcherSettings } from '@rts/outside/guarded/fetcher'
import type { Audit } from '../audit/audit.ts'
import type { CrawlRequest } from './crawler.ts'

/** A crawl that goes on with the state it kept, as JSON, once the site has rested. */
export type CrawlPause = { kept: string; restMs: number }
export type CrawlEnd = Audit

/** A crawl that a thread is given; a thread has one at a time. */
export type CrawlTask = Pick<
  CrawlRequest,
  'domain' | 'userAgent' | 'start' | 'limit' | 'perSecond' | 'connections' | 'hasTls' | 'now'
> & {
  crawlId: string
  /** None of its pages is stored: it may begin elsewhere than at `start`. */
  isNew: boolean
  /** Pages that are not read by then are left out. */
  msLeft: number
  /** The report of the crawl before, and the state that this one kept when it was paused, as JSON. */
  last: string | null
  kept: string | null
}

export type Fetching = Pick<FetcherSettings, 'userAgent' | 'ports' | 'overrides' | 'limits'>
/** Given to a thread as it starts; `reading` is the memory of its `Reading`. */
export type ThreadStart = { fetching: Fetching; reading: SharedArrayBuffer }

/** Requests of a crawl to the service, which alone reaches the database and the structured data's pool. Pages are JSON. */
export type CrawlAsks = {
  /** Keeps where the crawl begins. */
  startAt(url: string): Promise<void>
  /** Pages that are stored, from the n-th on: some of them, none after the last. */
  saved(from: number): Promise<string[]>
  /** Stores pages; answered before the crawl goes on. `known` addresses, null for as many as before. */
  save(read: { pages: string[]; known: number | null }): Promise<void>
  /** Whether the crawl is to leave its place. */
  isPaused(about: null): Promise<boolean>
  /** The properties that structured data lacks. */
  lacks(structured: string): Promise<string[]>
}

/** Messages of a thread: that it lives, what it asks for, how it ended. */
export type ThreadMessage =
  | { kind: 'alive' }
  | {
      [K in keyof CrawlAsks]: { kind: 'ask'; id: number; what: K; about: Parameters<CrawlAsks[K]>[0] }
    }[keyof CrawlAsks]
  | { kind: 'end'; end: CrawlEnd | CrawlPause }

export type ServiceMessage = { task: CrawlTask } | ServiceReply
export type ServiceReply = { id: number; answer: unknown }
