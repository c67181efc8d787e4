// The thread of a crawl that says its number to the site.
import { threadId } from 'node:worker_threads'
import { createGuardedFetcher } from '@rts/outside/guarded/fetcher'
import { crawlInThread } from '../../src/crawl/in-thread.ts'

crawlInThread((fetching) => createGuardedFetcher({ ...fetching, userAgent: String(threadId) }))
