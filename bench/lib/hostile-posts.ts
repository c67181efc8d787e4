import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { comeAfterCalls } from '@rts/shared/threads/thread'
import type { Service } from '../../harness/system.ts'
import { type Caller, headersOf } from './callers.ts'

/** Goes on until `isOver`. */
export type Attack = (service: Service, isOver: () => boolean) => Promise<unknown>
export type Post = { target: string; body: string }
type Poster = { caller: Caller; posts: readonly Post[] }

const postsAtOnce = 8
/** As many in a run as the gateway lets one key through in a minute; people come from many networks, which no minute limits. */
const maxOf = (caller: Caller) => ('person' in caller ? 300 : 30)

/** Posts JSON to a service from a thread: what a stranger's machine computes is not to delay the calls that are measured. */
export function posting(caller: Caller, posts: readonly Post[]): Attack {
  const poster: Poster = { caller, posts }
  let thread: Worker | undefined
  return async ({ port }, isOver) => {
    thread ??= new Worker(new URL(import.meta.url), { workerData: poster })
    thread.unref()
    const over = once(thread, 'message')
    thread.postMessage({ port })
    while (!isOver()) await delay(50)
    thread.postMessage('over')
    await over
  }
}

/** The thread: each message with a port begins a run, which ends after so many posts or with the message "over". */
function startPoster({ caller, posts }: Poster): void {
  comeAfterCalls()
  const headersFor = headersOf(caller)
  const made = posts.map(({ target, body }) => ({ target, body: Buffer.from(body) }))
  let next = 0
  let isOver = true
  const run = async (port: number) => {
    const end = next + maxOf(caller)
    isOver = false
    const postOn = async () => {
      while (next < end && !isOver) {
        const { target, body } = made[next++ % made.length] ?? { target: '/', body: Buffer.alloc(0) }
        const headers = { ...headersFor(target, body), 'content-type': 'application/json' }
        const answer = await fetch(`http://127.0.0.1:${port}${target}`, { method: 'POST', headers, body })
        await answer.arrayBuffer()
      }
    }
    await Promise.all(Array.from({ length: postsAtOnce }, postOn))
    parentPort?.postMessage('over')
  }
  parentPort?.on('message', (said: { port: number } | 'over') => {
    if (said === 'over') isOver = true
    else void run(said.port)
  })
}

if (!isMainThread) startPoster(workerData)
