import { parentPort, workerData } from 'node:worker_threads'
import type { GuardedFetcher } from '@rts/outside/guarded/fetcher'
import { type AuditReport, auditOf, type PageFacts } from '../audit/audit.ts'
import { type Crawled, crawl } from './crawler.ts'
import type { Kept } from './memory.ts'
import { createSaver } from './page-saver.ts'
import {
  type CrawlAsks,
  type CrawlEnd,
  type CrawlPause,
  type CrawlTask,
  createReading,
  type Fetching,
  type Reading,
  type ServiceMessage,
  type ServiceReply,
  type ThreadMessage,
  type ThreadStart,
} from './thread-messages.ts'

const aliveMs = 1_000
const pauseEveryMs = 250

/** Runs this thread's crawls one by one; all site content is parsed here. */
export function crawlInThread(createFetcher: (fetching: Fetching) => GuardedFetcher): void {
  // safe because crawl-thread.ts starts this thread with it
  const { fetching, reading: memory } = workerData as ThreadStart
  const reading = createReading(memory)
  const say: Say = (message) => parentPort?.postMessage(message)
  const { asks, answered } = askingBy(say)
  parentPort?.on('message', async (message: ServiceMessage) => {
    if ('id' in message) return answered(message)
    // Shares connections and resolved names.
    const fetcher = createFetcher(fetching)
    const alive = setInterval(() => say({ kind: 'alive' }), aliveMs)
    // A crawl that throws ends the thread.
    const end = await crawlOf(message.task, { fetcher, asks, reading })
    clearInterval(alive)
    await fetcher.close()
    say({ kind: 'end', end })
  })
}

async function crawlOf(
  task: CrawlTask,
  { fetcher, asks, reading }: { fetcher: GuardedFetcher; asks: CrawlAsks; reading: Reading },
): Promise<CrawlEnd | CrawlPause> {
  const saver = createSaver(asks.save)
  const start = task.isNew ? await startOf(fetcher, task) : task.start
  if (task.isNew) await asks.startAt(start)
  const crawled = await crawl({
    ...task,
    start,
    isContinued: !task.isNew,
    fetcher: noting(reading, fetcher),
    // The service terminates the thread of an aborted crawl.
    signal: new AbortController().signal,
    // safe because a pause of this crawl alone writes it
    kept: task.kept === null ? null : (JSON.parse(task.kept) as Kept),
    isPaused: atTimes(pauseEveryMs, () => asks.isPaused(null)),
    saved: async function* () {
      await saver.flush()
      reading.end()
      yield* savedPages(asks)
    },
    reads: reading.begin,
    lacksOf: async ({ structured, url }) => {
      const lacks = structured === null ? [] : await asks.lacks(structured)
      reading.begin(url)
      return lacks
    },
    save: (page, known) => saver.save(JSON.stringify(page), known),
    endsAt: performance.now() + task.msLeft,
  })
  reading.end()
  await saver.flush()
  return 'kept' in crawled ? { ...crawled, kept: JSON.stringify(crawled.kept) } : endOf(task, crawled)
}

/** https, or http where https does not answer. */
async function startOf({ get }: Pick<GuardedFetcher, 'get'>, { domain, start }: CrawlTask): Promise<string> {
  const open = `http://${domain}/`
  // Every crawler may request the home page.
  const answers = async (home: string) => {
    const robots = new URL('/robots.txt', home).href
    return (await get(robots, { method: 'HEAD', within: domain, truncate: true, keepsRedirects: true })).ok
  }
  return (await answers(start)) || !(await answers(open)) ? start : open
}

async function* savedPages(asks: CrawlAsks): AsyncGenerator<PageFacts> {
  for (let from = 0; ; ) {
    const pages = await asks.saved(from)
    if (pages.length === 0) return
    from += pages.length
    // safe because `save` alone writes them
    for (const page of pages) yield JSON.parse(page) as PageFacts
  }
}

function atTimes(everyMs: number, ask: () => Promise<boolean>): () => Promise<boolean> {
  let nextAt = 0
  let answer = false
  return async () => {
    if (performance.now() < nextAt) return answer
    nextAt = performance.now() + everyMs
    answer = await ask()
    return answer
  }
}

/** Records each page before it is read, to identify one that hangs. */
function noting(reading: Reading, fetcher: GuardedFetcher): GuardedFetcher {
  return {
    ...fetcher,
    async get(address, options) {
      const answer = await fetcher.get(address, options)
      if (answer.ok && answer.body.length > 0) reading.begin(address)
      return answer
    },
  }
}

function endOf({ crawlId, last, now }: CrawlTask, { site, known, isComplete }: Crawled): Promise<CrawlEnd> {
  const crawl = { crawlId, pagesKnown: known, at: now, isComplete }
  // safe because runs of this kind alone write these results
  return auditOf(site, crawl, last === null ? null : (JSON.parse(last) as AuditReport))
}

type Say = (message: ThreadMessage) => void

function askingBy(say: Say): { asks: CrawlAsks; answered(reply: ServiceReply): void } {
  const waiting = new Map<number, (answer: unknown) => void>()
  let last = 0
  // safe because the service answers each question with what it asks for
  const ask = <A>(message: (id: number) => ThreadMessage) =>
    new Promise<A>((resolve) => {
      const id = ++last
      waiting.set(id, resolve as (answer: unknown) => void)
      say(message(id))
    })
  return {
    asks: {
      startAt: (about) => ask((id) => ({ kind: 'ask', id, what: 'startAt', about })),
      saved: (about) => ask((id) => ({ kind: 'ask', id, what: 'saved', about })),
      save: (about) => ask((id) => ({ kind: 'ask', id, what: 'save', about })),
      isPaused: (about) => ask((id) => ({ kind: 'ask', id, what: 'isPaused', about })),
      lacks: (about) => ask((id) => ({ kind: 'ask', id, what: 'lacks', about })),
    },
    answered: ({ id, answer }) => {
      waiting.get(id)?.(answer)
      waiting.delete(id)
    },
  }
}
