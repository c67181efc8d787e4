// The thread of a crawl in which some pages hang it or fill its memory.
import { createGuardedFetcher } from '@rts/outside/guarded/fetcher'
import { crawlInThread } from '../../src/crawl/in-thread.ts'

function hang(): never {
  for (;;);
}
function fill(): never {
  const kept: number[][] = []
  for (;;) kept.push(Array.from({ length: 10_000 }, Math.random))
}

crawlInThread((fetching) => {
  const fetcher = createGuardedFetcher(fetching)
  return {
    ...fetcher,
    async get(url, options) {
      const answer = await fetcher.get(url, options)
      const poison = /hangs/.test(url) ? hang : /fills/.test(url) ? fill : null
      return poison && answer.ok
        ? {
            ...answer,
            get status() {
              return poison()
            },
          }
        : answer
    },
  }
})
