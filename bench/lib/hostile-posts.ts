import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { comeAfterCalls } from '@rts/shared/threads/thread'
import { inTurn } from '../../harness/calls.ts'
import type { Service } from '../../harness/system.ts'
import { type Caller, headersOf } from './callers.ts'

/** Goes on until a moment (`Date.now()`). */
export type Attack = (service: Service, endsAt: number) => Promise<unknown>
export type Post = { target: string; body: string }
type Poster = { caller: Caller; posts: readonly Post[] }
type Run = { port: number; endsAt: number }

const postsAtOnce = 8
/** As many in a run as the gateway lets one key through in a minute; people come from many networks, which no minute limits. */
const maxOf = (caller: Caller) => ('person' in caller ? 300 : 30)

/** Posts JSON to a service from a thread: what a stranger's machine computes is not to delay the calls that are measured. */
export function posting(caller: Caller, posts: readonly Post[]): Attack {
  const poster: Poster = { caller, posts }
  let thread: Worker | undefined
  return async ({ port }, endsAt) => {
    thread ??= new Worker(new URL(import.meta.url), { workerData: poster })
    thread.unref()
    const over = once(thread, 'message')
    const run: Run = { port, endsAt }
    thread.postMessage(run)
    await over
  }
}

/** The thread: it makes each run that it is sent, and then says that it is over. */
function startPoster({ caller, posts }: Poster): void {
  comeAfterCalls()
  const headersFor = headersOf(caller)
  const made = posts.map(({ target, body }) => ({ target, body: Buffer.from(body) }))
  let next = 0
  parentPort?.on('message', async ({ port, endsAt }: Run) => {
    const end = next + maxOf(caller)
    const postOn = async () => {
      while (next < end && Date.now() < endsAt) {
        const { target, body } = inTurn(made, next++)
        const headers = { ...headersFor(target, body), 'content-type': 'application/json' }
        const answer = await fetch(`http://127.0.0.1:${port}${target}`, { method: 'POST', headers, body })
        await answer.arrayBuffer()
      }
    }
    await Promise.all(Array.from({ length: postsAtOnce }, postOn))
    parentPort?.postMessage('over')
  })
}

if (!isMainThread) startPoster(workerData)
