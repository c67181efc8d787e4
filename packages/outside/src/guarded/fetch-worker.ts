import { parentPort, workerData } from 'node:worker_threads'
import { comeAfterCalls } from '@rts/shared/threads/thread'
import type { FetchAsked, FromFetchThread, ToFetchThread } from './fetch-thread.ts'
import { createGuardedFetcher } from './fetcher.ts'

comeAfterCalls()
const fetcher = createGuardedFetcher(workerData)
const leaving = new Map<number, AbortController>()

async function answer({ id, address, options }: FetchAsked): Promise<void> {
  const abandoned = new AbortController()
  leaving.set(id, abandoned)
  const fetched = await fetcher.get(address, { ...options, signal: abandoned.signal })
  leaving.delete(id)
  if (!fetched.ok) return say({ id, fetched })
  const body = new Uint8Array(fetched.body)
  say({ id, fetched: { ...fetched, body } }, [body.buffer])
}

function say(message: FromFetchThread, given: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, given)
}

parentPort?.on('message', (said: ToFetchThread) => {
  if ('abandoned' in said) leaving.get(said.abandoned)?.abort()
  else void answer(said)
})
