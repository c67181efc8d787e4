import type { PageFacts, Site } from '../audit/site.ts'
import { createPace, type Pace } from './pace.ts'
import type { Host } from './site-files.ts'

const mostAddresses = 200
const mostOfAHost = 10
const hostsAtOnce = 8
/** Between two requests to one host. */
const everyMs = 1_000
const longestMs = 60_000
/** What servers say to programs that they do not know, or while they have too much to do: nothing about the page. */
const evasive = [401, 403, 407, 408, 425, 429, 451, 503, 999]

type Fetching = Pick<Host, 'fetcher' | 'signal'>

/**
 * Asks for the pages of other sites that pages of this one link to, each host at its own pace. Only what a host clearly says is an
 * answer: a host that refuses, hangs or cannot be reached is left alone, and its pages are unknown.
 */
export async function askForOutside(
  { fetcher, signal }: Fetching,
  pages: Iterable<PageFacts>,
  limit: number,
): Promise<Site['outside']> {
  const statuses = new Map<string, number>()
  const over = AbortSignal.any([signal, AbortSignal.timeout(longestMs)])
  const hosts = byHost(pages, Math.min(limit, mostAddresses))
  const askHosts = async () => {
    for (let urls = hosts.pop(); urls; urls = hosts.pop()) await askHost({ fetcher, signal: over }, urls, statuses)
  }
  await Promise.all(Array.from({ length: hostsAtOnce }, askHosts)).catch((error: unknown) => {
    // What was not asked in time is unknown.
    if (!over.aborted) throw error
  })
  signal.throwIfAborted()
  return statuses
}

/** The addresses of each host, some of each. */
function byHost(pages: Iterable<PageFacts>, most: number): string[][] {
  const hosts = new Map<string, Set<string>>()
  let count = 0
  for (const { outside } of pages)
    for (const url of outside) {
      const host = URL.parse(url)?.host ?? ''
      const urls = hosts.get(host) ?? new Set()
      if (urls.has(url) || urls.size >= mostOfAHost || count >= most) continue
      hosts.set(host, urls.add(url))
      count++
    }
  return [...hosts.values()].map((urls) => [...urls])
}

async function askHost(fetching: Fetching, urls: readonly string[], statuses: Map<string, number>): Promise<void> {
  const pace = createPace(everyMs)
  for (const url of urls) {
    const status = await statusOf(fetching, pace, url)
    if (status === null) return
    statuses.set(url, status)
  }
}

/** Null where the host says nothing of the page. */
async function statusOf({ fetcher, signal }: Fetching, pace: Pace, url: string): Promise<number | null> {
  const ask = async (method: 'HEAD' | 'GET') => {
    await pace.turn(signal)
    const answer = await fetcher.get(url, { method, truncate: true, types: /^$/, signal })
    return answer.ok && !evasive.includes(answer.status) ? answer.status : null
  }
  const status = await ask('HEAD')
  // Some servers answer a HEAD with an error where a GET finds the page.
  return status === null || status < 400 ? status : ask('GET')
}
