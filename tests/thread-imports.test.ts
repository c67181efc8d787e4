import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const threads = globSync(['packages/*/src/**/*-worker.ts', 'services/*/src/**/*-worker.ts'], {
  cwd: root,
  exclude: (file) => /node_modules|testing/.test(file),
})
/** Prints the address of each module that a thread loads, until it begins its work or misses what it is given. */
const printing = `import { registerHooks } from 'node:module'
  registerHooks({ load(url, context, next) { console.log(url); return next(url, context) } })
  await import(process.argv[1]).catch(() => {})
  process.exit()`

it.each(threads)('%s loads neither Zod nor the contract: each thread would keep 18 MB of them', async (thread) => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    printing,
    path.join(root, thread),
  ])
  const loaded = stdout.split('\n')
  expect(loaded).toContain(`file://${path.join(root, thread)}`)
  expect(loaded.filter((url) => /node_modules\/zod\/|contract\/(operations|rows)\//.test(url))).toEqual([])
})

it('there are threads', () => {
  expect(threads.length).toBeGreaterThanOrEqual(6)
})
