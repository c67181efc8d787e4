import { useMemo, useState } from 'react'

export type Selection<Row> = ReturnType<typeof useSelection<Row>>

/** The selected ids; rows that are not listed do not count. */
export function useSelection<Row>(listed: readonly Row[], idOf: (row: Row) => string) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = useMemo(() => listed.filter((row) => ids.has(idOf(row))), [listed, idOf, ids])
  return {
    selected,
    has: (id: string) => ids.has(id),
    toggle(id: string) {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setIds(next)
    },
    all: () => setIds(new Set(listed.map(idOf))),
    clear: () => setIds(new Set()),
  }
}
