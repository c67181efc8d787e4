import { isFollowed, maxFound, type PageLinks, readPage, robotsSays } from '../rules/page-links.ts'

/** Null: unknown, and leaves the stored value. */
export type Verified = {
  status: number | null
  title: string | null
  isLost: boolean | null
  isGone: boolean | null
  anchor: string | null
  rel: string[]
  dofollow: boolean | null
  linksOnPage: number | null
}

export const unknown: Verified = {
  status: null,
  title: null,
  isLost: null,
  isGone: null,
  anchor: null,
  rel: [],
  dofollow: null,
  linksOnPage: null,
}

export type LinkingPage = {
  url: string
  status: number
  headers: Record<string, string>
  body: Uint8Array
  isTruncated: boolean
  urlTo: string | null
  domain: string
}

export function judged(fetched: LinkingPage): Verified {
  const { status, headers, urlTo, domain } = fetched
  // A deleted page has no links; other refusals may be only for us.
  if (status === 404 || status === 410) return { ...unknown, status, isLost: true, isGone: true }
  if (status !== 200 || !/html/i.test(headers['content-type'] ?? 'text/html')) return { ...unknown, status }
  const page = readPage(textOf(fetched), fetched.url, domain)
  const isTruncated = fetched.isTruncated || page.found.length === maxFound
  const header = robotsSays(headers['x-robots-tag'] ?? '')
  const link = page.found.find((each) => sameAddress(each.urlTo, urlTo)) ?? (urlTo === null ? page.found[0] : undefined)
  const seen = { ...unknown, status, title: page.title, isGone: page.isNoindex || header.isNoindex }
  // A truncated page proves presence, never absence.
  if (!link) return { ...seen, isLost: isTruncated ? null : true, linksOnPage: isTruncated ? null : page.outgoing }
  const dofollow = isFollowed(link.rel) && !page.isNofollow && !header.isNofollow
  return {
    ...seen,
    isLost: false,
    anchor: link.anchor,
    rel: link.rel,
    dofollow,
    linksOnPage: countOf(page, isTruncated),
  }
}

function countOf(page: PageLinks, isTruncated: boolean): number | null {
  return isTruncated ? null : page.outgoing
}

function sameAddress(a: string, b: string | null): boolean {
  return b !== null && bare(a) === bare(b)
}

/** Ignores scheme, `www.`, trailing slash and fragment. */
function bare(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  return `${parsed.hostname.replace(/^www\./, '')}${parsed.pathname.replace(/\/$/, '')}${parsed.search}`
}

function textOf({ headers, body }: { headers: Record<string, string>; body: Uint8Array }): string {
  const head = new TextDecoder('latin1').decode(body.subarray(0, 1_024))
  const named =
    /charset=["']?([\w-]+)/i.exec(headers['content-type'] ?? '') ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(head)
  try {
    return new TextDecoder(named?.[1] ?? 'utf-8').decode(body)
  } catch {
    return new TextDecoder('utf-8').decode(body)
  }
}
