import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { root } from './support/compose.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-new-env-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const own = { PUBLIC_URL: 'https://ranks.test/', SUPPORT_EMAIL: 'ops@ranks.test' }
function make(name: string, given: Record<string, string>) {
  const file = path.join(folder, name)
  const env = { PATH: process.env.PATH, ...given }
  const made = spawnSync('sh', ['deploy/new-env.sh', file], { cwd: root, encoding: 'utf8', input: '', env })
  return { ...made, file }
}

it('writes a file for its owner alone, and never over one that is there', () => {
  const { status, file } = make('new.env', own)
  expect(status).toBe(0)
  const made = readFileSync(file, 'utf8')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(made).toMatch(/^POSTGRES_PASSWORD=s[0-9a-f]{48}$/m)
  expect(made).toMatch(/^PUBLIC_URL=https:\/\/ranks\.test$/m)
  expect(made).toMatch(/^SUPPORT_EMAIL=ops@ranks\.test$/m)
  expect(made).not.toMatch(/=.*(ask|generate)$/m)
  const again = make('new.env', own)
  expect([again.status === 0, again.stderr]).toEqual([false, expect.stringContaining(file)])
  expect(readFileSync(file, 'utf8')).toBe(made)
})

it.each([
  ['no address', { ...own, PUBLIC_URL: '' }, 'PUBLIC_URL is missing'],
  ['no protocol', { ...own, PUBLIC_URL: 'ranks.test' }, 'must begin with https:// or http://'],
  ['no mail address', { ...own, SUPPORT_EMAIL: '' }, 'SUPPORT_EMAIL is missing'],
  ['the address of an example', { ...own, SUPPORT_EMAIL: 'support@example.com' }, 'nobody reads it'],
])('refuses %s, and writes nothing', (_of, given, said) => {
  const { status, stderr, file } = make('refused.env', given)
  expect([status, stderr, existsSync(file)]).toEqual([2, expect.stringContaining(said), false])
})
