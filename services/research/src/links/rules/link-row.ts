import { createHash } from 'node:crypto'
import { hostOfUrl } from '@rts/shared/hosts'
import { realUrl } from '@rts/shared/real-url'

/** One source's link; null: unknown. `urlFrom` null: only the domain is known. */
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

/** Unwraps caches and translators; null without a readable host. */
export function linkingPage(url: string): { urlFrom: string; domainFrom: string } | null {
  const urlFrom = realUrl(url)
  const domainFrom = hostOfUrl(urlFrom)
  return domainFrom === null ? null : { urlFrom, domainFrom }
}

/** Merges sources: the first wins, others fill unknown fields; domain-only sources add domains without a page. */
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

/** Hash of both ends. */
export function keyOfLink({ urlFrom, domainFrom, urlTo }: Pick<LinkRow, 'urlFrom' | 'domainFrom' | 'urlTo'>): string {
  return createHash('sha256')
    .update(`${urlFrom ?? domainFrom}\n${urlTo ?? ''}`)
    .digest('hex')
    .slice(0, 32)
}
