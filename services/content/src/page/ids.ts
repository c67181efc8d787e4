/** More ids than any page that was written on purpose. */
const maxIds = 20_000
const maxRepeated = 10

export type Ids = {
  /** The names that a `#fragment` can have; null where not all of the page is known. */
  targets: ReadonlySet<string> | null
  /** Ids that more than one element has, the first ones. */
  repeated: string[]
}

/** Collects the ids of a page. */
export function createIds() {
  const targets = new Set<string>()
  const ids = new Set<string>()
  const repeated = new Set<string>()
  const keep = (set: Set<string>, id: string, max: number) => void (set.size < max && set.add(id))
  return {
    add(id: string): void {
      if (id === '') return
      if (ids.has(id)) keep(repeated, id, maxRepeated)
      keep(ids, id, maxIds)
      keep(targets, id, maxIds)
    },
    /** The older way to name a place. */
    addName: (name: string) => keep(targets, name, maxIds),
    end: (isPartial: boolean): Ids => ({
      targets: isPartial || targets.size === maxIds ? null : targets,
      repeated: [...repeated],
    }),
  }
}
