import { factsOfOther, isReadable, type PageFacts, type PageSummary, type Site } from '../audit/audit.ts'
import { isSameSite, type Page, siteHost } from '../page/page.ts'
import { askForImages, isOpenAt, probe } from './extras.ts'
import { createFrontier, type Frontier } from './frontier.ts'
import { createMemory, type Kept, type Memory, Paused } from './memory.ts'
import { askForOutside } from './outside-links.ts'
import { createPace, type Pace } from './pace.ts'
import { createReferences } from './references.ts'
import { type Host, type Robots, readRobotsFile, readSitemaps, robotsOf } from './site-files.ts'
import { createTwins, type Twins } from './twins.ts'
import { walk } from './walk.ts'

export type CrawlRequest = Host & {
  /** Where it begins. */
  start: string
  /** The most addresses to read. */
  limit: number
  /** An earlier run of it may have read pages. */
  isContinued: boolean
  /** Reads the pages that this crawl, or an earlier run of it, has saved. */
  saved(): AsyncIterable<PageFacts> | Iterable<PageFacts>
  /** The state that it kept when it was paused. */
  kept: Kept | null
  /** Whether it is to leave its place; looked at before each request. */
  isPaused(): Promise<boolean>
  /** The most requests a second where robots.txt asks for no delay. */
  perSecond: number
  connections: number
  /** False where the site is simulated, on a host without certificates. */
  hasTls: boolean
  now: Date
  /** Hears of each page before it is read. */
  reads(url: string): void
  lacksOf(page: Page): Promise<string[]>
  /** Stores what is new; awaited before the crawl goes on. */
  save(page: PageFacts, known: number): Promise<void>
  /** On the clock of `performance.now()`: pages that are not read by then are left out. */
  endsAt: number
}
export type Crawled = { site: Site; known: number; isComplete: boolean }
/** It goes on with the state that is kept, once the site has rested. */
export type PausedCrawl = { kept: Kept; restMs: number }

/** Crawls a site from its home page and its sitemaps, until it ends or is paused. */
export async function crawl(request: CrawlRequest): Promise<Crawled | PausedCrawl> {
  const memory = createMemory(request.kept, request.isPaused)
  const robots = robotsOf(await memory.robots(() => readRobotsFile(request, request.start)), request.userAgent)
  const { crawlDelaySeconds } = robots.rules
  const delayMs = crawlDelaySeconds === null ? 1_000 / request.perSecond : crawlDelaySeconds * 1_000
  const pace = createPace(Math.max(delayMs, memory.everyMs))
  try {
    return await crawlOn(request, robots, pace, memory)
  } catch (error) {
    if (error instanceof Paused) return { kept: memory.kept(pace.everyMs()), restMs: pace.restMs() }
    throw error
  }
}

async function crawlOn(request: CrawlRequest, robots: Robots, pace: Pace, memory: Memory): Promise<Crawled> {
  const { start, limit } = request
  const host = siteHost(start)
  const { crawlDelaySeconds } = robots.rules
  // One that only fails now forbids none of the pages that it let an earlier run read, and no others are asked for.
  const hasFailedSince = request.isContinued && !isReadable(robots.facts)
  const isAllowed = hasFailedSince ? () => true : robots.rules.isAllowed
  // Rules that cost too much say nothing of an address.
  const isSite = (url: string) => isSameSite(url, host) && !robots.rules.isSpent()
  const endsAt = hasFailedSince ? 0 : request.endsAt
  const asking = { ...request, endsAt, once: memory.once, pace, isAllowed, isSpent: robots.rules.isSpent, site: host }
  // While pages are read, a crawl is paused between them alone.
  const twins = createTwins((url) => isOpenAt({ ...asking, once: memory.answered }, url))
  const { one } = twins
  const frontier = createFrontier({ limit, year: request.now.getUTCFullYear(), isSite, isAllowed, one })
  const references = createReferences({ site: host, limit, isAllowed })
  const guards = new Map<string, PageFacts['guards']>()
  const note = (page: PageFacts) => {
    frontier.finish(page)
    references.note(page)
    // The home page, after its redirects, is among the first.
    if (guards.size < 10) guards.set(page.url, page.guards)
  }
  const finish = async (page: PageFacts) => note(await twins.of(page))
  frontier.start(start)
  const saved = () => completed(request.saved(), twins)
  for await (const page of saved()) note(page)
  // Alone, because it decides which address of a page counts.
  await walk(frontier, { ...asking, connections: 1, finish, isDone: twins.isHomeKnown })
  const { sitemaps, listed: written } = await memory.sitemaps(() => readSitemaps(request, start, robots.sitemaps))
  const listed = await twins.all(written)
  for (const url of listed) frontier.addListed(url)
  const connections = crawlDelaySeconds ? 1 : request.connections
  const isComplete = await walk(frontier, { ...asking, connections, finish })
  const home = homeOf(frontier.done, start)
  const asked = {
    images: await askForImages(asking, references.images()),
    outside: await askForOutside(asking, references.outside()),
    probes: await probe(asking, frontier.done.get(home)),
  }
  // Last, because a slice that counts again and again would come to nothing else.
  await countClicks(frontier, saved, endsAt)
  const site: Site = {
    ...asked,
    host,
    home,
    pages: inOrder(frontier.done),
    facts: saved,
    clicksTo: frontier.clicksTo,
    blocked: frontier.blocked,
    robots: robots.facts,
    sitemaps,
    listed,
    guards: guards.get(home) ?? null,
  }
  return { site, known: frontier.known(), isComplete }
}

/** An older version of this service may have read less of them. */
async function* completed(pages: ReturnType<CrawlRequest['saved']>, twins: Twins): AsyncGenerator<PageFacts> {
  for await (const page of pages) yield twins.of(factsOfOther(page))
}

/** A crawl reads pages nearly in the order of their clicks; of one that does not, some clicks may be too many. */
const maxLooks = 20

async function countClicks(frontier: Frontier, saved: () => AsyncIterable<PageFacts>, endsAt: number): Promise<void> {
  const isOver = () => performance.now() > endsAt
  for (let looks = 0; frontier.wasLate() && looks < maxLooks && !isOver(); looks++)
    for await (const page of saved()) {
      if (isOver()) return
      frontier.followAgain(page)
    }
}

/** In an order that does not depend on which page answered first. */
function inOrder(pages: ReadonlyMap<string, PageSummary>): ReadonlyMap<string, PageSummary> {
  return new Map([...pages].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The page that the first address leads to. */
function homeOf(pages: ReadonlyMap<string, PageSummary>, start: string): string {
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
