import type { RankTable } from './figures.ts'

/** Phrases of several tables in equally long columns; figures from the first table with the phrase. */
export type JoinedTables = {
  /** Index by phrase identity. */
  index: ReadonlyMap<string, number>
  names: readonly string[]
  volumes: readonly (number | null)[]
  difficulties: readonly (number | null)[]
  /** By the site's own table. */
  positions: readonly (number | null)[]
  /** Per phrase its row in each rival's table, from 1; 0: absent. */
  rows: Int32Array
}
type Tables = readonly (RankTable | null)[]

/** Keyed by the first table, so both are freed together. */
const kept = new WeakMap<RankTable, { tables: Tables; joined: JoinedTables }>()

/** Joins rivals' and own tables. Tables are immutable and read page by page, so the last join is cached. */
export function joinTables(own: RankTable | null, rivals: Tables): JoinedTables {
  const tables = [...rivals, own]
  const first = tables.find((table) => table !== null)
  const last = first && kept.get(first)
  const isSame = last?.tables.length === tables.length && last.tables.every((table, i) => table === tables[i])
  if (last && isSame) return last.joined
  const joined = joinAnew(own, rivals)
  if (first) kept.set(first, { tables, joined })
  return joined
}

function joinAnew(own: RankTable | null, rivals: Tables): JoinedTables {
  const max = rivals.reduce((sum, table) => sum + (table?.key.length ?? 0), 0)
  const index = new Map<string, number>()
  const names: string[] = []
  const volumes: (number | null)[] = []
  const difficulties: (number | null)[] = []
  const rows = new Int32Array(max * rivals.length)
  for (const [rival, table] of rivals.entries()) {
    for (let row = 0; row < (table?.key.length ?? 0); row++) {
      const key = table?.key[row] ?? ''
      let at = index.get(key)
      if (at === undefined) {
        at = index.size
        index.set(key, at)
        names.push(table?.phrase[row] ?? '')
        volumes.push(table?.volume[row] ?? null)
        difficulties.push(table?.difficulty[row] ?? null)
      }
      rows[at * rivals.length + rival] = row + 1
    }
  }
  const positions = names.map((): number | null => null)
  for (let row = 0; row < (own?.key.length ?? 0); row++) {
    const at = index.get(own?.key[row] ?? '')
    if (at !== undefined) positions[at] = own?.position[row] ?? null
  }
  // Most rows are shared.
  return { index, names, volumes, difficulties, positions, rows: rows.slice(0, names.length * rivals.length) }
}
