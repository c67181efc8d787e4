// The thread of a crawl for which nothing answers over https.
import { createGuardedFetcher } from '@rts/outside/guarded/fetcher'
import { crawlInThread } from '../../src/crawl/in-thread.ts'

crawlInThread((fetching) => {
  const fetcher = createGuardedFetcher(fetching)
  return {
    ...fetcher,
    get: async (url, options) =>
      url.startsWith('https:')
        ? { ok: false, url, hops: [], kind: 'connect', wasAsked: true }
        : fetcher.get(url, options),
  }
})
