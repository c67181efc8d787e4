/** A node of Postgres' own syntax tree, as libpg-query gives it: the keys are the names of Postgres' structures. */
export type Node = Readonly<Record<string, unknown>>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The child `key`, or an empty node. */
export function child(node: Node, key: string): Node {
  const value = node[key]
  return isNode(value) ? value : {}
}

export function list(node: Node, key: string): Node[] {
  const value = node[key]
  return Array.isArray(value) ? value.filter(isNode) : []
}

export function textOf(node: Node, key: string): string {
  const value = node[key]
  return typeof value === 'string' ? value : ''
}

/** Every node of `type` below a node, at any depth. */
export function* all(value: unknown, type: string): Generator<Node> {
  if (Array.isArray(value)) for (const entry of value) yield* all(entry, type)
  if (!isNode(value)) return
  for (const [key, below] of Object.entries(value)) {
    if (key === type && isNode(below)) yield below
    yield* all(below, type)
  }
}

/** The names of a dotted name: `ranks.is_notable`, `k.id`. */
export function namesOf(node: Node, key: string): string[] {
  return list(node, key).map((entry) => textOf(child(entry, 'String'), 'sval'))
}

/** A table's name with its schema; without one where the statement has none. */
export function tableOf(range: Node): string {
  const schema = textOf(range, 'schemaname')
  const name = textOf(range, 'relname')
  return schema === '' ? name : `${schema}.${name}`
}

export function aliasOf(range: Node): string {
  return textOf(child(range, 'alias'), 'aliasname') || textOf(range, 'relname')
}

export function without(node: Node, ...keys: string[]): Node {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !keys.includes(key)))
}
