import type { RankTable } from './figures.ts'

/** The phrases of some sites' tables, an entry each in columns of equal length. Figures are those of the first table that has the phrase. */
export type JoinedTables = {
  /** The entry of each phrase by its identity. */
  index: ReadonlyMap<string, number>
  names: readonly string[]
  volumes: readonly (number | null)[]
  difficulties: readonly (number | null)[]
  /** Where the site itself is, by its own table. */
  positions: readonly (number | null)[]
  /** For each phrase its row in the table of each rival, counted from 1; 0 in none. */
  rows: Int32Array
}
type Tables = readonly (RankTable | null)[]

/** By the table that is first in them: it goes when the table does. */
const kept = new WeakMap<RankTable, { tables: Tables; joined: JoinedTables }>()

/**
 * Joins the tables of the rivals and the site's own. Tables never change, and a list is read page by page: the last join of a first
 * table is kept.
 */
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
  // Most rows of most tables are shared.
  return { index, names, volumes, difficulties, positions, rows: rows.slice(0, names.length * rivals.length) }
}
