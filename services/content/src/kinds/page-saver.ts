import type { PageFacts } from '../audit/site.ts'
import type { CrawlStore, OpenCrawl } from '../data/crawl-store.ts'

const mostUnsaved = 50
const longestUnsavedMs = 1_000

/** Stores the pages of a crawl some at a time: what a killed process loses is a second's work. */
export function createSaver(store: CrawlStore, crawl: OpenCrawl) {
  let unsaved: PageFacts[] = []
  let count = crawl.pages.length
  let savedAt = performance.now()
  let known = 0
  let saving = Promise.resolve()

  /** One after the other: pages are numbered. */
  function flush(): Promise<void> {
    saving = saving.then(async () => {
      const pages = unsaved
      unsaved = []
      savedAt = performance.now()
      await store.save(crawl, count, pages, known)
      count += pages.length
    })
    return saving
  }

  return {
    flush,
    async save(page: PageFacts, knownNow: number): Promise<void> {
      unsaved.push(page)
      known = knownNow
      if (unsaved.length >= mostUnsaved || performance.now() - savedAt > longestUnsavedMs) await flush()
    },
  }
}
