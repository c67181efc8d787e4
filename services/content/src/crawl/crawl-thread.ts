import type { Worker } from 'node:worker_threads'
import { idleThreadMs, isOutOfMemory, startThread, watchThread } from '@rts/shared/threads/thread'
import { createReading, type Reading } from './reading.ts'
import type {
  CrawlAsks,
  CrawlEnd,
  CrawlPause,
  CrawlTask,
  Fetching,
  ServiceMessage,
  ThreadMessage,
  ThreadStart,
} from './thread-messages.ts'

export type ThreadSettings = {
  fetching: Fetching
  heapMb: number
  /** A thread that computes for so long without a message hangs, and is ended. */
  silentMs: number
  entry?: URL
  /** How long a thread without a crawl is kept. */
  idleMs?: number
}
/** A site's text has taken too much of its thread: while this page was read, or none. */
export type Broken = { brokenBy: string | null }
export type CrawlThread = (
  task: CrawlTask,
  asks: CrawlAsks,
  signal: AbortSignal,
) => Promise<CrawlEnd | CrawlPause | Broken>

type Crawler = { thread: Worker; reading: Reading }

const worker = new URL('crawl-worker.ts', import.meta.url)

/**
 * Crawls in a thread that has nothing else, so that nothing that a site sends holds the service. A thread whose crawl has ended takes the
 * next one, which then needs not load and compile anew; one that broke, or whose crawl is no longer wanted (`signal`), ends.
 */
export function createCrawlThread({
  fetching,
  heapMb,
  silentMs,
  entry = worker,
  idleMs = idleThreadMs,
}: ThreadSettings): CrawlThread {
  /** Each with the timer that ends it. */
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
        // Its last messages may come late.
        unheard(thread).on('error', () => {})
        settle()
        void next(crawler)
      }
      const fail = (error: unknown) => over(() => reject(error))
      const leave = () => fail(signal.reason)
      const broken = () => over(() => resolve({ brokenBy: reading.url() }))
      const silence = watchThread(thread, silentMs, broken)
      signal.addEventListener('abort', leave)
      // One that is still starting can only be watched once it is online.
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

/** Without listeners of ours: Node's own bring the messages. */
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

/** A crawl whose thread breaks goes on without the page that broke it; after so many the rest is left out. */
const maxBroken = 3

/** Crawls, also past pages that break its thread: `skip` stores such a page as one that cannot be read. Null when no page is to blame. */
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
