import { Worker } from 'node:worker_threads'
import { idleThreadMs } from '@rts/shared/threads/thread'
import type { Fetched, FetcherSettings, FetchOptions, GuardedFetcher } from './fetcher.ts'

export type ThreadSettings = Pick<FetcherSettings, 'userAgent' | 'ports' | 'overrides' | 'limits'>
export type FetchAsked = { id: number; address: string; options: Omit<FetchOptions, 'read' | 'signal'> }
export type ToFetchThread = FetchAsked | { abandoned: number }
export type FromFetchThread = { id: number; fetched: Fetched }
export type FetchThread = {
  /** The body has its own memory, transferable to another thread. */
  get(address: string, options?: Omit<FetchOptions, 'read'>): ReturnType<GuardedFetcher['get']>
  close(): Promise<void>
}

/** Ends after `endsAfterMs` idle; heap collections of fetched pages hold no call. A failure ends the process. */
export function createFetchThread(settings: ThreadSettings, endsAfterMs = idleThreadMs): FetchThread {
  const waiting = new Map<number, (fetched: Fetched) => void>()
  let last = 0
  let thread: Worker | undefined
  let ending: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(new URL('fetch-worker.ts', import.meta.url), { workerData: settings })
    started.unref()
    started.on('error', (error) => {
      throw error
    })
    started.on('message', ({ id, fetched }: FromFetchThread) => waiting.get(id)?.(fetched))
    return started
  }

  function say(message: ToFetchThread): void {
    thread ??= start()
    thread.postMessage(message)
  }

  function end(): Promise<unknown> | undefined {
    clearTimeout(ending)
    const ended = thread?.terminate()
    thread = undefined
    return ended
  }

  return {
    async get(address, { signal, ...options } = {}) {
      const id = ++last
      const leave = () => say({ abandoned: id })
      const fetched = new Promise<Fetched>((resolve) => waiting.set(id, resolve))
      clearTimeout(ending)
      say({ id, address, options })
      if (signal?.aborted) leave()
      signal?.addEventListener('abort', leave, { once: true })
      return fetched.finally(() => {
        waiting.delete(id)
        if (waiting.size === 0) ending = setTimeout(end, endsAfterMs).unref()
        signal?.removeEventListener('abort', leave)
      })
    },
    close: async () => void (await end()),
  }
}
