import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brokenPromises } from '@rts/shared/derive/neighbours'
import { snapshot } from '@rts/shared/derive/snapshot'
import { migrationFiles, releasedLines, releasedList } from '../migrations/files.ts'
import { findInMigrations } from '../migrations.ts'
import {
  compareVersions,
  isVersion,
  lastRelease,
  readText,
  releasedVersions,
  releaseFile,
  releaseText,
} from './released.ts'

const changes = '## Unreleased\n'
const manifests = [
  '{.,{packages,services}/*,tests/generators}/package.json',
  'packages/*/pyproject.toml',
  'deploy/chart/Chart.yaml',
]

/**
 * Makes a release of the commit that is checked out at `root`: its version in all packages, its section of the changelog, its file and
 * the list of its migrations, in a commit with a tag. Throws, having changed nothing, when it must not be made.
 */
export async function makeRelease(root: string, version: string, at: Date): Promise<void> {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const problems = [...(await refusals(root, version, git)), ...(await findInMigrations(root))]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const commit = git('rev-parse', 'HEAD')
  const log = readText(root, 'CHANGELOG.md')
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text)
  for (const file of globSync(manifests, { cwd: root })) write(file, withVersion(readText(root, file), version, commit))
  write('CHANGELOG.md', log.replace(changes, `${changes}\n## ${version} (${at.toISOString().slice(0, 10)})\n`))
  mkdirSync(path.join(root, path.dirname(releasedList)), { recursive: true })
  write(releaseFile(version), releaseText({ version, commit, ...snapshot() }))
  write(releasedList, releasedLines(migrationFiles(root)))
  git('add', '--all')
  git('commit', '--quiet', '--message', `Release ${version}`)
  git('tag', '--annotate', `v${version}`, '--message', `Release ${version}`)
}

async function refusals(root: string, version: string, git: (...args: string[]) => string): Promise<string[]> {
  if (!isVersion(version)) return [`"${version}" is no version: npm run release -- 1.2.3`]
  const last = lastRelease(root)
  const unreleased = readText(root, 'CHANGELOG.md').split(changes)[1]?.split('\n## ')[0]
  return [
    ...(git('status', '--porcelain') === '' ? [] : ['Something is not committed']),
    ...(releasedVersions(root).includes(version) || git('tag', '--list', `v${version}`) !== ''
      ? [`${version} was released already`]
      : []),
    ...(last && compareVersions(version, last.version) < 0 ? [`${version} is older than ${last.version}`] : []),
    ...(unreleased?.replace(/^#.*/gm, '').trim() ? [] : ['CHANGELOG.md has nothing below "## Unreleased"']),
    ...(last ? brokenPromises(last, snapshot()) : []),
  ]
}

/** Metrics name the version and commit of `packages/shared`, which every service has. */
function withVersion(manifest: string, version: string, commit: string): string {
  return manifest
    .replace(/"version": "[^"]*"/, `"version": "${version}"`)
    .replace(/^version = "[^"]*"/m, `version = "${version}"`)
    .replace(/^(version|appVersion): .*/gm, `$1: ${version}`)
    .replace(/"gitHead": "[^"]*"/, `"gitHead": "${commit}"`)
}
