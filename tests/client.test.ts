import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentOf, installPacked, theirPath } from './support/packed.ts'
import { joinSystem } from './support/shared-system.ts'
import type { TestSystem } from './support/system.ts'

const root = path.resolve(import.meta.dirname, '..')
const source = path.join(root, 'packages', 'client')
const run = promisify(execFile)
const readme = readFileSync(path.join(source, 'README.md'), 'utf8')
const [fiveLines = '', ...recipes] = codeOf(readme, 'js')
const start = fiveLines.split('\n').slice(0, 3).join('\n')
const programs = [fiveLines, ...recipes.map((recipe) => `${start}\n${recipe}`)]

/** The output of each example, in the order of the README. */
const printed = [
  /^\d+ \S+/,
  /^2 new, 0 tracked already$/m,
  /^ok$/m,
  /^\S.*: \d+ → \d+$/m,
  /^[\w-]+ \d{4}-\d\d-\d\d \d+$[\s\S]*^next time since \d{4}-\S+Z$/m,
  /^.+ \d+ (\S+\.\S+|no one is ahead)/m,
  /^(ready|partial)\n\S+/m,
  /^\d+ of \d+/m,
  /^(ready|partial) \d+/m,
  /^name: .+\ndomain: .+$/m,
  /^\d+ calls left until \d{4}-\S+\n\S+ \d+/m,
]

function codeOf(markdown: string, language: string): string[] {
  return [...markdown.matchAll(/```(\w+)\n(.*?)```/gs)].flatMap(([, name, code]) => (name === language && code) || [])
}

let folder: string
let installed: string
let system: TestSystem
const keys: string[] = []
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-client-'))
  installed = await installPacked('client', folder)
  for (const [at, program] of programs.entries())
    for (const kind of ['mjs', 'mts']) writeFileSync(path.join(folder, `recipe-${at}.${kind}`), program)
  for (const [at, program] of codeOf(readme, 'ts').entries())
    writeFileSync(path.join(folder, `receiver-${at}.mts`), program)
  system = await joinSystem()
  await system.fillDemo()
  const { accountId, apiKey } = system.connection
  keys.push(apiKey)
  // Thirty calls a minute each.
  for (const name of ['one', 'two', 'three'])
    keys.push((await system.operator.call('keys.create', { params: { accountId }, body: { name } })).secret)
})
afterAll(async () => {
  await system?.remove()
  rmSync(folder, { recursive: true, force: true })
})

describe('the published client', () => {
  it('is its own code and types, and nothing else', () => {
    const { files, beside, manifest } = contentOf(installed)
    const others = files.filter((name) => !/^dist\/[\w-]+(\.js|\.d\.ts)$/.test(name))
    expect(others).toEqual(['README.md', 'package.json'])
    expect(files).toContain('dist/client.d.ts')
    expect(beside).toEqual(['rank-tracker-client'])
    expect(manifest).not.toHaveProperty('dependencies')
  })

  it('is bundled for a server with what a program uses of it alone', async () => {
    const { build } = await import(path.join(root, 'services/dashboard/node_modules/vite/dist/node/index.js'))
    writeFileSync(
      path.join(folder, 'bundled.mjs'),
      "import { ApiProblem } from 'rank-tracker-client'\nconsole.log(ApiProblem.name)",
    )
    const bundle = { ssr: 'bundled.mjs', outDir: 'built', rollupOptions: { output: { entryFileNames: 'bundled.mjs' } } }
    await build({ root: folder, configFile: false, logLevel: 'error', ssr: { noExternal: true }, build: bundle })
    const built = path.join(folder, 'built', 'bundled.mjs')
    expect(readFileSync(built, 'utf8')).not.toContain('verifyWebhook')
    expect((await run('node', [built])).stdout).toBe('ApiProblem\n')
  })

  it('has types for a strict program, which refuse a wrong name and a missing id', async () => {
    const compilerOptions = { module: 'nodenext', target: 'es2022', strict: true, noEmit: true, types: ['node'] }
    const options = { ...compilerOptions, typeRoots: [path.join(root, 'node_modules', '@types')] }
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.mts'] }))
    const tsc = path.join(root, 'node_modules', '.bin', 'tsc')
    await run(tsc, ['-p', '.'], { cwd: folder })
    const wrong = `${start}\nranks.sites.find({})\nranks.sites.get()\nranks.keywords.create({ id: 'x', phrase: 'y' })`
    writeFileSync(path.join(folder, 'wrong.mts'), wrong)
    const { stdout } = await run(tsc, ['-p', '.'], { cwd: folder }).catch((error: { stdout: string }) => error)
    expect([...stdout.matchAll(/^wrong\.mts\((\d+),/gm)].map(([, line]) => line)).toEqual(['4', '5', '6'])
  })
})

describe('the README of the client', () => {
  it('has ten recipes, and reads ranks with five lines', () => {
    expect([recipes.length, fiveLines.trim().split('\n').filter(Boolean).length]).toEqual([10, 5])
    expect(printed).toHaveLength(programs.length)
  })

  it.each(printed.map((wanted, at) => ({ at, wanted })))('recipe $at works', async ({ at, wanted }) => {
    const env = { PATH: theirPath, RANKS_URL: system.connection.baseUrl, RANKS_KEY: keys[at % keys.length] }
    const { stdout } = await run('node', [`recipe-${at}.mjs`], { cwd: folder, env })
    expect(stdout).toMatch(wanted)
  })
})
