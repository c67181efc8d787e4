import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import type { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { isOutOfMemory, startThread, watchThread } from './thread.ts'

const megabyte = 1_048_576
const program = (body: string) =>
  new URL(`data:text/javascript,import { parentPort } from 'node:worker_threads'; import v8 from 'node:v8'; ${body}`)

it('a thread has its own limit of memory in a process that was started with a larger one', async () => {
  setFlagsFromString('--max-old-space-size=1000')
  const thread = startThread(program('parentPort.postMessage(v8.getHeapStatistics().heap_size_limit)'), 64)
  const [limit] = await once(thread, 'message')
  // Young objects have a limit of their own.
  expect(limit / megabyte).toBeLessThan(300)
})

it('a thread that fills its memory ends alone, and says why', async () => {
  const thread = startThread(
    program('const kept = []; for (;;) kept.push(Array.from({ length: 10_000 }, Math.random))'),
    32,
  )
  const [error] = await once(thread, 'error')
  expect(isOutOfMemory(error)).toBe(true)
})

describe('a thread that is watched', () => {
  const threads: Worker[] = []
  afterEach(() => Promise.all(threads.splice(0).map((thread) => thread.terminate())))
  const start = (body: string) => {
    const thread = startThread(program(body), 64)
    threads.push(thread)
    return thread
  }

  it('is over when it has computed for its time', async () => {
    const thread = start('parentPort.postMessage(0); for (;;);')
    await once(thread, 'message')
    await new Promise<void>((over) => watchThread(thread, 50, over).begin())
  })

  it('is not over while it waits, however long, nor once it has answered', async () => {
    const thread = start(`parentPort.on('message', () => setTimeout(() => parentPort.postMessage(0), 300))`)
    const watch = watchThread(thread, 100, () => expect.unreachable())
    watch.begin()
    thread.postMessage(0)
    await once(thread, 'message')
    watch.end()
    thread.postMessage(0)
    await once(thread, 'message')
  })
})
