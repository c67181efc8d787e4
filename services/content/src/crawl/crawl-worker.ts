import { comeAfterCalls } from '@rts/shared/threads/thread'

// Thread of crawl-thread.ts: lowers its priority before loading anything.
comeAfterCalls()
const { createGuardedFetcher } = await import('@rts/outside/guarded/fetcher')
const { crawlInThread } = await import('./in-thread.ts')
crawlInThread(createGuardedFetcher)
