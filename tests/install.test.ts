import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'

const script = path.resolve(import.meta.dirname, '../scripts/install.mjs')
let root = ''
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** The script in a workspace of its own, with an npx that warns and ends as told. */
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
