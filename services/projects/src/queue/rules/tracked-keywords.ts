import { nextDue } from '@rts/shared/daily-slot'
import type { PlanTable } from '@rts/shared/plans'
import { type DepthFacts, type DepthTerms, type Reading, readingOf } from './depth.ts'
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

/**
 * The keywords that a page serves, each with how deep it reads it, and those that stay due because they read deeper: `lost` among them
 * are those whose site is not found, and which read the whole depth next.
 */
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
