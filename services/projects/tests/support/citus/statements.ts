import { all, child, list, type Node, namesOf, tableOf, textOf, without } from '@rts/local/testing/sql-syntax'
import { parse } from 'libpg-query'
import { equalitiesOf, type History, historyIn, type Level, outerAliases, readLevel } from './levels.ts'

/** The volatility of functions by their names without schema, as `pg_proc` has it: `i`, `s` or `v`. */
export type Database = { history: History; volatility: ReadonlyMap<string, string> }
type Write = { table: string; column: string; statement: Node }

/**
 * The parts of a statement that Citus refuses where tables of history are distributed and all others are local, a sentence each. CTEs and subqueries
 * that stand alone are planned one by one and joined on the coordinator, so each is judged alone. Columns of an outer query are known by
 * the name before their dot.
 */
export async function statementRefusals(text: string, database: Database): Promise<string[]> {
  const tree = await parse(text)
  const selects = [...all(tree, 'SelectStmt')].flatMap((select) => ofSelect(select, database))
  const writes = ['InsertStmt', 'UpdateStmt', 'DeleteStmt'].flatMap((type) =>
    [...all(tree, type)].flatMap((statement) => {
      const table = tableOf(child(statement, 'relation'))
      const column = database.history.get(table)
      return [
        ...ofLevel(
          readLevel(writeFrom(statement), child(statement, 'whereClause'), database.history),
          statement,
          database,
        ),
        ...(column === undefined ? [] : ofWrite(type, { table, column, statement }, database)),
      ]
    }),
  )
  return [...new Set([...selects, ...writes, ...ofRecursion(tree, database), ...ofAlter(tree)])]
}

function writeFrom(statement: Node): Node[] {
  const target = { RangeVar: child(statement, 'relation') }
  return [target, ...list(statement, 'fromClause'), ...list(statement, 'usingClause')]
}

function ofSelect(select: Node, database: Database): string[] {
  const level = readLevel(list(select, 'fromClause'), child(select, 'whereClause'), database.history)
  const refusals = ofLevel(level, select, database)
  const direct = level.sources.filter(({ column }) => column !== null)
  if (direct.length === 0) return refusals
  // develop/reference_workarounds: "SELECT … FOR UPDATE work in single-shard queries only".
  if (select.lockingClause && !isOfOneShard(level)) refusals.push('it locks rows of several shards')
  // The same page: "Grouping sets work in single-shard queries only", "TABLESAMPLE work in single-shard queries only".
  if ([...all(select.groupClause, 'GroupingSet')].length > 0) refusals.push('it has grouping sets over several shards')
  if ([...all(select.fromClause, 'RangeTableSample')].length > 0) refusals.push('it samples several shards')
  return refusals
}

function ofLevel(level: Level, query: Node, database: Database): string[] {
  const refusals: string[] = []
  // planner/query_pushdown_planning.c: "complex joins are only supported when all distributed tables are … joined on their distribution columns".
  if (!areJoinedOnColumns(level)) refusals.push('it joins tables of history, and not on their distribution columns')
  const isHistory = (alias: string) => level.sources.some((source) => source.alias === alias && source.column !== null)
  const knows = (alias: string) => level.sources.some((source) => source.alias === alias)
  for (const { query: lateral, isOuter } of level.laterals) {
    const outer = [...outerAliases(lateral)].filter(knows)
    if (historyIn(lateral, database.history).length === 0 || outer.every(isHistory)) continue
    // The same file, DeferredErrorIfUnsupportedLateralSubquery and "cannot perform a lateral outer join when a distributed subquery references …".
    if (isOuter || needsMerge(lateral))
      refusals.push(`it looks up history for each row of ${outer.filter((a) => !isHistory(a))}`)
  }
  for (const link of ownLinks(query)) {
    const outer = [...outerAliases(link)].filter(knows)
    const hasHistory = historyIn(link, database.history).length > 0
    // The same file: "correlated subqueries are not supported when the FROM clause contains …".
    if (outer.some(isHistory) !== hasHistory && outer.length > 0 && (hasHistory || outer.some(isHistory)))
      refusals.push(`it compares each row of ${outer} with a subquery that is stored elsewhere`)
  }
  return refusals
}

/** The subqueries in conditions and columns of a query, without those of its FROM and its CTEs. */
function ownLinks(query: Node): Node[] {
  return [...all(without(query, 'fromClause', 'withClause', 'selectStmt'), 'SubLink')].map((link) =>
    child(link, 'subselect'),
  )
}

/** Needs rows of all shards at once: planner/query_pushdown_planning.c, DeferErrorIfSubqueryRequiresMerge. */
function needsMerge(query: Node): boolean {
  const select = child(query, 'SelectStmt')
  const aggregates = ['min', 'max', 'count', 'sum', 'array_agg', 'json_agg', 'bool_or']
  const calls = [...all(select.targetList, 'FuncCall')].map((call) => namesOf(call, 'funcname').at(-1) ?? '')
  const clauses = ['limitCount', 'limitOffset', 'groupClause', 'distinctClause', 'windowClause']
  return clauses.some((clause) => select[clause] !== undefined) || calls.some((name) => aggregates.includes(name))
}

function areJoinedOnColumns(level: Level): boolean {
  const columns = level.sources.flatMap(({ alias, column }) => (column === null ? [] : [`${alias}.${column}`]))
  const classOf = new Map<string, string>()
  const root = (name: string): string => {
    const above = classOf.get(name)
    return above === undefined ? name : root(above)
  }
  for (const [left, right] of equalitiesOf(level)) {
    if (right !== null && root(left) !== root(right)) classOf.set(root(left), root(right))
  }
  return new Set(columns.map(root)).size <= 1
}

function isOfOneShard(level: Level): boolean {
  const fixed = new Set(equalitiesOf(level).flatMap(([column, other]) => (other === null ? [column] : [])))
  return level.sources.every(
    ({ alias, column }) => column === null || fixed.has(`${alias}.${column}`) || fixed.has(column),
  )
}

function ofWrite(type: string, { table, column, statement }: Write, { volatility }: Database): string[] {
  const refusals: string[] = []
  const own = without(statement, 'withClause', 'selectStmt')
  const conflict = child(statement, 'onConflictClause')
  const set = (type === 'UpdateStmt' ? list(statement, 'targetList') : list(conflict, 'targetList')).map((target) =>
    textOf(child(target, 'ResTarget'), 'name'),
  )
  // planner/multi_router_planner.c, for all that follow: "modifying the partition value of rows is not allowed".
  if (set.includes(column)) refusals.push(`it changes ${column}, the distribution column of ${table}`)
  const calls = (part: unknown, worst: string) =>
    namesOfCalls(part).filter((name) => worst.includes(volatility.get(name) ?? 'v'))
  // "functions used in UPDATE queries on distributed tables must not be VOLATILE", and the same of WHERE.
  if (type !== 'InsertStmt' && calls(own, 'v').length > 0)
    refusals.push(`it changes ${table} with ${calls(own, 'v')}, which is volatile`)
  // "STABLE functions used in UPDATE queries cannot be called with column references".
  for (const call of type === 'InsertStmt' ? [] : all(own, 'FuncCall')) {
    const name = namesOf(call, 'funcname').at(-1) ?? ''
    if (volatility.get(name) === 's' && [...all(call, 'ColumnRef')].length > 0)
      refusals.push(`${name} is stable and takes a column`)
  }
  // "functions used in the DO UPDATE SET clause of INSERTs on distributed tables must be marked IMMUTABLE".
  if (calls(conflict, 'sv').length > 0)
    refusals.push(`ON CONFLICT calls ${calls(conflict, 'sv')}, which is not immutable`)
  if (type !== 'InsertStmt') return refusals
  const select = child(child(statement, 'selectStmt'), 'SelectStmt')
  const given = list(statement, 'cols').map((target) => textOf(child(target, 'ResTarget'), 'name'))
  // "cannot perform an INSERT without a partition column value".
  if (given.length > 0 && !given.includes(column)) refusals.push(`it inserts into ${table} without ${column}`)
  // "subqueries are not supported within INSERT queries".
  if ([...all(select.valuesLists, 'SubLink')].length > 0)
    refusals.push(`it inserts the value of a subquery into ${table}`)
  return refusals
}

function namesOfCalls(part: unknown): string[] {
  return [...all(part, 'FuncCall')].map((call) => namesOf(call, 'funcname').at(-1) ?? '')
}

/** develop/reference_workarounds: "Recursive CTEs work in single-shard queries only". */
function ofRecursion(tree: unknown, { history }: Database): string[] {
  const recursive = [...all(tree, 'withClause')].filter((clause) => clause.recursive === true)
  return recursive.some((clause) => historyIn(clause, history).length > 0)
    ? ['it reads history in a recursive CTE']
    : []
}

/** commands/table.c: "ALTER TABLE .. DETACH PARTITION .. CONCURRENTLY commands are currently unsupported". */
function ofAlter(tree: unknown): string[] {
  const detached = [...all(tree, 'AlterTableCmd')].filter(
    (command) => textOf(command, 'subtype') === 'AT_DetachPartition',
  )
  const concurrent = detached.some((command) => child(child(command, 'def'), 'PartitionCmd').concurrent === true)
  return concurrent ? ['it detaches a partition concurrently'] : []
}
