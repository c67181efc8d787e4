import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { serveMainThread } from './in-work-thread.ts'
import { systemCaller } from './rpc-client.ts'
import { openWorkThread } from './work-thread.ts'

const logger = createLogger('test', 'silent')
const caller = { ...systemCaller('a'), requestId: 'r', v: 1, kid: 'k1', iss: 'test', aud: 'projects', iat: 0 } as const
const body = new TextEncoder().encode('{"text":"tea"}')
const asked = { name: 'keywords.createBulk', params: {}, query: {}, body } as const

function lateThread() {
  const { port1, port2 } = new MessageChannel()
  const invoked: string[] = []
  const invoke = async (name: string) => invoked.push(name)
  return {
    thread: openWorkThread(port1, 'close'),
    invoked,
    begin: () => serveMainThread(port2, { invoke, metrics: async () => 'of the work', stop: async () => {}, logger }),
  }
}
const callWithin = (ms: number) => ({
  caller,
  deadlineAt: performance.now() + ms,
  signal: AbortSignal.timeout(60_000),
})

it('a call that waits for the work to begin is answered, unless its deadline is over by then', async () => {
  const { thread, invoked, begin } = lateThread()
  const answers = [thread.answer(asked, callWithin(50)), thread.answer(asked, callWithin(60_000))]
  await delay(60)
  begin()
  expect(await Promise.allSettled(answers)).toMatchObject([
    { status: 'rejected', reason: { code: 'timeout' } },
    { status: 'fulfilled' },
  ])
  expect(invoked).toEqual([asked.name])
  await thread.stop()
})

it('metrics wait for no work that has not begun', async () => {
  const { thread, begin } = lateThread()
  expect(await thread.metrics()).toBe('')
  begin()
  while ((await thread.metrics()) === '') await delay(5)
  expect(await thread.metrics()).toBe('of the work')
  await thread.stop()
})

it('work that has not begun ends as soon as it does', async () => {
  const { port1, port2 } = new MessageChannel()
  const stopping = openWorkThread(port1, 'close').stop()
  const stopped = once(port2, 'close')
  serveMainThread(port2, { invoke: async () => {}, metrics: async () => '', stop: async () => {}, logger })
  await Promise.all([stopping, stopped])
})
