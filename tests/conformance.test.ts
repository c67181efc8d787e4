import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

it('the official suite of the agent protocol passes for both revisions, but for the listed exceptions', () => {
  const done = spawnSync(process.execPath, ['scripts/conformance.ts'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 900_000,
  })
  expect(done.status, done.stdout + done.stderr).toBe(0)
  // Three profiles in two revisions, each with the revision's set and two scenarios of the extension.
  expect(done.stdout.match(/^ok {2}/gm)).toHaveLength(18)
}, 910_000)
