import { all, child, list, type Node, tableOf, textOf } from '@rts/local/testing/sql-syntax'
import { type Stage, stepsOf } from '@rts/shared/service/migration-files'
import { parse } from 'libpg-query'

/** A statement by the name of its structure in Postgres, and the tables that its migration makes. */
type Statement = { type: string; node: Node; made: ReadonlySet<string> }
/** The reason why a rule refuses a statement, or null. */
type Rule = (statement: Statement) => string | null

const longestLockWaitMs = 10_000

/** Never: not readable for either release, unseen by these rules, or in the way of all writers. */
const never: Rule[] = [
  ({ type }) => (type === 'RenameStmt' || type === 'AlterObjectSchemaStmt' ? 'renames: add, copy, drop later' : null),
  ({ type }) => (type === 'DoStmt' ? 'has a DO block, whose statements no rule can see' : null),
  ({ type, node, made }) => {
    const table = child(node, 'relation')
    const isBuilt = type === 'IndexStmt' && node.concurrent !== true && table.inh === true && !made.has(nameOf(table))
    return isBuilt ? `builds an index of ${nameOf(table)} in a lock: CREATE INDEX CONCURRENTLY` : null
  },
]

const tighter: Readonly<Record<string, string>> = {
  AT_SetNotNull: 'sets NOT NULL',
  AT_DropColumn: 'drops a column',
  AT_AlterColumnType: 'changes the type of a column',
  AT_AddConstraint: 'adds a constraint',
  AT_AddIndex: 'adds a unique key',
}

/** Not beside the last release, whose statements rely on it. */
const onlyAfter: Rule[] = [
  ({ type, node }) =>
    type === 'DropStmt' && node.removeType !== 'OBJECT_INDEX'
      ? `drops a ${textOf(node, 'removeType').replace('OBJECT_', '').toLowerCase()}`
      : null,
  ({ type }) => (type === 'TruncateStmt' ? 'empties a table' : null),
  ({ type, node, made }) => {
    if (type !== 'AlterTableStmt' || made.has(nameOf(child(node, 'relation')))) return null
    return [...all(node, 'AlterTableCmd')].map(ofCommand).find((found) => found !== null) ?? null
  },
]

function ofCommand(command: Node): string | null {
  const subtype = textOf(command, 'subtype')
  if (subtype === 'AT_ColumnDefault' && !command.def) return 'drops a default'
  const constraints = list(child(child(command, 'def'), 'ColumnDef'), 'constraints').map((entry) =>
    textOf(child(entry, 'Constraint'), 'contype'),
  )
  const isGiven = ['CONSTR_DEFAULT', 'CONSTR_IDENTITY', 'CONSTR_GENERATED'].some((type) => constraints.includes(type))
  if (subtype === 'AT_AddColumn' && constraints.includes('CONSTR_NOTNULL') && !isGiven)
    return 'adds a column that must be given'
  return tighter[subtype] ?? null
}

/** The reasons why our own rules refuse a migration that was not released yet, a sentence each. */
export async function refusals(sql: string, stage: Stage): Promise<string[]> {
  const tree: unknown = await parse(sql)
  const nodes = [...all(tree, 'stmt')]
  const statements = nodes.flatMap((node) => Object.entries(node)).map(([type, node]) => ({ type, node: asNode(node) }))
  const made = new Set(statements.flatMap(({ type, node }) => madeBy(type, node)))
  const rules = stage === 'before' ? [...never, ...onlyAfter.map(beforeOnly)] : never
  const found = statements.flatMap(({ type, node }) => rules.map((rule) => rule({ type, node, made })))
  return [...ofLockTimeout(statements[0]), ...ofSteps(sql, statements), ...found.filter((each) => each !== null)]
}

function beforeOnly(rule: Rule): Rule {
  return (statement) => {
    const found = rule(statement)
    return found === null ? null : `${found}: the last release relies on it, so it belongs into after/`
  }
}

function madeBy(type: string, node: Node): string[] {
  if (type === 'CreateStmt') return [nameOf(child(node, 'relation'))]
  return type === 'CreateTableAsStmt' ? [nameOf(child(child(node, 'into'), 'rel'))] : []
}

function ofLockTimeout(first: { type: string; node: Node } | undefined): string[] {
  const isSet = first?.type === 'VariableSetStmt' && textOf(first.node, 'name') === 'lock_timeout'
  const value = isSet ? ([...all(first.node, 'sval')][0]?.sval ?? [...all(first.node, 'ival')][0]?.ival) : undefined
  const [, number = '0', unit] = /^(\d+)(ms|s)?$/.exec(String(value)) ?? []
  const ms = Number(number) * (unit === 's' ? 1_000 : 1)
  return ms > 0 && ms <= longestLockWaitMs ? [] : ["does not begin with SET LOCAL lock_timeout = '3s' (10s at most)"]
}

/** Outside a transaction only what can be repeated after a crash: an index that was half built is dropped first. */
function ofSteps(sql: string, statements: { type: string; node: Node }[]): string[] {
  const steps = stepsOf(sql)
  const builds = statements.some(({ node }) => node.concurrent === true)
  if (steps === null) return builds ? ['builds beside writers, and does not begin with "-- Outside a transaction"'] : []
  if (steps.length !== statements.length) return ['has a step that does not end its line']
  const isRepeatable = statements.every(({ type, node }, i) => {
    if (type === 'VariableSetStmt') return node.is_local !== true
    if (type === 'DropStmt') return node.concurrent === true && node.missing_ok === true
    const before = statements[i - 1]
    return type === 'IndexStmt' && node.concurrent === true && before?.type === 'DropStmt'
  })
  return isRepeatable ? [] : ['is outside a transaction: SET, then DROP INDEX CONCURRENTLY IF EXISTS before each index']
}

function nameOf(table: Node): string {
  return tableOf(table).replace(/^public\./, '')
}

function asNode(value: unknown): Node {
  return child({ value }, 'value')
}
