import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { snapshot } from '@rts/shared/derive/snapshot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findInMigrations } from '../scripts/migrations.ts'
import { makeRelease } from '../scripts/release/make.ts'
import { lastRelease, releaseFile, releaseText } from '../scripts/release/released.ts'

const at = new Date('2026-11-24T12:00:00Z')
const migration = 'packages/shared/migrations/0001_facts.sql'

let tree: string
const git = (...args: string[]) => execFileSync('git', args, { cwd: tree, encoding: 'utf8' }).trim()
const read = (file: string) => readFileSync(path.join(tree, file), 'utf8')
function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
  writeFileSync(path.join(tree, file), text)
}
function commit(): void {
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Change')
}

beforeEach(() => {
  tree = mkdtempSync(path.join(tmpdir(), 'release-'))
  git('init', '--quiet')
  git('config', 'user.name', 'Test')
  git('config', 'user.email', 'test@example.com')
  for (const file of ['package.json', 'packages/client/package.json', 'services/gateway/package.json'])
    write(file, '{\n  "version": "0.1.0"\n}\n')
  write('packages/client-python/pyproject.toml', '[project]\nversion = "0.1.0"\n')
  write('packages/shared/package.json', '{\n  "version": "0.1.0",\n  "gitHead": "unreleased"\n}\n')
  write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- A change.\n')
  write(migration, "SET LOCAL lock_timeout = '3s';\nCREATE TABLE event (id text PRIMARY KEY);\n")
  commit()
})
afterEach(() => rmSync(tree, { recursive: true }))

describe('a release', () => {
  it('has one version for product and clients, its changes, its commit, its tag, and all that it says to others', async () => {
    const made = git('rev-parse', 'HEAD')
    await makeRelease(tree, '0.9.0', at)
    for (const file of ['package.json', 'packages/client/package.json', 'services/gateway/package.json'])
      expect(JSON.parse(read(file))).toEqual({ version: '0.9.0' })
    expect(JSON.parse(read('packages/shared/package.json'))).toEqual({ version: '0.9.0', gitHead: made })
    expect(read('packages/client-python/pyproject.toml')).toBe('[project]\nversion = "0.9.0"\n')
    expect(read('CHANGELOG.md')).toBe('# Changelog\n\n## Unreleased\n\n## 0.9.0 (2026-11-24)\n\n- A change.\n')
    expect(lastRelease(tree)).toEqual({ version: '0.9.0', commit: made, ...snapshot() })
    expect(git('rev-parse', 'v0.9.0^{commit}')).toBe(git('rev-parse', 'HEAD'))
    expect(git('rev-parse', 'HEAD^')).toBe(made)
    expect(git('status', '--porcelain')).toBe('')
  })

  it('ends the time in which its migrations may change', async () => {
    await makeRelease(tree, '0.9.0', at)
    write(migration, `${read(migration)}\n`)
    expect(await findInMigrations(tree)).toEqual([expect.stringContaining('was changed')])
  })
})

describe('nothing is released', () => {
  /** Tries it, and expects that the tree is as before. */
  async function refused(version: string): Promise<string> {
    const before = [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]
    const message = await makeRelease(tree, version, at).then(
      () => '',
      (error: Error) => error.message,
    )
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual(before)
    return message
  }
  const released = (version: string) => {
    write(releaseFile(version), releaseText({ version, commit: 'c', ...snapshot() }))
    commit()
  }

  it('from a tree with something that is not committed', async () => {
    write('new.ts', '')
    expect(await refused('0.9.0')).toContain('not committed')
  })

  it('twice, in a clone without tags either', async () => {
    released('0.9.0')
    expect(await refused('0.9.0')).toContain('0.9.0 was released already')
  })

  it('that is older than another one', async () => {
    released('0.10.0')
    expect(await refused('0.9.0')).toContain('0.9.0 is older than 0.10.0')
  })

  it('without a word about its changes', async () => {
    write('CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n## 0.8.0\n\n- Before.\n')
    commit()
    expect(await refused('0.9.0')).toContain('CHANGELOG.md has nothing')
  })

  it('under another kind of name', async () => expect(await refused('v1')).toContain('is no version'))

  it('that cannot run beside the one before, whose callers gave a field that is refused now', async () => {
    const { operations, facts } = snapshot()
    const take = structuredClone(operations['collects.take'])
    if (!take) throw new Error('the table has no collects.take')
    const body = { type: 'object', properties: { token: { type: 'string' } }, required: ['token'] }
    const then = { ...operations, 'collects.take': { ...take, input: { body } } }
    write(releaseFile('0.8.0'), releaseText({ version: '0.8.0', commit: 'c', operations: then, facts }))
    commit()
    const message = await refused('0.9.0')
    expect(message).toContain('collects.take: the body of a caller of the release before: .tokens is missing')
    expect(message).toContain('collects.take: the body of a caller of the release before: .token is not known')
  })
})
