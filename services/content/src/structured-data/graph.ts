import type { Item, Value } from './model.ts'

export type Graph = {
  /** Values from all items with the same id. */
  valuesOf: (item: Item, property: string) => Value[]
  itemOf: (value: Value) => Item | null
  typesOf: (item: Item) => string[]
}
/** An item on the way from a root; `path` null: the root. */
export type Visit = { item: Item; path: string | null; root: Item; parent: Item | null; via: string | null }

/** Each item once, parents first. */
export function visitsOf(roots: readonly Item[]): Visit[] {
  const visits: Visit[] = []
  const seen = new Set<Item>()
  for (const root of roots) visit({ item: root, path: null, root, parent: null, via: null }, seen, visits)
  return visits
}

function visit(here: Visit, seen: Set<Item>, visits: Visit[]): void {
  if (seen.has(here.item)) return
  seen.add(here.item)
  visits.push(here)
  for (const [name, values] of here.item.properties) {
    for (const [i, value] of values.entries()) {
      if (value.kind !== 'item') continue
      const path = pathTo(here.path, name, i, values.length)
      visit({ item: value.item, path, root: here.root, parent: here.item, via: name }, seen, visits)
    }
  }
}

/** `offers.price`, or `offers[1].price` for several. */
export function pathTo(path: string | null, name: string, index = 0, count = 1): string {
  return `${path === null ? '' : `${path}.`}${name.slice(0, 100)}${count > 1 ? `[${index}]` : ''}`
}

function linkWithin(value: Value): string | null {
  return value.kind === 'link' && value.text.startsWith('#') ? value.text : null
}

/** Values joined from same-id items; all are checked there. */
const maxJoined = 20

export function createGraph(visits: readonly Visit[]): Graph {
  const byId = new Map<string, Item[]>()
  for (const { item } of visits) {
    if (item.id === null) continue
    const same = byId.get(item.id)
    if (same) same.push(item)
    else byId.set(item.id, [item])
  }
  const none: Item[] = []
  // A page may give one id to thousands of items: only the first few join.
  const othersOf = (item: Item): Item[] => {
    const same = item.id === null ? none : (byId.get(item.id) ?? none)
    return same.length < 2 ? none : same.slice(0, 5).filter((one) => one !== item)
  }
  return {
    valuesOf: (item, property) => {
      const own = item.properties.get(property) ?? []
      if (own.length > 0) return own
      return othersOf(item).flatMap((one) => one.properties.get(property)?.slice(0, maxJoined) ?? [])
    },
    itemOf: (value) => {
      if (value.kind === 'item') return value.item
      const id = value.kind === 'ref' ? value.id : linkWithin(value)
      return (id !== null && byId.get(id)?.[0]) || null
    },
    typesOf: (item) => (item.types.length > 0 ? item.types : othersOf(item).flatMap((one) => one.types)),
  }
}
