import { isWithin } from '@rts/shared/hosts'

/** A stored results page: the host and address of each organic result in rank order; a position without a result has host ''. */
export type CompactPage = { hosts: string[]; urls: (string | null)[] }
export type Rank = { position: number; url: string | null }

/** Organic results by position, from 1; a position without a result stays empty. */
export function compactPage(organic: readonly { position: number; host: string; url: string }[]): CompactPage {
  const length = Math.max(0, ...organic.map((result) => result.position))
  const hosts = Array.from({ length }, () => '')
  const urls: (string | null)[] = Array.from({ length }, () => null)
  for (const { position, host, url } of organic) {
    if (hosts[position - 1] !== '') continue
    hosts[position - 1] = host
    urls[position - 1] = url
  }
  return { hosts, urls }
}

/** A page as it would have been, had it been read to `depth` results alone. */
export function cutPage<P extends CompactPage & { depth: number }>(page: P, depth: number): P {
  const { hosts, urls } = page
  return { ...page, hosts: hosts.slice(0, depth), urls: urls.slice(0, depth), depth: Math.min(page.depth, depth) }
}

/** The position of the first organic result whose host is `domain` or a subdomain of it; 0 if there is none. */
export function rankOnPage(page: CompactPage, domain: string): Rank {
  const at = page.hosts.findIndex((host) => isWithin(host, domain))
  return at < 0 ? { position: 0, url: null } : { position: at + 1, url: page.urls[at] ?? null }
}

/** The addresses of a domain on a page after the best one, in rank order. */
export function moreUrls({ hosts, urls }: CompactPage, domain: string): string[] {
  return urls
    .filter((url, i) => url !== null && isWithin(hosts[i] ?? '', domain))
    .slice(1)
    .filter((url) => url !== null)
}
