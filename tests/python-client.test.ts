import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packPython, pythonBuilder } from '../scripts/release/pack.ts'
import { joinSystem } from './support/shared-system.ts'
import type { TestSystem } from './support/system.ts'

const source = path.resolve(import.meta.dirname, '..', 'packages', 'client-python')
const run = promisify(execFile)
const [start = '', , ...recipes] = [
  ...readFileSync(path.join(source, 'README.md'), 'utf8').matchAll(/```python\n(.*?)```/gs),
].map(([, code = '']) => code)
const opening = start.split('\n').slice(0, 5).join('\n')
const programs = [start, ...recipes.map((recipe) => `${opening}\n${recipe}`)]
/** The output of each example, in the order of the README. */
const printed = [
  /^\d+ \S+/,
  /^2 new, 0 tracked already$/m,
  /^\S.*: \d+ → \d+$/m,
  /^\d{4}-\d\d-\d\dT\S+ \d+$/m,
  /^(ready|partial)\n\S+/m,
  /^name: .+\ndomain: .+$/m,
  /^demo\S* \S+ \d{4}-\d\d-\d\d \d+ https:/m,
]

// `.ci/run` installs Python and flit; elsewhere a machine may have none.
describe.skipIf(!pythonBuilder())('the Python client', () => {
  let folder: string
  let system: TestSystem
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-python-'))
    const wheel = packPython(source, folder)
    await run('python3', ['-m', 'zipfile', '-e', wheel, path.join(folder, 'installed')])
    for (const [at, program] of programs.entries()) writeFileSync(path.join(folder, `recipe_${at}.py`), program)
    system = await joinSystem()
    await system.fillDemo()
  })
  afterAll(async () => {
    await system?.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  const python = (args: string[], env: Record<string, string> = {}) =>
    run('python3', args, {
      cwd: folder,
      env: { PATH: process.env.PATH, PYTHONPATH: path.join(folder, 'installed'), PYTHONIOENCODING: 'utf8', ...env },
    })

  it('keeps its promises to a server that refuses, fails and breaks off', async () => {
    cpSync(path.join(source, 'tests'), path.join(folder, 'tests'), { recursive: true })
    const { stderr } = await python(['-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests'])
    expect(stderr).toMatch(/^Ran \d\d tests/m)
  })

  it.each(printed.map((wanted, at) => ({ at, wanted })))('recipe $at of its README works', async ({ at, wanted }) => {
    const env = { RANKS_URL: system.connection.baseUrl, RANKS_KEY: system.connection.apiKey }
    const { stdout } = await python([`recipe_${at}.py`], env)
    expect(stdout).toMatch(wanted)
  })

  it('has an example for each of these', () => expect(programs).toHaveLength(printed.length))
})
