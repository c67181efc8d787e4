/** More than any real page has. */
const maxIds = 20_000
const maxRepeated = 10

export type Ids = {
  /** Possible `#fragment` names; null if the page is incomplete. */
  targets: ReadonlySet<string> | null
  repeated: string[]
}

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
    /** `<a name>`. */
    addName: (name: string) => keep(targets, name, maxIds),
    end: (isPartial: boolean): Ids => ({
      targets: isPartial || targets.size === maxIds ? null : targets,
      repeated: [...repeated],
    }),
  }
}
