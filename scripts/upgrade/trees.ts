import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { snapshot } from '@rts/shared/derive/snapshot'
import { migrationFiles, releasedLines, releasedList } from '../migrations/files.ts'
import { lastRelease, releaseFile, releaseText } from '../release/released.ts'

/** A tree of the project with its packages installed; `name` is for people. */
export type Tree = { folder: string; name: string }
/** The two trees of a rehearsal. `compare` throws where they could not run side by side; `remove` removes what was checked out. */
export type Trees = { before: Tree; after: Tree; compare?(): void; remove(): void }

/** Checks the last release out, for an upgrade to the tree in `folder`. Throws where the clone at `root` lacks the release's commit. */
export function checkOutLastRelease(root: string, folder: string): Trees {
  const release = lastRelease(root)
  if (!release) throw new Error('Nothing was released yet: there is no release to upgrade from')
  const { version, commit } = release
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status !== 0)
    throw new Error(`This clone lacks ${commit}, the commit of ${version}: git fetch --unshallow`)
  const { remove, ...before } = checkOut(root, commit, version)
  return { before, after: { folder, name: `${versionOf(folder)} as it is now` }, remove }
}

/** Checks a commit out beside the tree at `root`; its packages are not installed yet. */
function checkOut(root: string, commit: string, name: string) {
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

function versionOf(folder: string): string {
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

const migration = 'services/projects/prisma/migrations/9999_planted/migration.sql'
const migrationSql = `SET LOCAL lock_timeout = '3s';\nALTER TABLE site ADD COLUMN planted text NOT NULL DEFAULT 'planted';\n`

/** The next version adds after a place: a field of a migration's column, in answers and in a fact, and other files of pages. */
export const plantedChanges: readonly [file: string, place: string, added: string][] = [
  ['services/projects/prisma/schema.prisma', 'model Site {\n', '  planted String @default("planted")\n'],
  ['services/projects/src/sites/sites.sql.ts', 'Columns<SiteRecord> = {\n', '  planted: text,\n'],
  ['services/projects/src/sites/site-changes.sql.ts', "'checksPausedAt'", " | 'planted'"],
  ['services/projects/src/sites/site-list.ts', '    frozen: site.frozen,\n', '    planted: site.planted,\n'],
  [
    'packages/shared/src/contract/rows/site.ts',
    'siteRow = described(\n  z.object({\n',
    '    planted: z.string().optional(),\n',
  ],
  ['services/projects/src/sites/site-facts.ts', '  { id, version,', ' planted,'],
  ['services/projects/src/sites/site-facts.ts', 'const state = {', ' planted,'],
  ['packages/shared/src/contract/events.ts', 'const siteState = z.object({\n', '  planted: z.string().optional(),\n'],
  ['services/dashboard/web/app/main.tsx', '', "\ndocument.documentElement.dataset.planted = ''\n"],
]

/** Checks the commit of `root` out twice: as a release, and as the next version after it. */
export function checkOutPlanted(root: string): Trees {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const version = versionOf(root)
  const before = checkOut(root, commit, version)
  const after = checkOut(root, commit, `${version} and a planted next version`)
  write(after.folder, releaseFile(version), releaseText({ version, commit, ...snapshot() }))
  write(after.folder, releasedList, releasedLines(migrationFiles(after.folder)))
  plant(after.folder)
  return {
    before,
    after,
    compare() {
      for (const script of ['scripts/migrations.ts', 'scripts/neighbours.ts'])
        execFileSync(process.execPath, [script], { cwd: after.folder, stdio: 'inherit' })
    },
    remove() {
      before.remove()
      after.remove()
    },
  }
}

/** Makes a tree the next version. Throws where a change finds no place. */
function plant(tree: string): void {
  for (const [file, place, added] of plantedChanges) {
    const text = readFileSync(path.join(tree, file), 'utf8')
    const at = text.indexOf(place)
    if (at < 0) throw new Error(`The next version cannot be planted: ${file} has no ${JSON.stringify(place)}`)
    const end = place === '' ? text.length : at + place.length
    write(tree, file, text.slice(0, end) + added + text.slice(end))
  }
  write(tree, migration, migrationSql)
}

function write(tree: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(tree, file)), { recursive: true })
  writeFileSync(path.join(tree, file), text)
}
