import { type Graph, pathTo } from '../graph.ts'
import type { Item, Value } from '../model.ts'

/** What is missing: the path as it is wanted, and the item that lacks it. */
export type Missing = { alternatives: string[]; path: string; at: number; type: string | null }
type Holder = { item: Item; path: string | null }

/** The wanted properties that an item lacks. What is text where an item is expected lacks nothing below it. */
export function missingOf(holder: Holder, wanted: readonly string[] | undefined, graph: Graph): Missing[] {
  return (wanted ?? []).flatMap((one) => {
    const { alternatives, paths } = partsOf(one)
    if (paths.some((path) => isGiven(holder.item, path, 0, graph))) return []
    const [first = ''] = alternatives
    return [{ alternatives, path: pathTo(holder.path, first), at: holder.item.at, type: holder.item.types[0] ?? null }]
  })
}

const parts = new Map<string, { alternatives: string[]; paths: string[][] }>()

/** Each wanted property is taken apart once, not for each item. */
function partsOf(wanted: string) {
  const known = parts.get(wanted)
  if (known) return known
  const alternatives = wanted.split('|')
  const made = { alternatives, paths: alternatives.map((path) => path.split('.')) }
  parts.set(wanted, made)
  return made
}

function isGiven(item: Item, path: string[], from: number, graph: Graph): boolean {
  const values = graph.valuesOf(item, path[from] ?? '').filter(isFilled)
  if (from === path.length - 1) return values.length > 0
  // The missing property itself is reported where it is wanted on its own.
  if (values.length === 0) return false
  return values.every((value) => {
    const inner = graph.itemOf(value)
    return inner === null || isGiven(inner, path, from + 1, graph)
  })
}

export function isFilled(value: Value): boolean {
  return value.kind === 'item' || value.kind === 'ref' || value.text.trim() !== ''
}

/** The items at a path such as `offers.shippingDetails`, each with its own path. */
export function itemsAt(holder: Holder, via: string, graph: Graph): Holder[] {
  return via
    .split('.')
    .reduce<Holder[]>((holders, name) => holders.flatMap((one) => itemsIn(one, name, graph)), [holder])
}

function itemsIn({ item, path }: Holder, name: string, graph: Graph): Holder[] {
  const values = graph.valuesOf(item, name)
  const seen = new Set<Item>()
  return values.flatMap((value, i) => {
    const inner = graph.itemOf(value)
    // Thousands of references to one item say no more than the first.
    if (inner && seen.has(inner)) return []
    if (inner) seen.add(inner)
    return inner ? [{ item: inner, path: pathTo(path, name, i, values.length) }] : []
  })
}
