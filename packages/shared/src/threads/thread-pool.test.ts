import { afterEach, expect, it } from 'vitest'
import { createThreadPool } from './thread-pool.ts'

const program = (body: string) =>
  new URL(`data:text/javascript,import { parentPort, threadId } from 'node:worker_threads'; ${body}`)
/** Answers a question with the number of its thread. */
const telling = program(`parentPort.on('message', () => parentPort.postMessage(threadId)); parentPort.postMessage(0)`)
const limits = { workers: 1, queued: 10, answerMs: 10_000, heapMb: 64 }

const pools: { stop(): Promise<void> }[] = []
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.stop())))
function pool(entry: URL, endsAfterMs?: number) {
  const made = createThreadPool<string, number>(entry, limits, endsAfterMs)
  pools.push(made)
  return { ask: () => made.ask('', 'ann') }
}

it('asks one thread again and again', async () => {
  const { ask } = pool(telling)
  expect(await ask()).toEqual(await ask())
})

it('a thread ends when nothing is asked for a while, and the next question has another one', async () => {
  const { ask } = pool(telling, 0)
  const first = await ask()
  await expect.poll(ask).not.toEqual(first)
})

it('a question fails when no thread can start, and so does the next one', async () => {
  const { ask } = pool(program(`throw new Error('broken')`))
  await expect(ask()).rejects.toThrow('a thread did not start')
  await expect(ask()).rejects.toThrow('a thread did not start')
})
