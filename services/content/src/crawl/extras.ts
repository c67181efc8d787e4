import type { Fetched } from '@rts/outside/guarded/fetcher'
import { dayMs } from '@rts/shared/clock'
import {
  type ImageAnswer,
  isBroken,
  isPage,
  largeBytes,
  mediaTypeOf,
  type PageSummary,
  type Site,
} from '../audit/audit.ts'
import { siteHost } from '../page/page.ts'
import type { Memory } from './memory.ts'
import type { Pace } from './pace.ts'
import type { Host } from './site-files.ts'

type Got = Extract<Fetched, { ok: true }>
type Probing = Host & Pick<Memory, 'once'> & { pace: Pace; isAllowed(url: string): boolean }
type Asking = Probing & { hasTls: boolean; now: Date; endsAt: number }

export async function askForImages(host: Asking, urls: readonly string[]): Promise<Site['images']> {
  const { fetcher, domain, pace, signal } = host
  const images = new Map<string, ImageAnswer>()
  for (const url of urls) {
    if (performance.now() > host.endsAt) break
    const answer = await host.once(`HEAD ${url}`, async () => {
      await pace.turn(signal)
      const head = await fetcher.get(url, { method: 'HEAD', within: domain, signal })
      return isOfUnknownSize(head) ? weighed(host, url, head) : head
    })
    // A refused HEAD proves nothing about the picture.
    if (answer.ok && ![403, 405, 429, 501, 503].includes(answer.status)) images.set(url, imageAnswerOf(answer))
  }
  return images
}

function isOfUnknownSize(head: Fetched): head is Got {
  return head.ok && head.status === 200 && head.headers['content-length'] === undefined
}

/** Without a Content-Length, reads up to the size limit. */
async function weighed({ fetcher, domain, pace, signal }: Asking, url: string, head: Got): Promise<Got> {
  await pace.turn(signal)
  const got = await fetcher.get(url, { within: domain, truncate: true, maxBytes: largeBytes + 1, signal })
  if (!got.ok || got.status !== 200) return head
  return { ...head, headers: { ...head.headers, 'content-length': `${got.body.length}` } }
}

function imageAnswerOf({ status, headers }: { status: number; headers: Record<string, string> }): ImageAnswer {
  const size = headers['content-length']
  return { status, bytes: size === undefined ? null : Number(size), mediaType: mediaTypeOf(headers) }
}

/** Requests unlinked addresses: a missing page, the site's other two names, its certificate. */
export async function probe(host: Asking, home: PageSummary | undefined): Promise<Site['probes']> {
  if (!isPage(home) || isBroken(home)) return { missing: null, isOpenHttp: null, isTwofold: null, certificate: null }
  const { origin, hostname, protocol } = new URL(home.url)
  const other = hostname.startsWith('www.') ? siteHost(home.url) : `www.${hostname}`
  const isSecure = host.hasTls && protocol === 'https:'
  const isOpen = (from: string) => isOpenAt(host, from + home.url.slice(origin.length))
  return {
    missing: await statusOf(host, `${origin}/no-such-page-1b7f3a9c5e`),
    isOpenHttp: isSecure ? await isOpen(`http://${hostname}`) : null,
    isTwofold: await isOpen(`${protocol}//${other}`),
    certificate: isSecure ? await certificateOf(host, hostname) : null,
  }
}

/** Ignores the body; null without an answer or permission. */
async function statusOf(host: Probing, url: string): Promise<number | null> {
  const { fetcher, domain: within, pace, signal } = host
  if (!host.isAllowed(url)) return null
  const answer = await host.once(`GET ${url}`, async () => {
    await pace.turn(signal)
    return fetcher.get(url, { within, truncate: true, keepsRedirects: true, types: /^$/, signal })
  })
  return answer.ok ? answer.status : null
}

export async function isOpenAt(host: Probing, url: string): Promise<boolean> {
  const status = await statusOf(host, url)
  return status !== null && status >= 200 && status < 300
}

async function certificateOf({ fetcher, now }: Asking, hostname: string): Promise<Site['probes']['certificate']> {
  const certificate = await fetcher.certificate(hostname)
  if (!certificate) return null
  const from = certificate.from.getTime()
  const to = certificate.to.getTime()
  return { days: Math.round((to - from) / dayMs), daysLeft: Math.floor((to - now.getTime()) / dayMs) }
}
