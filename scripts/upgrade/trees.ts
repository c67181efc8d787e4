import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { lastRelease } from '../release/released.ts'

/** A tree of the project with its packages installed; `name` is for people. */
export type Tree = { folder: string; name: string }

/** Checks the last release out beside the tree at `root`, and installs it. Throws where the clone lacks the release's commit. */
export function checkOutLastRelease(root: string): Tree & { remove(): void } {
  const release = lastRelease(root)
  if (!release) throw new Error('Nothing was released yet: there is no release to upgrade from')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const { version, commit } = release
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status !== 0)
    throw new Error(`This clone lacks ${commit}, the commit of ${version}: git fetch --unshallow`)
  const parent = mkdtempSync(path.join(tmpdir(), 'rank-tracker-release-'))
  const folder = path.join(parent, version)
  const remove = () => {
    git('worktree', 'remove', '--force', folder)
    rmSync(parent, { recursive: true, force: true })
  }
  git('worktree', 'add', '--quiet', '--detach', folder, commit)
  try {
    install(folder)
  } catch (error) {
    remove()
    throw error
  }
  return { folder, name: version, remove }
}

/** The tree to upgrade to, installed. */
export function presentTree(folder: string): Tree {
  install(folder)
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return { folder, name: `${version} as it is now` }
}

/** Packages come from the caches of this machine where they have them. */
function install(folder: string): void {
  execFileSync(process.execPath, ['scripts/install.mjs'], {
    cwd: folder,
    env: { ...process.env, npm_config_prefer_offline: 'true' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}
