import { dayMs, hourMs } from '@rts/shared/clock'
import { needsSecondLook } from '@rts/shared/tremble'
import { type CompactPage, rankOnPage } from '../../history/rules/history.ts'
import {
  type Doubt,
  type DoubtedPage,
  depthAround,
  type Earlier,
  type Owner,
  type PageMark,
} from '../../queue/rules/queue.ts'

/**
 * Whether a results page may be believed. Google withholds results from automated requests, replaces them by others, or cuts the
 * list, and the answer looks like any other (docs/product/positions.md). So a page is compared with the last one that was believed.
 */

export const noDoubt: Doubt = { looks: 0, pages: [] }

const topLength = 10
/** After as many looks the next one is the page's regular check. */
export const maxLooks = 3
export type Doubts = 'short' | 'other'
/** How long pages agree before they are believed: what spoils one spoils the next an hour later, and all bad pages that lack results are alike. */
const agreeingMs: Record<Doubts, { same: number; another: number }> = {
  other: { same: 12 * hourMs, another: 0 },
  short: { same: 36 * hourMs, another: 12 * hourMs },
}
/** Fewer hosts in common than this is another page. */
const minShared = 2
/** Assumed until a page has a past: of ten hosts seven stay from one day to the next. */
const assumedOverlap = 7
const overlapWeight = 0.3

export function markOf({ hosts }: Pick<CompactPage, 'hosts'>, depth: number): PageMark {
  const known = hosts.slice(0, topLength).filter((host) => host !== '')
  return { hosts: [...new Set(known.map(numberOf))], count: hosts.length, depth }
}

/** FNV-1a of 32 bits: ten of them are kept with each page, where names would take four times the room. */
function numberOf(host: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < host.length; i++) hash = Math.imul(hash ^ host.charCodeAt(i), 0x01000193)
  return hash | 0
}

/**
 * Why a page is doubted beside the last one: it has under half of its results as deep as both were read, or other hosts. Null: it is not.
 * `isLoss`: a site that had a rank is not on it.
 */
export function doubtOf(page: PageMark, earlier: Earlier | null, isLoss = false): Doubts | null {
  if (!earlier) return null
  const depth = Math.min(page.depth, earlier.depth)
  if (Math.min(page.count, depth) * 2 < Math.min(earlier.count, depth)) return 'short'
  return sharedHosts(page, earlier) < minOf(earlier, isLoss) ? 'other' : null
}

/** How many hosts have to stay: fewer where the phrase's honest pages always change, as those of news do, unless a site is lost with them. */
function minOf({ hosts, usual }: Earlier, isLoss: boolean): number {
  const min = usual === null || usual >= 4 || isLoss ? minShared : usual >= 2 ? 1 : 0
  return Math.min(min, hosts.length)
}

/** Whether a doubted page is believed after all: another provider shows the same, or three looks do, for as long as its kind of doubt needs. */
export function isConfirmed(
  page: DoubtedPage,
  doubted: readonly DoubtedPage[],
  { why, usual }: { why: Doubts; usual: number | null },
): boolean {
  const agreeing = doubted.filter((other) => agrees(page, other, usual ?? assumedOverlap))
  const since = Math.min(...agreeing.map(({ at }) => Date.parse(at)))
  const forMs = Date.parse(page.at) - since
  const isShared = agreeing.some(({ source }) => source !== page.source)
  if (isShared && forMs >= agreeingMs[why].another) return true
  return agreeing.length >= maxLooks - 1 && forMs >= agreeingMs[why].same
}

/** Pages of one hour have half of their hosts in common, and later ones two thirds of those that usually stay, if that is less. */
function agrees(a: DoubtedPage, b: DoubtedPage, usual: number): boolean {
  const depth = Math.min(a.depth, b.depth)
  const [fewer = 0, more = 0] = [Math.min(a.count, depth), Math.min(b.count, depth)].sort((x, y) => x - y)
  const half = Math.ceil(Math.min(a.hosts.length, b.hosts.length) / 2)
  const isLater = Math.abs(Date.parse(a.at) - Date.parse(b.at)) >= hourMs
  const min = isLater ? Math.min(half, Math.floor((usual * 2) / 3)) : half
  return fewer * 2 >= more && sharedHosts(a, b) >= min
}

function sharedHosts(a: PageMark, b: PageMark): number {
  return a.hosts.filter((host) => b.hosts.includes(host)).length
}

/** How many of ten hosts usually stay, with one more page: an average in which a page counts three tenths. */
export function usualOverlap(page: PageMark, earlier: Earlier | null): number | null {
  if (!earlier || earlier.hosts.length < topLength / 2) return earlier?.usual ?? null
  return (earlier.usual ?? assumedOverlap) * (1 - overlapWeight) + sharedHosts(page, earlier) * overlapWeight
}

/** When a doubted page is looked at again: within the hour, then a day later; null: at its next regular check. */
export function nextLook(looks: number, now: Date): Date | null {
  const look = (looks - 1) % maxLooks
  if (look === maxLooks - 1) return null
  return new Date(now.getTime() + (look === 0 ? hourMs : dayMs - hourMs))
}

/** Whether a domain that had a rank is not on a page. */
export function isLost(page: CompactPage, { domain, rank }: Owner): boolean {
  return rank !== null && rank > 0 && rankOnPage(page, domain).position === 0
}

/** Whether it is lost on a page that could not be read as far as a page below that rank. */
export function isUnread(page: CompactPage & { depth: number }, owner: Owner): boolean {
  return isLost(page, owner) && page.depth < Math.min(owner.depth, depthAround(owner.rank ?? 0))
}

type Looked = { checkedAt: Date | null }
type ReadPage = CompactPage & { depth: number }

/** A check that follows another one so soon looks at the same page again. */
const oneCheckMs = 12 * hourMs
const secondAfterMs = hourMs / 2

export function isSecondLook({ checkedAt }: Looked, now: Date): boolean {
  return checkedAt !== null && now.getTime() - checkedAt.getTime() < oneCheckMs
}

/** When a page is looked at again that shows a domain far behind the places of its last looks; null where it does not, or was. */
export function secondLookAt(
  keyword: Looked & { places: readonly number[]; domain: string },
  page: ReadPage & { fetchedAt: Date },
): Date | null {
  if (isSecondLook(keyword, page.fetchedAt)) return null
  const { position } = rankOnPage(page, keyword.domain)
  const isFar = needsSecondLook(keyword.places, position === 0 ? page.depth + 1 : position)
  return isFar ? new Date(page.fetchedAt.getTime() + secondAfterMs) : null
}
