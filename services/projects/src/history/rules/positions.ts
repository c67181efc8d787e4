import { isWithin } from '@rts/shared/hosts'

/** A stored results page: the host and address of each organic result in rank order; a position without a result has host ''. */
export type CompactPage = { hosts: string[]; urls: (string | null)[] }
export type Rank = { position: number; url: string | null }

/** Organic results by position, from 1; a position without a result stays empty. */
export function compactPage(organic: readonly { position: number; host: string; url: string | null }[]): CompactPage {
  let length = 0
  for (const { position } of organic) length = Math.max(length, position)
  const hosts = new Array<string>(length).fill('')
  const urls = new Array<string | null>(length).fill(null)
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
  for (const [at, host] of page.hosts.entries())
    if (isWithin(host, domain)) return { position: at + 1, url: page.urls[at] ?? null }
  return { position: 0, url: null }
}

export function moreUrls({ hosts, urls }: CompactPage, domain: string): string[] {
  const found: string[] = []
  for (const [i, url] of urls.entries()) if (url !== null && isWithin(hosts[i] ?? '', domain)) found.push(url)
  return found.slice(1)
}

/** Whether a result above the rank of a domain, or any where it has none, has an unreadable owner: it may be the domain's own. */
export function isHidden(page: CompactPage, domain: string): boolean {
  const unknown = page.hosts.indexOf('')
  if (unknown < 0) return false
  const { position } = rankOnPage(page, domain)
  return position === 0 || unknown < position - 1
}
