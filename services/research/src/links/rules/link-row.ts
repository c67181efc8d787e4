import { createHash } from 'node:crypto'
import { hostOfUrl } from '@rts/shared/hosts'
import { realUrl } from '@rts/shared/real-url'

/** A link to a domain as one source knows it; null is unknown. `urlFrom` is null where only the linking domain is known. */
export type LinkRow = {
  urlFrom: string | null
  domainFrom: string
  urlTo: string | null
  anchor: string | null
  title: string | null
  rel: string[]
  dofollow: boolean | null
  domainRank: number | null
  spamScore: number | null
  firstSeen: string | null
  lastSeen: string | null
  isLost: boolean | null
  isBroken: boolean | null
  linksOnPage: number | null
  source: string
  sandbox: boolean
}

/** The fields that a source knows nothing of. */
export const unknownLink = {
  urlFrom: null,
  urlTo: null,
  anchor: null,
  title: null,
  rel: [],
  dofollow: null,
  domainRank: null,
  spamScore: null,
  firstSeen: null,
  lastSeen: null,
  isLost: null,
  isBroken: null,
  linksOnPage: null,
} satisfies Omit<LinkRow, 'domainFrom' | 'source' | 'sandbox'>

/** The page that has a link, at its own address instead of a cache's or translator's; null without a readable host. */
export function linkingPage(url: string): { urlFrom: string; domainFrom: string } | null {
  const urlFrom = realUrl(url)
  const domainFrom = hostOfUrl(urlFrom)
  return domainFrom === null ? null : { urlFrom, domainFrom }
}

/**
 * The rows of several sources, each link once: the first source that has it speaks, and the others fill in what it does not know. A
 * source that only knows domains adds those that no other has a page of.
 */
export function mergeLinks(parts: readonly LinkRow[][]): LinkRow[] {
  const byLink = new Map<string, LinkRow>()
  const rows = parts.flat()
  for (const row of rows.filter(({ urlFrom }) => urlFrom !== null)) add(byLink, `${row.urlFrom} ${row.urlTo}`, row)
  const withPages = new Set([...byLink.values()].map(({ domainFrom }) => domainFrom))
  for (const row of rows.filter(({ urlFrom }) => urlFrom === null))
    if (!withPages.has(row.domainFrom)) add(byLink, row.domainFrom, row)
  return [...byLink.values()]
}

function add(byLink: Map<string, LinkRow>, key: string, row: LinkRow): void {
  const known = byLink.get(key)
  if (!known) return void byLink.set(key, row)
  const given = Object.entries(known).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
  byLink.set(key, { ...row, ...Object.fromEntries(given) })
}

/** The key of a link of a site: its two ends, as a hash. */
export function keyOfLink({ urlFrom, domainFrom, urlTo }: Pick<LinkRow, 'urlFrom' | 'domainFrom' | 'urlTo'>): string {
  return createHash('sha256')
    .update(`${urlFrom ?? domainFrom}\n${urlTo ?? ''}`)
    .digest('hex')
    .slice(0, 32)
}
