import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = path.resolve(import.meta.dirname, '..')
const biome = path.join(root, 'node_modules/.bin/biome')
const report = z.object({
  diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.string() }) })),
})

/** A file of each folder whose code runs for every call. */
const perCall = [
  'services/gateway/src/http/common/planted.ts',
  'services/mcp/src/sdk/planted.ts',
  'packages/shared/src/service/planted.ts',
  'packages/outside/src/planted.ts',
]
const spreading = 'bench/planted.ts'
const targets = ['call.done', "call['done']", 'this.done', 'call.socket.done']
const literals = ['() => {}', 'async (a: number) => a', 'function () {}', 'async function named() {}']
const assignments = targets.flatMap((target) => literals.map((literal) => `${target} = ${literal}`))
const others = ['const done = () => {}', 'call.done = done', 'use({ done: () => {} })', 'use(() => {})']

const spreads = ['use({ ...{ a: 1, b: 2 } })', 'use([...[1, 2]])', 'use(...[1, 2])']
const plainSpreads = ['use({ ...call })', 'use([...list])', 'use({ ...(call ? { a: 1 } : {}) })', 'use(...list)']

const tupling = 'scripts/tuples.ts'
const tuples = ['const [a, b] = [1, 2]', 'const [c = 0] = [list[0]]', 'const [d] = [await done()]']
const plainTuples = ['const [a, b] = pair', 'const [c, d] = [1, 2].map(String)', 'for (const [e] of list) use(e)']

const running = 'tests/properties.test.ts'
const fixedRuns = ['fc.assert(property, { numRuns: 20 })', 'fc.assert(property, { numRuns: 2_000, seed })']

const querying = 'services/projects/src/notes/planted.ts'
const rawQueries = ["db.query('SELECT 1')", "db.query<{ a: number }>('SELECT 1', [])", 'await tx.query(made)']
const harmlessQueries = ['notes.rows(db, [])', "query({}, 'SELECT 1')", 'const query = url.query']

const composing = 'services/research/src/notes/planted.ts'
const normalForms = ["text.normalize('NFC')", 'z.string().normalize()']

let tree: string
let reported: string[]
beforeAll(async () => {
  tree = realpathSync(mkdtempSync(path.join(tmpdir(), 'lint-')))
  cpSync(path.join(root, 'biome.json'), path.join(tree, 'biome.json'))
  cpSync(path.join(root, 'lint'), path.join(tree, 'lint'), { recursive: true })
  for (const file of perCall) {
    plant(file, ...assignments)
    plant(file.replace('planted', 'harmless'), ...others)
  }
  plant('scripts/planted.ts', ...assignments)
  plant(spreading, ...spreads)
  plant('bench/harmless.ts', ...plainSpreads)
  plant(tupling, ...tuples)
  plant('scripts/harmless.ts', ...plainTuples)
  plant('tests/planted.test.ts', ...tuples)
  plant(running, ...fixedRuns)
  plant('tests/harmless.test.ts', 'fc.assert(property, { numRuns: runs(20) })')
  plant(querying, ...rawQueries)
  plant('services/projects/src/notes/harmless.ts', ...harmlessQueries)
  plant(composing, ...normalForms)
  plant('services/research/src/notes/harmless.ts', "normalForm(text, 'NFC')")
  reported = await lint()
})
afterAll(() => rmSync(tree, { recursive: true }))

describe('the linter reports each function literal that is assigned to a property', () => {
  it.each(perCall)('in %s', (file) => {
    expect(reported.filter((found) => found === file)).toHaveLength(assignments.length)
  })

  it('and nothing else', () => {
    expect([...new Set(reported)].sort()).toEqual([...perCall, spreading, tupling, running, querying, composing].sort())
  })
})

it('the linter reports each literal that is spread at once', () => {
  expect(reported.filter((found) => found === spreading)).toHaveLength(spreads.length)
})

it('the linter reports each list of names that takes the elements of a literal, but in tests', () => {
  expect(reported.filter((found) => found === tupling)).toHaveLength(tuples.length)
})

it('the linter reports each property whose number of runs cannot be raised', () => {
  expect(reported.filter((found) => found === running)).toHaveLength(fixedRuns.length)
})

it('the linter reports each statement that is no constant', () => {
  expect(reported.filter((found) => found === querying)).toHaveLength(rawQueries.length)
})

it('the linter reports each normal form that takes the square of its marks', () => {
  expect(reported.filter((found) => found === composing)).toHaveLength(normalForms.length)
})

function plant(file: string, ...lines: string[]): void {
  mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
  writeFileSync(
    path.join(tree, file),
    `export function plant(this: Planted, call: Planted) {\n${lines.join('\n')}\n}\n`,
  )
}

/** The files of the plugins' findings, one for each. */
function lint(): Promise<string[]> {
  const args = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=json', '.']
  return new Promise((resolve, reject) => {
    execFile(biome, args, { cwd: tree, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      // The exit status says that something was found; only a run without a report has failed.
      if (stdout === '') return reject(new Error(stderr, { cause: error }))
      const { diagnostics } = report.parse(JSON.parse(stdout))
      resolve(diagnostics.filter(({ category }) => category === 'plugin').map(({ location }) => location.path))
    })
  })
}
