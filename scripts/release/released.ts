import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Snapshot } from '@rts/shared/derive/snapshot'

/** The schemas of a release; `commit` is the one that it was made from, since a clone may lack its tag. */
export type Release = Snapshot & { version: string; commit: string }

const folder = 'contract/released'

/** The file of a release. */
export function releaseFile(version: string): string {
  return `${folder}/${version}.json`
}

/** The versions of all releases below a folder, the last one at the end. */
export function releasedVersions(root: string): string[] {
  const names = globSync(`${folder}/*.json`, { cwd: root }).map((file) => path.basename(file, '.json'))
  return names.filter(isVersion).sort(compareVersions)
}

/** The last release; null before the first one. */
export function lastRelease(root: string): Release | null {
  const version = releasedVersions(root).at(-1)
  if (version === undefined) return null
  // safe because `releaseText` has written it
  return JSON.parse(readFileSync(path.join(root, releaseFile(version)), 'utf8')) as Release
}

/** A release as text: a line for each row, so that two of them can be compared by eye. */
export function releaseText({ version, commit, operations, facts }: Release): string {
  const lines = (rows: object) =>
    Object.entries(rows).map(([name, row]) => `${JSON.stringify(name)}: ${JSON.stringify(row)}`)
  const head = `"version": "${version}",\n"commit": "${commit}"`
  return `{\n${head},\n"operations": {\n${lines(operations).join(',\n')}\n},\n"facts": {\n${lines(facts).join(',\n')}\n}\n}\n`
}

/** Whether a text is a version: three numbers. */
export function isVersion(text: string): boolean {
  return /^\d+\.\d+\.\d+$/.test(text)
}

/** Orders versions by their numbers. */
export const { compare: compareVersions } = new Intl.Collator('en', { numeric: true })

/** The text of a file below a folder; empty without the file. */
export function readText(root: string, file: string): string {
  return existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : ''
}
