import { type Database, inTransaction } from '@rts/shared/service/transaction'
import { insertPages, type OpenCrawl } from './runs.sql.ts'

const mostUnsaved = 50
const mostUnsavedCharacters = 1_000_000
const longestUnsavedMs = 1_000

/** Stores the pages of a crawl in batches: a killed process loses a second's work. */
export function createSaver(database: Database, crawl: OpenCrawl) {
  let unsaved: string[] = []
  let characters = 0
  let count = crawl.pagesDone
  let savedAt = performance.now()
  let known = 0
  let saving = Promise.resolve()

  /** One after the other: pages are numbered. */
  function flush(): Promise<void> {
    saving = saving.then(async () => {
      if (unsaved.length === 0) return
      const pages = unsaved
      unsaved = []
      characters = 0
      savedAt = performance.now()
      await inTransaction(database, (tx) => insertPages(tx, crawl, { from: count, pages, known }))
      count += pages.length
    })
    return saving
  }

  return {
    flush,
    async save(read: { page: string; known: number }): Promise<void> {
      unsaved.push(read.page)
      characters += read.page.length
      known = Math.max(known, read.known)
      const isMany = unsaved.length >= mostUnsaved || characters > mostUnsavedCharacters
      if (isMany || performance.now() - savedAt > longestUnsavedMs) await flush()
    },
  }
}
