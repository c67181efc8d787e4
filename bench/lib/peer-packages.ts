import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const folder = path.resolve(import.meta.dirname, '../../.data/bench-peers')

/** Installs what a benchmark compares with beside the project, whose own packages stay few. Answers the folder that has them. */
export async function installPeers(packages: readonly string[]): Promise<string> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{"private": true, "type": "module"}')
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--no-save', ...packages], { cwd: folder })
  return folder
}
