// Runs all checks that need no server at once: prints a line per check, then the output of those that failed.
import { spawn } from 'node:child_process'
import path from 'node:path'

type Outcome = { name: string; ok: boolean; output: string }

const root = path.resolve(import.meta.dirname, '..')
const bin = path.join(root, 'node_modules', '.bin')
const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`, NO_COLOR: '1' }
// Ends only a hanging check: a busy machine needs minutes.
const limitMs = 600_000

const checks: Record<string, string[]> = {
  'format and lint': ['biome', 'check', '--diagnostic-level=warn', '.'],
  'import rules': [
    'depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    'packages',
    'services',
    'scripts',
    'tests',
    'harness',
    'bench',
  ],
  types: ['tsc', '-p', '.'],
  'types of pages': ['tsc', '-p', 'services/dashboard/web'],
  'unused code': ['knip', '--no-progress', '--no-config-hints', '--no-gitignore'],
  'openapi.json': ['node', 'scripts/openapi.ts', '--check'],
  'generated files': ['node', 'scripts/generate.ts', '--check'],
  words: ['node', 'scripts/words.ts'],
  expressions: ['node', 'scripts/expressions.ts'],
  migrations: ['node', 'scripts/migrations.ts'],
  'last release': ['node', 'scripts/neighbours.ts'],
}

/** Runs one check and prints its line; a check that cannot start, or takes longer than `limitMs`, has failed. */
function run([name, [command = '', ...args]]: [string, string[]]): Promise<Outcome> {
  const startedAt = performance.now()
  const child = spawn(path.join(bin, command), args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limitMs,
  })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  child.stderr.on('data', (part: Buffer) => parts.push(part))
  return new Promise((resolve) => {
    const settle = (ok: boolean, note: string) => {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      console.log(`${ok ? 'ok  ' : 'fail'}  ${name.padEnd(16)} ${seconds.padStart(5)} s`)
      resolve({ name, ok, output: `${Buffer.concat(parts).toString().trim()}${note}` })
    }
    child.once('error', (error) => settle(false, error.message))
    child.once('close', (code, signal) => settle(code === 0, signal ? `\nstopped by ${signal}` : ''))
  })
}

const outcomes = await Promise.all(Object.entries(checks).map(run))
const failed = outcomes.filter(({ ok }) => !ok)
for (const { name, output } of failed) console.log(`\n--- ${name}\n${output}`)
if (failed.length > 0) process.exitCode = 1
