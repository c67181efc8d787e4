// Rehearses an upgrade to this tree, and back, under load: npm run upgrade [-- --tree FOLDER | --planted]
import path from 'node:path'
import { parseArgs } from 'node:util'
import { lastRelease } from './release/released.ts'
import { rehearse } from './upgrade/rehearsal.ts'
import { checkOutLastRelease, checkOutPlanted, install, type Trees } from './upgrade/trees.ts'

const root = path.resolve(import.meta.dirname, '..')
const options = { tree: { type: 'string' }, planted: { type: 'boolean', default: lastRelease(root) === null } } as const
const { tree = root, planted } = parseArgs({ options }).values
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort(new Error(signal)))

let trees: Trees | undefined
try {
  trees = planted ? checkOutPlanted(root) : checkOutLastRelease(root, path.resolve(tree))
  for (const { folder } of [trees.before, trees.after]) install(folder)
  trees.compare?.()
  await rehearse(trees.before, trees.after, stopping.signal)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  trees?.remove()
}
