import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const here = import.meta.dirname
const root = path.resolve(here, '../..')
const document = path.join(root, 'docs', 'openapi.json')
const run = promisify(execFile)
const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  types: [],
}

/** How integrators make a client from the document; `programs` has what they write with each. */
const generators = {
  'openapi-typescript': ['openapi-typescript', document, '-o', 'openapi-typescript/schema.ts'],
  '@hey-api/openapi-ts': ['openapi-ts', '-i', document, '-o', 'hey-api'],
  orval: ['orval', '--input', document, '--output', 'orval/api.ts', '--client', 'fetch'],
}

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'generated-clients-'))
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }))
  for (const [program = '', ...args] of Object.values(generators))
    await run(path.join(here, 'node_modules', '.bin', program), args, { cwd: folder })
  // Not .ts here: they import what is generated there.
  for (const name of ['openapi-typescript', 'hey-api', 'orval'])
    cpSync(path.join(here, 'programs', `${name}.txt`), path.join(folder, name, 'program.ts'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The errors of the compiler over all three, and over the programs that use them. */
async function errors(): Promise<string[]> {
  const tsc = path.join(root, 'node_modules', '.bin', 'tsc')
  const { stdout } = await run(tsc, ['-p', '.'], { cwd: folder }).catch((error: { stdout: string }) => error)
  return stdout.split('\n').filter((line) => line.includes('error TS'))
}

describe('clients that openapi-typescript, hey-api and orval make from docs/openapi.json', () => {
  it('compile in a strict program, with the names that people expect', async () => expect(await errors()).toEqual([]))

  it('refuse a wrong field in each', async () => {
    const wrong = ['openapi-typescript', 'hey-api', 'orval'].map((name) => `${name}/wrong.ts`)
    for (const file of wrong)
      writeFileSync(path.join(folder, file), "import { add } from './program'\nadd({ phrase: 'coffee' })\n")
    expect((await errors()).map((line) => line.split('(')[0])).toEqual(wrong.toSorted())
  })
})
