import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, it } from 'vitest'

it('a process whose runner ends before it has told the variables ends too', async () => {
  const child = fork(path.join(import.meta.dirname, 'process.ts'), { stdio: 'ignore' })
  await once(child, 'spawn')
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
}, 30_000)
