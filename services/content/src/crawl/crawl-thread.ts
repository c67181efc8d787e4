import type { Worker } from 'node:worker_threads'
import { idleThreadMs, isOutOfMemory, startThread, watchThread } from '@rts/shared/threads/thread'
import {
  type CrawlAsks,
  type CrawlEnd,
  type CrawlPause,
  type CrawlTask,
  createReading,
  type Fetching,
  type Reading,
  type ServiceMessage,
  type ThreadMessage,
  type ThreadStart,
} from './thread-messages.ts'

export type ThreadSettings = {
  fetching: Fetching
  heapMb: number
  /** A thread silent for this long is terminated. */
  silentMs: number
  entry?: URL
  idleMs?: number
}
/** The thread ran out of memory or time, at this page or at none. */
export type Broken = { brokenBy: string | null }
export type CrawlThread = (
  task: CrawlTask,
  asks: CrawlAsks,
  signal: AbortSignal,
) => Promise<CrawlEnd | CrawlPause | Broken>

type Crawler = { thread: Worker; reading: Reading }

const worker = new URL('crawl-worker.ts', import.meta.url)

/** Isolates site content in a thread. Finished threads take the next crawl; broken or aborted ones end. */
export function createCrawlThread({
  fetching,
  heapMb,
  silentMs,
  entry = worker,
  idleMs = idleThreadMs,
}: ThreadSettings): CrawlThread {
  const idle = new Map<Crawler, NodeJS.Timeout>()

  function take(): Crawler {
    for (const [crawler, ending] of idle) {
      clearTimeout(ending)
      idle.delete(crawler)
      unheard(crawler.thread).ref()
      return crawler
    }
    const reading = createReading()
    const start: ThreadStart = { fetching, reading: reading.memory }
    return { thread: startThread(entry, heapMb, start), reading }
  }

  function rest(crawler: Crawler): void {
    const end = () => {
      idle.delete(crawler)
      void crawler.thread.terminate()
    }
    idle.set(crawler, setTimeout(end, idleMs).unref())
    crawler.thread.once('exit', () => idle.delete(crawler)).unref()
  }

  return (task, asks, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted()
      const crawler = take()
      const { thread, reading } = crawler
      const over = (settle: () => void, next: (crawler: Crawler) => unknown = () => thread.terminate()) => {
        silence.end()
        signal.removeEventListener('abort', leave)
        // Late messages may still arrive.
        unheard(thread).on('error', () => {})
        settle()
        void next(crawler)
      }
      const fail = (error: unknown) => over(() => reject(error))
      const leave = () => fail(signal.reason)
      const broken = () => over(() => resolve({ brokenBy: reading.url() }))
      const silence = watchThread(thread, silentMs, broken)
      signal.addEventListener('abort', leave)
      // A starting thread can be watched only once online.
      silence.begin()
      thread.once('online', silence.begin)
      thread.on('error', (error) => (isOutOfMemory(error) ? broken() : fail(error)))
      thread.on('exit', (code) => fail(new Error(`the thread of a crawl ended with ${code}`)))
      thread.on('message', (message: ThreadMessage) => {
        silence.begin()
        if (message.kind === 'end') over(() => resolve(message.end), rest)
        else if (message.kind === 'ask')
          answerOf(asks, message).then((answer) => thread.postMessage({ id: message.id, answer }), fail)
      })
      thread.postMessage({ task } satisfies ServiceMessage)
    })
}

/** Keeps Node's own listeners: they deliver the messages. */
function unheard(thread: Worker): Worker {
  for (const event of ['online', 'message', 'error', 'exit']) thread.removeAllListeners(event)
  return thread
}

function answerOf(asks: CrawlAsks, message: Extract<ThreadMessage, { kind: 'ask' }>): Promise<unknown> {
  switch (message.what) {
    case 'startAt':
      return asks.startAt(message.about)
    case 'saved':
      return asks.saved(message.about)
    case 'save':
      return asks.save(message.about)
    case 'isPaused':
      return asks.isPaused(message.about)
    case 'lacks':
      return asks.lacks(message.about)
  }
}

/** A crawl survives this many broken threads, skipping the page that broke each. */
const maxBroken = 3

/** Crawls past pages that break the thread; `skip` stores them as unreadable. Null: it broke, and not at a page. */
export async function crawlPastBroken(
  crawl: CrawlThread,
  task: CrawlTask,
  asks: CrawlAsks & { skip(url: string): Promise<void> },
  signal: AbortSignal,
): Promise<CrawlEnd | CrawlPause | null> {
  const endsAt = performance.now() + task.msLeft
  const blamed = new Set<string>()
  let begun = task
  const startAt = async (start: string) => {
    begun = { ...task, start, isNew: false }
    await asks.startAt(start)
  }
  for (;;) {
    const msLeft = blamed.size < maxBroken ? Math.max(0, endsAt - performance.now()) : 0
    const end = await crawl({ ...begun, msLeft }, { ...asks, startAt }, signal)
    if (!('brokenBy' in end)) return end
    if (end.brokenBy === null || blamed.has(end.brokenBy) || blamed.size >= maxBroken) return null
    blamed.add(end.brokenBy)
    await asks.skip(end.brokenBy)
  }
}
