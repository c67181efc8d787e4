const maxUnsaved = 50
const maxUnsavedCharacters = 1_000_000
const longestUnsavedMs = 1_000

/** Saves pages in batches, as JSON: a killed process loses a second's work. */
export function createSaver(store: (read: { pages: string[]; known: number }) => Promise<void>) {
  let unsaved: string[] = []
  let characters = 0
  let savedAt = performance.now()
  let known = 0
  let saving = Promise.resolve()

  /** Sequential: pages have an order. */
  function flush(): Promise<void> {
    saving = saving.then(async () => {
      if (unsaved.length === 0) return
      const pages = unsaved
      unsaved = []
      characters = 0
      savedAt = performance.now()
      await store({ pages, known })
    })
    return saving
  }

  return {
    flush,
    async save(page: string, knownNow: number): Promise<void> {
      unsaved.push(page)
      characters += page.length
      known = Math.max(known, knownNow)
      const isMany = unsaved.length >= maxUnsaved || characters > maxUnsavedCharacters
      if (isMany || performance.now() - savedAt > longestUnsavedMs) await flush()
    },
  }
}
