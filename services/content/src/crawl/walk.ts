import { setTimeout as delay } from 'node:timers/promises'
import type { Fetched } from '@rts/outside/guarded/fetcher'
import { factsOf, factsOfOther, guardsOf, mediaTypeOf, type PageFacts, redirectTarget } from '../audit/audit.ts'
import { type Page, readPage } from '../page/page.ts'
import type { Frontier } from './frontier.ts'
import { Paused } from './memory.ts'
import type { Pace } from './pace.ts'
import type { Host } from './site-files.ts'

const html = /^\s*(text\/html|application\/xhtml\+xml)\b/i
/** Transient failures are tried twice. */
const passing = ['timeout', 'connect', 'protocol']
const busy = [429, 503]
const slowMs = 800
const retryMs = 1_000

type Asker = Host & {
  pace: Pace
  /** A page that takes longer is requested once more; 800 by default. */
  slowMs?: number | undefined
}
type Visitor = Asker & {
  site: string
  reads(url: string): void
  lacksOf(page: Page): Promise<string[]>
}

async function visit(host: Visitor, url: string): Promise<PageFacts> {
  const { answer, ms } = await ask(host, url)
  if (!answer.ok) return factsOfOther({ url, status: null, failure: answer.kind })
  const { status, headers, body } = answer
  const isPage = status < 300 && html.test(headers['content-type'] ?? '')
  if (isPage) {
    host.reads(url)
    const page = readPage({ url, status, headers, ms, body, isCut: answer.isTruncated })
    return factsOf({ ...page, lacks: await host.lacksOf(page) }, host.site)
  }
  const redirectTo = redirectTarget({ url, status, headers })
  const isHtml = html.test(headers['content-type'] ?? '') && redirectTo === null
  return factsOfOther({ url, status, redirectTo, mediaType: mediaTypeOf(headers), guards: guardsOf(headers), isHtml })
}

type Asked = { answer: Fetched; ms: number }

/** Retries slow or failed requests once. Good beats bad; of two good ones the faster, of two bad ones the later. */
async function ask(host: Asker, url: string): Promise<Asked> {
  const first = await askOnce(host, url)
  const { answer, ms } = first
  const isBusy = answer.ok && busy.includes(answer.status)
  if (!answer.ok && passing.includes(answer.kind)) await delay(retryMs, undefined, { signal: host.signal })
  else if (!isBusy && (!answer.ok || ms <= (host.slowMs ?? slowMs))) return first
  const again = await askOnce(host, url)
  if (isGood(first) && isGood(again)) return again.ms > ms ? first : again
  return isGood(first) ? first : again
}

function isGood({ answer }: Asked): boolean {
  return answer.ok && answer.status < 400
}

async function askOnce({ fetcher, domain, pace, signal }: Asker, url: string): Promise<Asked> {
  await pace.turn(signal)
  const startedAt = performance.now()
  const answer = await fetcher.get(url, { within: domain, truncate: true, keepsRedirects: true, types: html, signal })
  signal.throwIfAborted()
  if (answer.ok && busy.includes(answer.status)) pace.slowDown(Number(answer.headers['retry-after']) || 1)
  return { answer, ms: performance.now() - startedAt }
}

/** Consecutive failures before a host is given up. */
const maxFailures = 10

type Walk = Parameters<typeof visit>[0] & {
  connections: number
  /** By `performance.now()`. */
  endsAt: number
  isPaused(): Promise<boolean>
  save(page: PageFacts, known: number): Promise<void>
  isSpent(): boolean
  finish(page: PageFacts): Promise<void>
  isDone?(): boolean
}

/** Visits addresses concurrently; true once none are left. Throws `Paused`. */
export async function walk(frontier: Frontier, request: Walk): Promise<boolean> {
  const running = new Set<Promise<void>>()
  let failures = 0
  const visitOne = async (url: string) => {
    const page = await visit(request, url)
    failures = page.status === null ? failures + 1 : 0
    await request.finish(page)
    await request.save(page, frontier.known())
  }
  const isOver = () =>
    failures >= maxFailures || performance.now() > request.endsAt || request.isSpent() || request.isDone?.() === true
  for (;;) {
    const isPaused = await request.isPaused()
    const url = running.size < request.connections && !isPaused && !isOver() ? frontier.next() : null
    if (url === null) {
      if (running.size === 0 && isPaused) throw new Paused()
      if (running.size === 0) return !isOver()
      await Promise.race(running)
      continue
    }
    const task = visitOne(url).finally(() => running.delete(task))
    // The race throws the first failure; later ones need a listener.
    task.catch(() => {})
    running.add(task)
  }
}
