// Rehearses an upgrade to this tree, and back, under load: npm run upgrade [-- --tree FOLDER | --planted]
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { lastRelease } from './release/released.ts'
import { rehearse } from './upgrade/rehearsal.ts'
import {
  type CheckedOut,
  checkOutLastRelease,
  checkOutPlanted,
  install,
  type Tree,
  versionOf,
} from './upgrade/trees.ts'

const root = path.resolve(import.meta.dirname, '..')
const options = { tree: { type: 'string' }, planted: { type: 'boolean', default: lastRelease(root) === null } } as const
const { tree = root, planted } = parseArgs({ options }).values
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort(new Error(signal)))

const checkedOut: CheckedOut[] = []
try {
  const { before, after } = treesOf()
  for (const { folder } of [before, after]) install(folder)
  const compared = planted ? ['scripts/migrations.ts', 'scripts/neighbours.ts'] : []
  for (const script of compared) execFileSync(process.execPath, [script], { cwd: after.folder, stdio: 'inherit' })
  await rehearse(before, after, stopping.signal)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  for (const { remove } of checkedOut) remove()
}

/** From the last release to a tree, or from the present commit to a next version that is planted in it. */
function treesOf(): { before: Tree; after: Tree } {
  if (planted) {
    const trees = checkOutPlanted(root)
    checkedOut.push(trees.before, trees.after)
    return trees
  }
  const before = checkOutLastRelease(root)
  checkedOut.push(before)
  const folder = path.resolve(tree)
  return { before, after: { folder, name: `${versionOf(folder)} as it is now` } }
}
