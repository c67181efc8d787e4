import { createHash } from 'node:crypto'
import type { LinkState } from '@rts/shared/contract/rows/backlink'
import { isDisavowed } from './disavow.ts'
import { keyOfLink, type LinkRow } from './link-row.ts'
import { reviewLink, type SiteFacts } from './review.ts'

/** `foundAt`: last seen on its page. */
export type SeenFacts = {
  firstSeen: Date
  foundAt: Date | null
  lostAt: Date | null
  title: string | null
  isGone: boolean | null
  anchor: string | null
  rel: string[]
  dofollow: boolean | null
  linksOnPage: number | null
}
export type ReviewedLink = Omit<LinkRow, 'linksOnPage'> & {
  id: string
  isNew: boolean | null
  disavowed: boolean
} & ReturnType<typeof reviewLink>

type Known = { seen: ReadonlyMap<string, SeenFacts>; disavowed: ReadonlySet<string> }

/** Links first seen or lost since a time, newest first. Unknown first days count as new. */
export function backlinkRows(links: readonly LinkRow[], site: SiteFacts, since: Date, known: Known): ReviewedLink[] {
  const current = links.map((link) => withSeen(link, known.seen.get(keyOfLink(link))))
  const pagesWith = new Map<string, Set<string | null>>()
  for (const { link } of current) {
    if (link.dofollow !== true) continue
    const key = anchorKey(link)
    pagesWith.set(key, (pagesWith.get(key) ?? new Set()).add(link.urlFrom))
  }
  return current
    .filter(({ link, lostAt }) => isWithin(link.firstSeen, since) || (lostAt !== null && isWithin(lostAt, since)))
    .map(({ link, isGone }): ReviewedLink => {
      const { linksOnPage, domainRank: authority, ...row } = link
      const pagesWithAnchor = pagesWith.get(anchorKey(link))?.size ?? 0
      const review = reviewLink({ ...row, authority, linksOnPage, pagesWithAnchor, isGone }, site)
      const isNew = link.firstSeen === null ? null : isWithin(link.firstSeen, since)
      const disavowed = isDisavowed(link.domainFrom, known.disavowed)
      return { id: idOf(keyOfLink(link)), ...row, domainRank: authority, isNew, disavowed, ...review }
    })
    .sort(
      (a, b) =>
        compare(b.firstSeen ?? '', a.firstSeen ?? '') || compare(a.domainFrom, b.domainFrom) || compare(a.id, b.id),
    )
}

/** Own checks override a source's rows. */
function withSeen(link: LinkRow, seen: SeenFacts | undefined) {
  const lostAt = link.isLost ? link.lastSeen : null
  if (!seen) return { link, lostAt, isGone: null }
  const { foundAt, title, linksOnPage, isGone } = seen
  const isFound = foundAt !== null && (seen.lostAt === null || foundAt > seen.lostAt)
  const found = foundAt === null ? {} : { anchor: seen.anchor, rel: seen.rel, dofollow: seen.dofollow }
  const isLost = isFound ? false : seen.lostAt ? true : link.isLost
  const lastSeen = foundAt?.toISOString() ?? link.lastSeen
  return {
    link: {
      ...link,
      ...found,
      title: title ?? link.title,
      linksOnPage: linksOnPage ?? link.linksOnPage,
      isLost,
      lastSeen,
      firstSeen: link.firstSeen ?? seen.firstSeen.toISOString(),
    },
    lostAt: isFound ? null : (seen.lostAt?.toISOString() ?? lostAt),
    isGone,
  }
}

function isWithin(at: string | null, since: Date): boolean {
  return at === null || new Date(at) >= since
}

function anchorKey({ domainFrom, anchor }: LinkRow): string {
  return `${domainFrom}\n${anchor?.trim().toLowerCase() ?? ''}`
}

function idOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, 16)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export type NarrowLinks = {
  part?: string | undefined
  suggestion?: ReviewedLink['suggestion'] | undefined
  state?: LinkState | undefined
}

const stateOf: Record<LinkState, (link: ReviewedLink) => boolean | null> = {
  new: ({ isNew }) => isNew,
  lost: ({ isLost }) => isLost,
  broken: ({ isBroken }) => isBroken,
}

/** `part` matches the linking page, host, title or anchor. */
export function isWanted(link: ReviewedLink, { part, suggestion, state }: NarrowLinks): boolean {
  if (suggestion !== undefined && link.suggestion !== suggestion) return false
  if (state !== undefined && stateOf[state](link) !== true) return false
  const texts = [link.urlFrom, link.domainFrom, link.title, link.anchor]
  return part === undefined || texts.some((text) => text?.toLowerCase().includes(part.toLowerCase()))
}
