import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { at, restClient, startTestSystem, type TestSystem } from './support/system.ts'

const root = path.resolve(import.meta.dirname, '..')
let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterAll(() => system.remove())

function admin(...args: string[]) {
  const env = { ...process.env, DATA_DIR: system.folder }
  const done = spawnSync(process.execPath, ['packages/local/src/admin.ts', ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  return { status: done.status, document: JSON.parse(done.status === 0 ? done.stdout : done.stderr) }
}

it('creates accounts and keys, changes plans, revokes', async () => {
  const account = admin('account', 'create', '--email', 'Ops@Example.com', '--plan', 'free').document
  expect(account).toEqual({ id: expect.any(String), email: 'ops@example.com', plan: 'free' })
  const key = admin('key', 'create', '--account', account.id, '--name', 'ci').document
  expect(key).toEqual({ id: expect.any(String), name: 'ci', kind: 'server', key: expect.stringMatching(/^rts_sk_/) })
  const rest = restClient(system.connection.baseUrl, key.key)
  expect(at((await rest('GET', '/projects')).body, 'allowance', 'limit')).toBe(20)
  expect(admin('account', 'plan', '--account', account.id, '--plan', 'starter').document).toEqual({
    id: account.id,
    plan: 'starter',
  })
  expect(at((await rest('GET', '/projects')).body, 'allowance', 'limit')).toBe(100)
  expect(admin('key', 'list', '--account', account.id).document).toMatchObject([
    { id: key.id, start: key.key.slice(0, 11), revokedAt: null },
  ])
  expect(admin('key', 'revoke', '--key', key.id).document).toEqual({ id: key.id, revokedAt: expect.any(String) })
  expect((await rest('GET', '/projects')).status).toBe(401)
  expect(admin('account', 'list').document).toContainEqual(expect.objectContaining({ id: account.id, plan: 'starter' }))
})

it('seeds keys into a file, one a line', () => {
  const out = path.join(system.folder, 'keys.txt')
  expect(admin('keys', 'seed', '--accounts', '3', '--keys', '2', '--plan', 'scale', '--out', out).document).toEqual({
    accounts: 3,
    keys: 6,
    file: out,
  })
  expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(6)
})

it('errors are one JSON document, name the option, and exit 1', () => {
  expect(admin('account', 'create', '--email', 'x@example.com', '--plan', 'golden')).toMatchObject({
    status: 1,
    document: { error: expect.stringContaining('--plan') },
  })
  expect(admin('account', 'plan', '--account', 'nobody', '--plan', 'free')).toMatchObject({
    status: 1,
    document: { error: 'No such account' },
  })
  expect(admin('fly')).toMatchObject({ status: 1, document: { error: expect.stringContaining('unknown command') } })
})
