import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { GuardedFetcher } from '@rts/outside/guarded/fetcher'
import { isReadable, type SitemapFacts } from '../audit/audit.ts'
import { pageUrl } from '../page/page.ts'
import { createLocationReader, type Sitemap } from './locations.ts'
import { parseRobots, type RobotsRules, rulesFor } from './rules/robots.ts'

export type Host = { fetcher: GuardedFetcher; domain: string; userAgent: string; signal: AbortSignal }

/** Empty if absent. `status` null: no answer. */
export type RobotsFile = { url: string; status: number | null; text: string }
export type Robots = {
  rules: RobotsRules
  sitemaps: string[]
  facts: { url: string; status: number | null; badLines: number[] }
}

const robotsBytes = 512_000
const nothingAllowed: RobotsRules = {
  isAllowed: (url) => new URL(url).pathname === '/robots.txt',
  isSpent: () => false,
  crawlDelaySeconds: null,
}

export async function readRobotsFile({ fetcher, domain, signal }: Host, home: string): Promise<RobotsFile> {
  const url = new URL('/robots.txt', home).href
  const answer = await fetcher.get(url, { within: domain, truncate: true, maxBytes: robotsBytes, signal })
  if (answer.ok) {
    const isRead = answer.status >= 200 && answer.status < 300
    return { url, status: answer.status, text: isRead ? new TextDecoder().decode(answer.body) : '' }
  }
  // A redirect off the site, or a chain too long, means no robots.txt.
  const isMissing = ['other_site', 'too_many_redirects'].includes(answer.kind)
  return { url, status: isMissing ? 404 : null, text: '' }
}

/** RFC 9309: a missing file allows everything, a failing one nothing. */
export function robotsOf({ url, status, text }: RobotsFile, userAgent: string): Robots {
  const robots = parseRobots(text)
  return {
    rules: isReadable({ status }) ? rulesFor(robots, userAgent) : nothingAllowed,
    sitemaps: robots.sitemaps.flatMap((href) => pageUrl(href, url) ?? []),
    facts: { url, status, badLines: robots.badLines },
  }
}

export type Sitemaps = { sitemaps: SitemapFacts[]; listed: Set<string> }

const maxSitemaps = 50
const maxListed = 50_000
const deepest = 2
/** The sitemap limit; larger files are cut. */
const sitemapBytes = 52_428_800
/** All sitemaps of a site, unpacked. */
const maxBytes = 2 * sitemapBytes
/** A crawl does not pause during this. */
const longestMs = 60_000

/** Reads the named or default sitemaps, and those they name. `now` in milliseconds. */
export async function readSitemaps(
  { fetcher, domain, signal }: Host,
  home: string,
  named: readonly string[],
  now = () => performance.now(),
): Promise<Sitemaps> {
  const endsAt = now() + longestMs
  const usual = new URL('/sitemap.xml', home).href
  const listed = new Set<string>()
  const sitemaps: SitemapFacts[] = []
  const wanted = new Map((named.length > 0 ? named.slice(0, maxSitemaps) : [usual]).map((url) => [url, 0]))
  let room = maxBytes
  // A map iterates over entries added meanwhile.
  for (const [url, depth] of wanted) {
    if (listed.size >= maxListed || room <= 0) break
    if (sitemaps.length > 0 && now() > endsAt) break
    const { status, kind, isCut, locations } = await fetchSitemap(url)
    if (kind === 'invalid' && !named.includes(url) && depth === 0) continue
    sitemaps.push({ url, status, kind, isCut })
    for (const location of locations) {
      const found = pageUrl(location, url)
      if (found === null) continue
      if (kind === 'index' && depth < deepest && wanted.size < maxSitemaps)
        wanted.set(found, wanted.get(found) ?? depth + 1)
      else if (kind === 'pages' && listed.size < maxListed) listed.add(found)
    }
  }
  return { sitemaps, listed }

  async function fetchSitemap(url: string) {
    let sitemap: Sitemap = { kind: 'invalid', locations: [], isCut: false }
    const maxBytes = Math.min(room, sitemapBytes)
    const read = async (body: AsyncIterable<Uint8Array>) => {
      sitemap = await readSitemap(body, maxBytes, (bytes) => {
        room -= bytes
      })
    }
    const answer = await fetcher.get(url, { within: domain, read, truncate: true, maxBytes, signal })
    if (!answer.ok || answer.status !== 200)
      return { status: answer.ok ? answer.status : null, kind: 'invalid' as const, isCut: false, locations: [] }
    return { status: 200, ...sitemap, isCut: sitemap.isCut || answer.isTruncated }
  }
}

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Streams a sitemap, gzipped or plain, keeping only addresses. `unpacked` gets each piece. */
export async function readSitemap(
  bytes: Bytes,
  max = sitemapBytes,
  unpacked: (bytes: number) => void = () => {},
): Promise<Sitemap> {
  const reader = createLocationReader()
  try {
    const { isPacked, all } = await peek(bytes)
    await pipeline(all, isPacked ? createGunzip() : new PassThrough(), async (plain: AsyncIterable<Uint8Array>) => {
      const decoder = new TextDecoder()
      let size = 0
      for await (const chunk of plain) {
        size += chunk.length
        unpacked(chunk.length)
        if (size > max) reader.cut()
        if (reader.isCut()) return
        reader.write(decoder.decode(chunk, { stream: true }))
      }
    })
  } catch {
    // Bad gzip is no sitemap; a cut file is partly read.
    if (!reader.isCut()) return { kind: 'invalid', locations: [], isCut: false }
  }
  return reader.end()
}

/** Sniffs gzip: many servers send `.xml.gz` undeclared. */
async function peek(bytes: Bytes): Promise<{ isPacked: boolean; all: AsyncIterable<Uint8Array> }> {
  const rest = (async function* () {
    yield* bytes
  })()
  const { value } = await rest.next()
  const first = value ?? new Uint8Array()
  async function* all() {
    yield first
    yield* rest
  }
  return { isPacked: first[0] === 0x1f && first[1] === 0x8b, all: all() }
}
