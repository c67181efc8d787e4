import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { lastRelease } from '../release/released.ts'

/** A tree of the project with its packages installed; `name` is for people. */
export type Tree = { folder: string; name: string }
export type CheckedOut = Tree & { remove(): void }

/** Checks the last release out beside the tree at `root`. Throws where the clone lacks the release's commit. */
export function checkOutLastRelease(root: string): CheckedOut {
  const release = lastRelease(root)
  if (!release) throw new Error('Nothing was released yet: there is no release to upgrade from')
  const { version, commit } = release
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status !== 0)
    throw new Error(`This clone lacks ${commit}, the commit of ${version}: git fetch --unshallow`)
  return checkOut(root, commit, version)
}

/** Checks a commit out beside the tree at `root`; its packages are not installed yet. */
export function checkOut(root: string, commit: string, name: string): CheckedOut {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const parent = mkdtempSync(path.join(tmpdir(), 'rank-tracker-release-'))
  const folder = path.join(parent, 'tree')
  const remove = () => {
    git('worktree', 'remove', '--force', folder)
    rmSync(parent, { recursive: true, force: true })
  }
  git('worktree', 'add', '--quiet', '--detach', folder, commit)
  return { folder, name, remove }
}

/** The version of a tree. */
export function versionOf(folder: string): string {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return version
}

/** Installs a tree's packages, from the caches of this machine where they have them. */
export function install(folder: string): void {
  execFileSync(process.execPath, ['scripts/install.mjs'], {
    cwd: folder,
    env: { ...process.env, npm_config_prefer_offline: 'true' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}
