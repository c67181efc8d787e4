import type { PlanTable } from '@rts/shared/plans'
import { isDue, nextDue, rhythmOf } from './rhythm.ts'

type Due = { dueAt: Date | null }
type Rhythm = Parameters<typeof rhythmOf>[0]

/** The readers that are due for a page fetched at `seenAt`, and the others. */
export function splitByDue<R extends Due>(readers: readonly R[], seenAt: Date): { due: R[]; others: R[] } {
  return {
    due: readers.filter((reader) => isDue(reader, seenAt)),
    others: readers.filter((reader) => !isDue(reader, seenAt)),
  }
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
