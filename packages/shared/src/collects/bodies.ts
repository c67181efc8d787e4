/** Of the texts that the kept bodies were parsed from. A body takes about twice as many bytes. */
const maxCharacters = 16_000_000

export type Body = { value: unknown; characters: number }
export type Bodies = ReturnType<typeof createBodies>

/**
 * The bodies of the results that were read last, parsed: a result never changes, and a long list is read page by page. No caller may
 * change a body that was read.
 */
export function createBodies(max: number = maxCharacters) {
  const kept = new Map<string, Body>()
  let characters = 0
  return {
    /** Those that are kept now, by the id of the result. */
    all: (): ReadonlyMap<string, Body> => new Map(kept),

    /** Keeps the body of a result as the one that was read last, and drops those that were not read for longest. */
    keep(resultId: string, body: Body): void {
      if (kept.delete(resultId)) characters -= body.characters
      kept.set(resultId, body)
      characters += body.characters
      for (const [oldest, one] of kept) {
        if (characters <= max) return
        kept.delete(oldest)
        characters -= one.characters
      }
    },
  }
}
