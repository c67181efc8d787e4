import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** An integrator's: not the Node and the programs of this workspace. */
export const theirPath = (process.env.PATH ?? '')
  .split(path.delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(path.delimiter)

/** Packs a package as a release does, and installs it offline in a new project of `folder`; answers the folder that it is in there. */
export async function installPacked(name: string, folder: string): Promise<string> {
  const source = path.join(root, 'packages', name)
  mkdirSync(folder, { recursive: true })
  if (!existsSync(path.join(folder, 'package.json')))
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module","private":true}')
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source })
  const { name: packageName, version } = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8'))
  const tarball = `./${packageName}-${version}.tgz`
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder })
  return path.join(folder, 'node_modules', packageName)
}

/** The files of an installed package, and the packages beside it. */
export function contentOf(installed: string): { files: string[]; beside: string[]; manifest: Record<string, unknown> } {
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(installed, path.join(entry.parentPath, entry.name)))
  return {
    files: files.sort(),
    beside: readdirSync(path.dirname(installed)).filter((name) => !name.startsWith('.')),
    manifest: JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')),
  }
}
