// Runs all checks that need no server at once: prints a line per check, then the output of those that failed.
import path from 'node:path'
import { runProgram } from '../harness/program.ts'

const root = path.resolve(import.meta.dirname, '..')
const bin = path.join(root, 'node_modules', '.bin')
const env = { PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`, NO_COLOR: '1' }
// Ends only a hanging check: a busy machine needs minutes.
const timeout = 600_000

const checks = {
  'format and lint': 'biome check --diagnostic-level=warn .',
  'import rules': 'depcruise --config .dependency-cruiser.cjs packages services scripts tests harness bench',
  types: 'tsc -p .',
  'types of pages': 'tsc -p services/dashboard/web',
  'unused code': 'knip --no-progress --no-config-hints --no-gitignore',
  'generated files': 'node scripts/generate.ts --check',
  words: 'node scripts/words.ts',
  statements: 'vitest run --project rules tests/statements.test.ts',
  expressions: 'node scripts/expressions.ts',
  migrations: 'node scripts/migrations.ts',
  'last release': 'node scripts/neighbours.ts',
}

/** Runs one check and prints its line; a check that cannot start, or takes longer than `timeout`, has failed. */
async function run([name, line]: [string, string]) {
  const startedAt = performance.now()
  const [command = '', ...args] = line.split(' ')
  const { code, stdout, stderr } = await runProgram(path.join(bin, command), args, { cwd: root, env, timeout })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok  ' : 'fail'}  ${name.padEnd(16)} ${seconds.padStart(5)} s`)
  return { name, code, output: `${stdout}${stderr}`.trim() }
}

const outcomes = await Promise.all(Object.entries(checks).map(run))
const failed = outcomes.filter(({ code }) => code !== 0)
for (const { name, output } of failed) console.log(`\n--- ${name}\n${output}`)
if (failed.length > 0) process.exitCode = 1
