import { factsOfOther } from '../audit/facts.ts'
import type { PageFacts, Site } from '../audit/site.ts'
import type { Page } from '../page/page.ts'
import { askForImages, probe } from './extras.ts'
import { createFrontier, type Frontier } from './frontier.ts'
import { askForOutside } from './outside-links.ts'
import { createPace } from './pace.ts'
import { isSameSite, siteHost } from './page-url.ts'
import { type Host, readRobotsFile, readSitemaps } from './site-files.ts'
import { visit } from './visit.ts'

export type CrawlWish = Host & {
  /** Where it begins. */
  start: string
  /** The most addresses to read. */
  limit: number
  /** Pages that an earlier run of this crawl has read. */
  before: readonly PageFacts[]
  /** The most requests a second where robots.txt asks for no delay. */
  perSecond: number
  connections: number
  /** False where the site is played, on a host without certificates. */
  hasTls: boolean
  now: Date
  lacksOf(page: Page): Promise<string[]>
  /** Stores what is new; awaited before the crawl goes on. */
  save(page: PageFacts, known: number): Promise<void>
  /** On the clock of `performance.now()`: what is not read by then is left out. */
  endsAt: number
}
export type Crawled = { site: Site; known: number; isComplete: boolean }

/** A host that answers nothing that often in a row is left alone. */
const mostFailures = 10

/** Crawls a site from its home page and its sitemaps. */
export async function crawl(wish: CrawlWish): Promise<Crawled> {
  const { start, limit, before } = wish
  const host = siteHost(start)
  const robots = await readRobotsFile(wish, start)
  const { isAllowed, crawlDelaySeconds } = robots.rules
  const delayMs = crawlDelaySeconds === null ? 1_000 / wish.perSecond : crawlDelaySeconds * 1_000
  const pace = createPace(delayMs)
  const isSite = (url: string) => isSameSite(url, host)
  const frontier = createFrontier({ limit, year: wish.now.getUTCFullYear(), isSite, isAllowed })
  frontier.start(start)
  // An older version of this service may have read less of them.
  for (const page of before) frontier.finish(factsOfOther(page))
  const { sitemaps, listed } = await readSitemaps(wish, start, robots.sitemaps)
  for (const url of listed) frontier.addListed(url)
  const asking = { ...wish, pace, isAllowed, site: host }
  const connections = crawlDelaySeconds ? 1 : wish.connections
  const { isComplete, headers } = await walk(frontier, { ...asking, connections })
  const home = homeOf(frontier.done, start)
  const site: Site = {
    ...{ host, home, pages: inOrder(frontier.done), blocked: frontier.blocked, robots: robots.facts, sitemaps, listed },
    headers: headers.get(home) ?? (await visit(asking, home)).headers,
    images: await askForImages(asking, frontier.done.values(), limit),
    outside: await askForOutside(wish, frontier.done.values(), limit),
    probes: await probe(asking, frontier.done.get(home)),
  }
  return { site, known: frontier.known(), isComplete }
}

/** Visits what the frontier knows, some addresses at a time. */
async function walk(frontier: Frontier, wish: Parameters<typeof visit>[0] & CrawlWish) {
  const running = new Set<Promise<void>>()
  const headers = new Map<string, Visit['headers']>()
  let failures = 0
  const visitOne = async (url: string) => {
    const found = await visit(wish, url)
    failures = found.facts.status === null ? failures + 1 : 0
    frontier.finish(found.facts)
    // The home page, after its redirects, is among the first.
    if (headers.size < 10) headers.set(url, found.headers)
    await wish.save(found.facts, frontier.known())
  }
  const isOver = () => failures >= mostFailures || performance.now() > wish.endsAt
  for (;;) {
    const url = running.size < wish.connections && !isOver() ? frontier.next() : null
    if (url === null) {
      if (running.size === 0) return { isComplete: !isOver(), headers }
      await Promise.race(running)
      continue
    }
    const task = visitOne(url).finally(() => running.delete(task))
    // The first failure is thrown by the race; others have nobody who waits.
    task.catch(() => {})
    running.add(task)
  }
}

type Visit = Awaited<ReturnType<typeof visit>>

/** In an order that does not depend on which page answered first. */
function inOrder(pages: ReadonlyMap<string, PageFacts>): ReadonlyMap<string, PageFacts> {
  return new Map([...pages].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The page that the first address leads to. */
function homeOf(pages: ReadonlyMap<string, PageFacts>, start: string): string {
  const seen = new Set<string>()
  let at = start
  for (
    let next = pages.get(at)?.redirectTo;
    next && !seen.has(next) && pages.has(next);
    next = pages.get(at)?.redirectTo
  ) {
    seen.add(at)
    at = next
  }
  return seen.has(at) ? start : at
}
