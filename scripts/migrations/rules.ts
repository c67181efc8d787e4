import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { all, child, type Node, tableOf, textOf } from '@rts/local/testing/sql-syntax'
import { type Stage, stepsOf } from '@rts/shared/service/migration-files'
import { parse } from 'libpg-query'
import { z } from 'zod'
import type { MigrationFile } from './files.ts'

/** A statement by the name of its structure in Postgres, and the tables that its migration makes. */
type Statement = { type: string; node: Node; made: ReadonlySet<string> }
/** The reason why a rule refuses a statement, or null. */
type Rule = (statement: Statement) => string | null

const longestLockWaitMs = 10_000

/** Never: not readable for either release, or unseen by these rules. */
const never: Rule[] = [
  ({ type }) => (type === 'RenameStmt' || type === 'AlterObjectSchemaStmt' ? 'renames: add, copy, drop later' : null),
  ({ type }) => (type === 'DoStmt' ? 'has a DO block, whose statements no rule can see' : null),
]

/** Not beside the last release, whose statements rely on it. Squawk refuses columns that are dropped, tightened or must be given. */
const onlyAfter: Rule[] = [
  ({ type, node }) =>
    type === 'DropStmt' && node.removeType !== 'OBJECT_INDEX'
      ? `drops a ${textOf(node, 'removeType').replace('OBJECT_', '').toLowerCase()}`
      : null,
  ({ type }) => (type === 'TruncateStmt' ? 'empties a table' : null),
  ({ type, node, made }) => {
    if (type !== 'AlterTableStmt' || made.has(nameOf(child(node, 'relation')))) return null
    const commands = [...all(node, 'AlterTableCmd')]
    const isThere = (subtype: string) => commands.some((command) => command.subtype === subtype)
    if (commands.some(({ subtype, def }) => subtype === 'AT_ColumnDefault' && !def)) return 'drops a default'
    if (isThere('AT_AddConstraint')) return 'adds a constraint'
    return isThere('AT_AddIndex') ? 'adds a unique key' : null
  },
]

/** The reasons why migrations below a folder, which were not released yet, are refused, a line each. */
export async function refusals(root: string, files: readonly MigrationFile[]): Promise<string[]> {
  const ours = files.map(async ({ file, sql, stage }) =>
    (await refusalsOf(sql, stage)).map((what) => `${file}: ${what}`),
  )
  return [...(await Promise.all(ours)).flat(), ...squawkRefusals(root, files)]
}

async function refusalsOf(sql: string, stage: Stage): Promise<string[]> {
  const tree: unknown = await parse(sql)
  const statements = [...all(tree, 'stmt')].flatMap((node) =>
    Object.keys(node).map((type) => ({ type, node: child(node, type) })),
  )
  const made = new Set(statements.flatMap(({ type, node }) => madeBy(type, node)))
  const found = (rules: Rule[]) =>
    statements
      .flatMap(({ type, node }) => rules.map((rule) => rule({ type, node, made })))
      .filter((each) => each !== null)
  const early = stage === 'before' ? found(onlyAfter) : []
  return [
    ...(sql.includes('squawk-ignore') ? ['has a comment that silences squawk'] : []),
    ...ofLockTimeout(sql),
    ...ofSteps(sql, statements),
    ...found(never),
    ...early.map((each) => `${each}: the last release relies on it, so it belongs into after/`),
  ]
}

function madeBy(type: string, node: Node): string[] {
  if (type === 'CreateStmt') return [nameOf(child(node, 'relation'))]
  return type === 'CreateTableAsStmt' ? [nameOf(child(child(node, 'into'), 'rel'))] : []
}

function nameOf(table: Node): string {
  return tableOf(table).replace(/^public\./, '')
}

function ofLockTimeout(sql: string): string[] {
  const [, number, unit] = /^(?:\s*--.*\n)*\s*SET (?:LOCAL )?lock_timeout = '(\d+)(ms|s)';/i.exec(sql) ?? []
  const ms = Number(number ?? 0) * (unit === 's' ? 1_000 : 1)
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

const bin = path.resolve(import.meta.dirname, '../../node_modules/.bin/squawk')
const report = z.array(z.object({ file: z.string(), line: z.int(), message: z.string(), rule_name: z.string() }))

/** Not ours: a migration commits whole, steps of history fill tables, and small numbers are chosen. */
const notOurs = [
  'prefer-robust-stmts',
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-identity',
  'require-statement-timeout',
]
/** Migrations of after are there for these. */
const meant = ['ban-drop-column', 'ban-drop-table', 'ban-drop-not-null', 'adding-not-nullable-field']
const runs = {
  alone: { exclude: notOurs, options: [] },
  before: { exclude: notOurs, options: ['--assume-in-transaction'] },
  after: { exclude: [...notOurs, ...meant], options: ['--assume-in-transaction'] },
}

/** The findings of squawk, a linter of migrations, in files below a folder, a line each. */
function squawkRefusals(root: string, files: readonly MigrationFile[]): string[] {
  const kindOf = ({ sql, stage }: MigrationFile) => (sql.startsWith('-- Outside a transaction') ? 'alone' : stage)
  return Object.entries(runs).flatMap(([kind, { exclude, options }]) => {
    const own = files.filter((each) => kindOf(each) === kind).map(({ file }) => file)
    if (own.length === 0) return []
    const args = ['--reporter=json', '--pg-version=18', `--exclude=${exclude}`, ...options, ...own]
    const { stdout, stderr, error } = spawnSync(bin, args, { cwd: root, encoding: 'utf8' })
    if (error || stdout === '') throw error ?? new Error(`squawk did not report: ${stderr}`)
    const found = report.parse(JSON.parse(stdout))
    return found.map(({ file, line, message, rule_name }) => `${file}:${line + 1}: ${message} (${rule_name})`)
  })
}
