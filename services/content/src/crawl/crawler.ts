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
  start: string
  limit: number
  /** An earlier run may have read pages. */
  isContinued: boolean
  saved(): AsyncIterable<PageFacts> | Iterable<PageFacts>
  kept: Kept | null
  /** Whether to pause; checked before each request. */
  isPaused(): Promise<boolean>
  /** Maximum without a crawl delay in robots.txt. */
  perSecond: number
  connections: number
  slowMs?: number | undefined
  /** False for simulated sites, which have no certificates. */
  hasTls: boolean
  now: Date
  /** Called before parsing. */
  reads(url: string): void
  lacksOf(page: Page): Promise<string[]>
  /** Stores new pages; the crawl awaits it. */
  save(page: PageFacts, known: number): Promise<void>
  /** By `performance.now()`; later pages are skipped. */
  endsAt: number
}
export type Crawled = { site: Site; known: number; isComplete: boolean }
/** Resumes from `kept` after the site's rest. */
export type PausedCrawl = { kept: Kept; restMs: number }

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
  // A robots.txt that fails only now revokes no page already read, and allows no others.
  const hasFailedSince = request.isContinued && !isReadable(robots.facts)
  const isAllowed = hasFailedSince ? () => true : robots.rules.isAllowed
  // A spent rule budget allows no address.
  const isSite = (url: string) => isSameSite(url, host) && !robots.rules.isSpent()
  const endsAt = hasFailedSince ? 0 : request.endsAt
  const asking = { ...request, endsAt, once: memory.once, pace, isAllowed, isSpent: robots.rules.isSpent, site: host }
  // Page reading pauses only between pages.
  const twins = createTwins((url) => isOpenAt({ ...asking, once: memory.answered }, url))
  const { one } = twins
  const frontier = createFrontier({ limit, year: request.now.getUTCFullYear(), isSite, isAllowed, one })
  const references = createReferences({ site: host, limit, isAllowed })
  const guards = new Map<string, PageFacts['guards']>()
  const note = (page: PageFacts) => {
    frontier.finish(page)
    references.note(page)
    // The redirected home page is among the first.
    if (guards.size < 10) guards.set(page.url, page.guards)
  }
  const finish = async (page: PageFacts) => note(await twins.of(page))
  frontier.start(start)
  const saved = () => completed(request.saved(), twins)
  for await (const page of saved()) note(page)
  // Sequential: it decides each page's counted address.
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
  // Last, or a slice could spend all its time counting.
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

/** Pages saved by an older version may lack fields. */
async function* completed(pages: ReturnType<CrawlRequest['saved']>, twins: Twins): AsyncGenerator<PageFacts> {
  for await (const page of pages) yield twins.of(factsOfOther(page))
}

/** Pages arrive nearly in click order; otherwise some clicks may be too many. */
const maxLooks = 20

async function countClicks(frontier: Frontier, saved: () => AsyncIterable<PageFacts>, endsAt: number): Promise<void> {
  const isOver = () => performance.now() > endsAt
  for (let looks = 0; frontier.wasLate() && looks < maxLooks && !isOver(); looks++)
    for await (const page of saved()) {
      if (isOver()) return
      frontier.followAgain(page)
    }
}

/** Independent of which page answered first. */
function inOrder(pages: ReadonlyMap<string, PageSummary>): ReadonlyMap<string, PageSummary> {
  return new Map([...pages].sort(([a], [b]) => (a < b ? -1 : 1)))
}

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
