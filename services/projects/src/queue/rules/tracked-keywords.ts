import { dayMs } from '@rts/shared/clock'
import { nextDue } from '@rts/shared/daily-slot'
import { deepestPage, type Plan, type PlanTable } from '@rts/shared/plans'
import { isDue, rhythmOf } from './rhythm.ts'

type Due = { dueAt: Date | null }
type Rhythm = Parameters<typeof rhythmOf>[0]

/** The keywords that are due for a page fetched at `seenAt`, and the others. */
export function splitByDue<R extends Due>(keywords: readonly R[], seenAt: Date): { due: R[]; others: R[] } {
  return {
    due: keywords.filter((keyword) => isDue(keyword, seenAt)),
    others: keywords.filter((keyword) => !isDue(keyword, seenAt)),
  }
}

type Seen<R> = { asked: number; seenAt: Date; isFoundIn(keyword: R, depth: number): boolean }

/** The keywords that a page serves, and those that stay due because they read deeper; `lost`: because their site is not found. */
export function served<R extends DepthFacts>(
  due: readonly R[],
  { asked, seenAt, isFoundIn }: Seen<R>,
  terms: DepthTerms,
) {
  const keywords: (R & Reading)[] = []
  const waiting: R[] = []
  const lost: R[] = []
  for (const keyword of due) {
    const reading = readingOf(keyword, { asked, seenAt, isFoundIn: (depth) => isFoundIn(keyword, depth) }, terms)
    if (!('deeper' in reading)) keywords.push({ ...keyword, ...reading })
    else waiting.push(keyword)
    if ('deeper' in reading && reading.isLost) lost.push(keyword)
  }
  return { keywords, waiting, lost }
}

/** A checked keyword with the time of its next regular check. */
export function untilNext<R extends Rhythm>(
  keyword: R,
  { slotSeconds, seenAt, plans }: { slotSeconds: number; seenAt: Date; plans: PlanTable },
): R & { dueAt: Date } {
  return { ...keyword, dueAt: nextDue(seenAt, rhythmOf(keyword, plans), slotSeconds) }
}

/** When the first keyword is due; null if no keyword has a due time. */
export function earliestDue(keywords: readonly Due[]): Date | null {
  const dues = keywords.flatMap(({ dueAt }) => (dueAt ? [dueAt.getTime()] : []))
  return dues.length === 0 ? null : new Date(Math.min(...dues))
}

/** The facts that decide how deep a keyword's page is read; depths are numbers of organic results. */
export type DepthFacts = {
  plan: Plan
  /** The site's settings; null for the plan's depth and the service's default. */
  siteDepth: number | null
  siteSmart: boolean | null
  /** The latest position of the site's own domain: 0 if it was not found, null before the first check. */
  rank: number | null
  /** When the page was last read to the whole depth; null if the next one is to be. */
  wholeAt: Date | null
}
export type DepthTerms = { plans: PlanTable; isSmart: boolean }
/** How deep a keyword reads a page, and whether that is all that it ever reads. */
export type Reading = { depth: number; isWhole: boolean }

const pageSize = 10
const unrankedDepth = 2 * pageSize
/** Half a day less than a week: a check is at most so much early. */
const wholeEveryMs = 6.5 * dayMs

function wholeDepth({ plan, siteDepth }: Pick<DepthFacts, 'plan' | 'siteDepth'>, { plans }: DepthTerms): number {
  const max = plans[plan].maxDepth
  return Math.min(siteDepth ?? max, max)
}

/** From the first page through the one after a rank. */
export function depthAround(rank: number): number {
  return (Math.ceil(rank / pageSize) + 1) * pageSize
}

/**
 * How deep a keyword's page is read at `now`. Smart reads from the first page through the one after the last rank of the site's own
 * domain; two pages while it is not found, and once a week all. Competitors are looked for as deep as that and no deeper.
 */
export function depthToRead(keyword: DepthFacts, terms: DepthTerms, now: Date): number {
  const whole = wholeDepth(keyword, terms)
  const { rank, wholeAt } = keyword
  if (!(keyword.siteSmart ?? terms.isSmart) || rank === null || wholeAt === null) return whole
  if (rank > 0) return Math.min(whole, depthAround(rank))
  return now.getTime() - wholeAt.getTime() >= wholeEveryMs ? whole : Math.min(whole, unrankedDepth)
}

/**
 * How a keyword reads a page that was asked for `asked` results deep: as if it had been fetched for the keyword alone. A site that had a
 * rank and is not found reads the whole depth. `deeper`: the page was not read so far; with `isLost` because the site is not found.
 */
export function readingOf(
  keyword: DepthFacts,
  { asked, seenAt, isFoundIn }: { asked: number; seenAt: Date; isFoundIn(depth: number): boolean },
  terms: DepthTerms,
): Reading | { deeper: true; isLost: boolean } {
  const whole = wholeDepth(keyword, terms)
  const wanted = depthToRead(keyword, terms, seenAt)
  const isLost = wanted < whole && keyword.rank !== null && keyword.rank > 0 && wanted <= asked && !isFoundIn(wanted)
  const depth = isLost ? whole : wanted
  return depth > asked ? { deeper: true, isLost } : { depth, isWhole: depth === whole }
}

/** The depth to ask for: that of the deepest keyword. Without keywords the deepest of all, which no keyword finds too short. */
export function deepestOf(keywords: readonly DepthFacts[], terms: DepthTerms, now: Date): number {
  if (keywords.length === 0) return deepestPage
  return Math.max(...keywords.map((keyword) => depthToRead(keyword, terms, now)))
}
