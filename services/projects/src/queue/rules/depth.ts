import { dayMs } from '@rts/shared/clock'
import { deepestPage, type Plan, type PlanTable } from '@rts/shared/plans'

/** The facts that decide how deep a reader's page is read; depths are numbers of organic results. */
export type DepthReader = {
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
/** How deep a reader reads a page, and whether that is all that it ever reads. */
export type Reading = { depth: number; isWhole: boolean }

const pageSize = 10
const unrankedDepth = 2 * pageSize
/** Half a day less than a week: a check is at most so much early. */
const wholeEveryMs = 6.5 * dayMs

/** The depth of a site, which is at most that of its plan. */
function wholeDepth({ plan, siteDepth }: Pick<DepthReader, 'plan' | 'siteDepth'>, { plans }: DepthTerms): number {
  const max = plans[plan].maxDepth
  return Math.min(siteDepth ?? max, max)
}

/** From the first page through the one after a rank. */
export function depthAround(rank: number): number {
  return (Math.ceil(rank / pageSize) + 1) * pageSize
}

/**
 * How deep a reader's page is read at `now`. Smart reads from the first page through the one after the last rank of the site's own
 * domain; two pages while it is not found, and once a week all. Competitors are looked for as deep as that and no deeper.
 */
export function depthToRead(reader: DepthReader, terms: DepthTerms, now: Date): number {
  const whole = wholeDepth(reader, terms)
  const { rank, wholeAt } = reader
  if (!(reader.siteSmart ?? terms.isSmart) || rank === null || wholeAt === null) return whole
  if (rank > 0) return Math.min(whole, depthAround(rank))
  return now.getTime() - wholeAt.getTime() >= wholeEveryMs ? whole : Math.min(whole, unrankedDepth)
}

/**
 * How a reader reads a page that was asked for `asked` results deep: as if it had been fetched for the reader alone. A site that had a
 * rank and is not found reads the whole depth. `deeper`: the page was not read so far; with `isLost` because the site is not found.
 */
export function readingOf(
  reader: DepthReader,
  { asked, seenAt, isFoundIn }: { asked: number; seenAt: Date; isFoundIn(depth: number): boolean },
  terms: DepthTerms,
): Reading | { deeper: true; isLost: boolean } {
  const whole = wholeDepth(reader, terms)
  const wanted = depthToRead(reader, terms, seenAt)
  const isLost = wanted < whole && reader.rank !== null && reader.rank > 0 && wanted <= asked && !isFoundIn(wanted)
  const depth = isLost ? whole : wanted
  return depth > asked ? { deeper: true, isLost } : { depth, isWhole: depth === whole }
}

/** The depth to ask for: that of the deepest reader. Without readers the deepest of all, which no reader finds too short. */
export function deepestOf(readers: readonly DepthReader[], terms: DepthTerms, now: Date): number {
  if (readers.length === 0) return deepestPage
  return Math.max(...readers.map((reader) => depthToRead(reader, terms, now)))
}
