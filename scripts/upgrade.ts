// Rehearses an upgrade from the last release to this tree, and back, under load: npm run upgrade [-- --tree FOLDER]
import path from 'node:path'
import { parseArgs } from 'node:util'
import { rehearse } from './upgrade/rehearsal.ts'
import { figuresOf, isUnnoticed, textOf } from './upgrade/report.ts'
import { checkOutLastRelease, presentTree } from './upgrade/trees.ts'

const root = path.resolve(import.meta.dirname, '..')
const { tree } = parseArgs({ options: { tree: { type: 'string', default: root } } }).values
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort(new Error(signal)))

try {
  const before = checkOutLastRelease(root)
  try {
    const outcome = await rehearse({ before, after: presentTree(path.resolve(tree)) }, stopping.signal)
    const figures = figuresOf(outcome)
    console.log(`${textOf(outcome)}\n\n${JSON.stringify(figures)}`)
    if (!isUnnoticed(outcome, figures)) process.exitCode = 1
  } finally {
    before.remove()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
