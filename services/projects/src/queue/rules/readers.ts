import { nextDue } from '@rts/shared/daily-slot'
import type { PlanTable } from '@rts/shared/plans'
import { type DepthReader, type DepthTerms, type Reading, readingOf } from './depth.ts'
import { isDue, rhythmOf } from './rhythm.ts'

type Due = { dueAt: Date | null }
type Rhythm = Parameters<typeof rhythmOf>[0]

/** The readers that are due for a page fetched at `seenAt`, and the others. */
export function splitByDue<R extends Due>(readers: readonly R[], seenAt: Date): { due: R[]; others: R[] } {
  return {
    due: readers.filter((reader) => isDue(reader, seenAt)),
    others: readers.filter((reader) => !isDue(reader, seenAt)),
  }
}

type Seen<R> = { asked: number; seenAt: Date; isFoundIn(reader: R, depth: number): boolean }

/**
 * The readers that a page serves, each with how deep it reads it, and those that stay due because they read deeper: `lost` among them
 * are those whose site is not found, and which read the whole depth next.
 */
export function served<R extends DepthReader>(
  due: readonly R[],
  { asked, seenAt, isFoundIn }: Seen<R>,
  terms: DepthTerms,
) {
  const readers: (R & Reading)[] = []
  const waiting: R[] = []
  const lost: R[] = []
  for (const reader of due) {
    const reading = readingOf(reader, { asked, seenAt, isFoundIn: (depth) => isFoundIn(reader, depth) }, terms)
    if (!('deeper' in reading)) readers.push({ ...reader, ...reading })
    else waiting.push(reader)
    if ('deeper' in reading && reading.isLost) lost.push(reader)
  }
  return { readers, waiting, lost }
}

/** A checked reader with the time of its next regular check. */
export function untilNext<R extends Rhythm>(
  reader: R,
  { slotSeconds, seenAt, plans }: { slotSeconds: number; seenAt: Date; plans: PlanTable },
): R & { dueAt: Date } {
  return { ...reader, dueAt: nextDue(seenAt, rhythmOf(reader, plans), slotSeconds) }
}

/** When the first reader is due; null if no reader has a due time. */
export function earliestDue(readers: readonly Due[]): Date | null {
  const dues = readers.flatMap(({ dueAt }) => (dueAt ? [dueAt.getTime()] : []))
  return dues.length === 0 ? null : new Date(Math.min(...dues))
}
