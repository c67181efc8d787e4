import { useMemo, useState } from 'react'

export type Selection = ReturnType<typeof useSelection>

/** What is selected, by id; ids that are not listed do not count. */
export function useSelection(listed: readonly string[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = useMemo(() => listed.filter((id) => ids.has(id)), [listed, ids])
  return {
    selected,
    has: (id: string) => ids.has(id),
    toggle(id: string) {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setIds(next)
    },
    all: () => setIds(new Set(listed)),
    clear: () => setIds(new Set()),
  }
}
