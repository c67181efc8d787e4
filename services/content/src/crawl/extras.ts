import { isBroken, isPage, type PageFacts, type Site } from '../audit/site.ts'
import type { Pace } from './pace.ts'
import { siteHost } from './page-url.ts'
import type { Host } from './site-files.ts'

type Asking = Host & { pace: Pace; isAllowed(url: string): boolean }
const mostImages = 500

/** Asks for the heads of the pictures that pages of the site show. */
export async function askForImages(host: Asking, pages: Iterable<PageFacts>, limit: number): Promise<Site['images']> {
  const { fetcher, domain, pace, signal } = host
  const wanted = new Set<string>()
  for (const page of pages) for (const url of page.images) wanted.add(url)
  const images = new Map<string, { status: number | null; bytes: number | null }>()
  for (const url of wanted) {
    if (images.size >= Math.min(limit, mostImages)) break
    if (!host.isAllowed(url)) continue
    await pace.turn(signal)
    const answer = await fetcher.get(url, { method: 'HEAD', within: domain, signal })
    // A server may refuse to answer a HEAD, and says nothing about the picture by that.
    if (answer.ok && ![403, 405, 429, 501, 503].includes(answer.status))
      images.set(url, { status: answer.status, bytes: sizeOf(answer.headers['content-length']) })
  }
  return images
}

function sizeOf(header: string | undefined): number | null {
  return header === undefined ? null : Number(header)
}

/** Asks for what no link leads to: a page that cannot exist, and the site's other two names. */
export async function probe(host: Asking, home: PageFacts | undefined, hasTls: boolean): Promise<Site['probes']> {
  if (!isPage(home) || isBroken(home)) return { missing: null, isOpenHttp: null, isTwofold: null }
  const statusOf = async (url: string): Promise<number | null> => {
    if (!host.isAllowed(url)) return null
    await host.pace.turn(host.signal)
    const answer = await host.fetcher.get(url, {
      ...{ within: host.domain, truncate: true, keepsRedirects: true, types: /^$/, signal: host.signal },
    })
    return answer.ok ? answer.status : null
  }
  const { origin, hostname, protocol } = new URL(home.url)
  const other = hostname.startsWith('www.') ? siteHost(home.url) : `www.${hostname}`
  const isGood = (status: number | null) => status !== null && status >= 200 && status < 300
  return {
    missing: await statusOf(`${origin}/no-such-page-1b7f3a9c5e`),
    isOpenHttp: hasTls && protocol === 'https:' ? isGood(await statusOf(`http://${hostname}/`)) : null,
    isTwofold: isGood(await statusOf(`${protocol}//${other}/`)),
  }
}
