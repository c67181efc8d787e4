import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { until } from '@rts/local/testing/until'
import { afterEach, expect, it } from 'vitest'

const script = path.resolve(import.meta.dirname, '../scripts/install.mjs')
let root = ''
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** The script in a workspace of its own, with an npx that warns and ends with a given code. */
function install(exitCode: number) {
  root = mkdtempSync(path.join(tmpdir(), 'install-test-'))
  for (const folder of ['scripts', 'services', 'packages', 'bin', 'node_modules']) mkdirSync(path.join(root, folder))
  cpSync(script, path.join(root, 'scripts', 'install.mjs'))
  const npx = path.join(root, 'bin', 'npx')
  writeFileSync(npx, `#!/bin/sh\nfor i in $(seq 40); do echo "warn $i" >&2; done; echo progress; exit ${exitCode}\n`)
  chmodSync(npx, 0o755)
  const env = { ...process.env, PATH: `${path.dirname(npx)}:${process.env.PATH}` }
  return () => spawnSync(process.execPath, ['scripts/install.mjs'], { cwd: root, env, encoding: 'utf8' })
}

it('an installation says two lines, and nothing when there is nothing to do', () => {
  const run = install(0)
  expect(run()).toMatchObject({ status: 0, stdout: '', stderr: expect.stringMatching(/^[^\n]+\n[^\n]+\n$/) })
  expect(run()).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

it('an installation that fails shows all that was said, and ends with its status', () => {
  const { status, stderr } = install(3)()
  expect(status).toBe(3)
  for (const said of ['warn 1\n', 'warn 40\n', 'progress\n', 'npx ended with 3']) expect(stderr).toContain(said)
})

it('the front end is built once, again when one of its files has changed, and no stamp is left by a build that failed', () => {
  const run = install(0)
  const builds = path.join(root, 'builds')
  const page = path.join(root, 'services/dashboard/web/features/home.tsx')
  const sentences = path.join(root, 'services/dashboard/texts/home.ts')
  const node = path.join(root, 'node_modules/.bin/node')
  const table = ['contract', 'derive'].map((folder) => path.join(root, 'packages/shared/src', folder, 'file.ts'))
  const guides = ['api', 'agents', 'reference'].map((folder) => path.join(root, 'docs', folder, 'guide.md'))
  for (const file of [page, sentences, node, ...table, ...guides]) mkdirSync(path.dirname(file), { recursive: true })
  const buildEnds = (status: number) =>
    writeFileSync(node, `#!/bin/sh\necho "$@" >> ${builds}\nexit ${status}\n`, { mode: 0o755 })
  const count = () =>
    readFileSync(builds, 'utf8')
      .split('\n')
      .filter((line) => line === 'scripts/web.ts').length
  writeFileSync(page, 'one')
  buildEnds(1)
  expect(run().status).toBe(1)
  buildEnds(0)
  expect([run().status, run().status, count()]).toEqual([0, 0, 2])
  writeFileSync(page, 'two')
  expect([run().status, run().status, count()]).toEqual([0, 0, 3])
  for (const guide of guides) writeFileSync(guide, '# A guide')
  expect([run().status, run().status, count()]).toEqual([0, 0, 4])
})

it.each([
  ['without a lock', undefined],
  ['with the lock of a killed command', '99999999'],
])('of two commands at once one installs while the other waits, %s', async (_where, left) => {
  install(0)
  const [runs = '', go = ''] = ['runs', 'go'].map((name) => path.join(root, name))
  writeFileSync(
    path.join(root, 'bin', 'npx'),
    `#!/bin/sh\necho run >> ${runs}\nuntil [ -e ${go} ]; do sleep 0.05; done\n`,
  )
  if (left !== undefined) writeFileSync(path.join(root, 'node_modules', '.installing'), left)
  const env = { ...process.env, PATH: `${path.join(root, 'bin')}:${process.env.PATH}` }
  let said = ''
  const start = () => {
    const child = spawn(process.execPath, ['scripts/install.mjs'], { cwd: root, env })
    child.stderr.on('data', (text) => {
      said += text
    })
    return once(child, 'close')
  }
  const ends = [start(), start()]
  try {
    await until('one to install', () => existsSync(runs))
    await until('the other one to wait', () => said.includes('Waiting for process'))
  } finally {
    writeFileSync(go, '')
  }
  expect(await Promise.all(ends)).toEqual([
    [0, null],
    [0, null],
  ])
  expect(readFileSync(runs, 'utf8')).toBe('run\n')
  expect(existsSync(path.join(root, 'node_modules', '.installing'))).toBe(false)
})
