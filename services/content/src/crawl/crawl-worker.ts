import { comeAfterCalls } from '@rts/shared/threads/thread'

// A thread of crawl-thread.ts. It has its place behind the calls before it loads anything.
comeAfterCalls()
const { createGuardedFetcher } = await import('@rts/outside/guarded/fetcher')
const { crawlInThread } = await import('./in-thread.ts')
crawlInThread(createGuardedFetcher)
