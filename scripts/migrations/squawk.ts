import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { z } from 'zod'
import type { MigrationFile } from './files.ts'

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
export function squawkRefusals(root: string, files: readonly MigrationFile[]): string[] {
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
