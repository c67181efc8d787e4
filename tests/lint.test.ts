import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

const root = path.resolve(import.meta.dirname, '..')
const biome = path.join(root, 'node_modules/.bin/biome')
const report = z.object({
  diagnostics: z.array(z.object({ category: z.string(), location: z.object({ path: z.string() }) })),
})

const functions = ['call.done = () => {}', "call['done'] = async (a: number) => a", 'this.done = function () {}']
/** By rule, where it holds, each line that it reports, and lines that look alike. */
const rules: [rule: string, files: string[], reported: string[], harmless: string[]][] = [
  [
    'a function literal that is assigned to a property',
    [
      'services/gateway/src/http/common/planted.ts',
      'services/mcp/src/sdk/planted.ts',
      'packages/shared/src/service/planted.ts',
      'packages/outside/src/planted.ts',
    ],
    functions,
    ['const done = () => {}', 'call.done = done', 'use({ done: () => {} })'],
  ],
  [
    'a literal that is spread at once',
    ['bench/planted.ts'],
    ['use({ ...{ a: 1, b: 2 } })', 'use([...[1, 2]])', 'use(...[1, 2])'],
    ['use({ ...call })', 'use([...list])', 'use({ ...(call ? { a: 1 } : {}) })', ...functions],
  ],
  [
    'a list of names that takes the elements of a literal',
    ['scripts/planted.ts'],
    ['const [a, b] = [1, 2]', 'const [c = 0] = [list[0]]', 'const [d] = [await done()]'],
    ['const [a, b] = pair', 'const [c, d] = [1, 2].map(String)', 'for (const [e] of list) use(e)'],
  ],
  [
    'a property whose number of runs cannot be raised',
    ['tests/planted.test.ts'],
    ['fc.assert(property, { numRuns: 20 })', 'fc.assert(property, { numRuns: 2_000, seed })'],
    ['fc.assert(property, { numRuns: runs(20) })', 'const [a, b] = [1, 2]'],
  ],
  [
    'a statement that is no constant',
    ['services/projects/src/notes/planted.ts'],
    ["db.query('SELECT 1')", "db.query<{ a: number }>('SELECT 1', [])", 'await tx.query(made)'],
    ['notes.rows(db, [])', "query({}, 'SELECT 1')", 'const query = url.query'],
  ],
  [
    'a normal form that takes the square of its marks',
    ['services/research/src/notes/planted.ts'],
    ["text.normalize('NFC')", 'z.string().normalize()'],
    ["normalForm(text, 'NFC')"],
  ],
]

let tree: string
let reported: string[]
beforeAll(async () => {
  tree = realpathSync(mkdtempSync(path.join(tmpdir(), 'lint-')))
  cpSync(path.join(root, 'biome.json'), path.join(tree, 'biome.json'))
  cpSync(path.join(root, 'lint'), path.join(tree, 'lint'), { recursive: true })
  for (const [, files, planted, harmless] of rules)
    for (const file of files) {
      plant(file, planted)
      plant(file.replace('planted', 'harmless'), harmless)
    }
  reported = await lint()
})
afterAll(() => rmSync(tree, { recursive: true }))

it.each(rules)('the linter reports %s', (_rule, files, planted) => {
  const found = files.map((file) => reported.filter((each) => each === file).length)
  expect(found).toEqual(files.map(() => planted.length))
})

it('the linter reports nothing else', () => {
  expect(reported.filter((file) => file.includes('harmless'))).toEqual([])
})

function plant(file: string, lines: string[]): void {
  const text = `export function plant(this: Planted, call: Planted) {\n${lines.join('\n')}\n}\n`
  mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
  writeFileSync(path.join(tree, file), text)
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
