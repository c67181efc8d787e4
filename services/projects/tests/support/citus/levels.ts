import { aliasOf, all, child, list, type Node, namesOf, tableOf, textOf } from '@rts/local/testing/sql-syntax'

/** Tables of history, each with its distribution column. */
export type History = ReadonlyMap<string, string>
/** The parts of a FROM: a table of history, or rows that are the same for every shard (a local table, a CTE, a function, a subquery). */
type Source = { alias: string; column: string | null }
/** One level of a query: its FROM, and the conditions that join it. */
export type Level = { sources: Source[]; conditions: Node[]; laterals: { query: Node; isOuter: boolean }[] }

export function readLevel(from: readonly Node[], where: Node, history: History): Level {
  const level: Level = { sources: [], conditions: [where], laterals: [] }
  const add = (from: Node, isOuter: boolean) => {
    const sampled = child(child(from, 'RangeTableSample'), 'relation')
    const node = from.RangeTableSample ? sampled : from
    const [range, join, query] = [child(node, 'RangeVar'), child(node, 'JoinExpr'), child(node, 'RangeSubselect')]
    if (node.RangeVar) level.sources.push({ alias: aliasOf(range), column: history.get(tableOf(range)) ?? null })
    else if (node.JoinExpr) {
      add(child(join, 'larg'), isOuter)
      add(child(join, 'rarg'), isOuter || textOf(join, 'jointype') !== 'JOIN_INNER')
      level.conditions.push(child(join, 'quals'))
    } else {
      const range = node.RangeSubselect ? query : child(node, 'RangeFunction')
      level.sources.push({ alias: aliasOf(range), column: null })
      if (query.lateral === true) level.laterals.push({ query: child(query, 'subquery'), isOuter })
    }
  }
  for (const node of from) add(node, false)
  return level
}

/** The equalities of a level that hold for all of its rows: `[k.id, p.keyword_id]`; anything but a column is `null`. */
export function equalitiesOf({ conditions }: Level): [string, string | null][] {
  const found: [string, string | null][] = []
  const read = (condition: Node) => {
    const both = child(condition, 'BoolExpr')
    if (textOf(both, 'boolop') === 'AND_EXPR') for (const part of list(both, 'args')) read(part)
    const one = child(condition, 'A_Expr')
    if (textOf(one, 'kind') !== 'AEXPR_OP' || namesOf(one, 'name')[0] !== '=') return
    const [left, right] = [columnOf(child(one, 'lexpr')), columnOf(child(one, 'rexpr'))]
    if (left !== null) found.push([left, right])
    else if (right !== null) found.push([right, left])
  }
  for (const condition of conditions) read(condition)
  return found
}

function columnOf(node: Node): string | null {
  return node.ColumnRef ? namesOf(child(node, 'ColumnRef'), 'fields').join('.') : null
}

/** The tables of history that a query reads at any depth. */
export function historyIn(query: unknown, history: History): string[] {
  return [...all(query, 'RangeVar')].map(tableOf).filter((table) => history.has(table))
}

/** The names before the dot of the columns that a query takes from outside. */
export function outerAliases(query: Node): Set<string> {
  const inside = new Set([...all(query, 'alias')].map((alias) => textOf(alias, 'aliasname')))
  for (const range of all(query, 'RangeVar')) inside.add(aliasOf(range))
  inside.add('excluded')
  const used = [...all(query, 'ColumnRef')]
    .map((column) => namesOf(column, 'fields'))
    .filter((names) => names.length > 1)
  return new Set(used.map(([alias = '']) => alias).filter((alias) => !inside.has(alias)))
}
