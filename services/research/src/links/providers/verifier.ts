import type { GuardedFetcher } from '@rts/outside/guarded/fetcher'
import { createThreadPool, type ThreadPool } from '@rts/shared/threads/thread-pool'
import { type LinkingPage, unknown, type Verified } from './judge.ts'

/** Whether a page links to a domain, at the exact address if known. */
export type Verifier = {
  look(urlFrom: string, urlTo: string | null, domain: string, signal?: AbortSignal): Promise<Verified>
}
export type PageReaders = ThreadPool<LinkingPage, Verified>

/** Untrusted pages are parsed in a thread: four seconds and 128 MB each. */
export function createPageReaders(): PageReaders {
  const entry = new URL('judge-worker.ts', import.meta.url)
  return createThreadPool(entry, { workers: 1, queued: 100, answerMs: 4_000, heapMb: 128 })
}

export function createVerifier(fetcher: Pick<GuardedFetcher, 'get'>, readers: Pick<PageReaders, 'ask'>): Verifier {
  return {
    async look(urlFrom, urlTo, domain, signal) {
      const fetched = await fetcher.get(urlFrom, { truncate: true, ...(signal && { signal }) })
      if (!fetched.ok) return unknown
      const { url, status, headers, body, isTruncated } = fetched
      const asked = await readers.ask({ url, status, headers, body, isTruncated, urlTo, domain }, domain, signal)
      return 'answer' in asked ? asked.answer : { ...unknown, status }
    },
  }
}
