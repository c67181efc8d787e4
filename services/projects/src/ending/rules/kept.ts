import { dayMs } from '@rts/shared/clock'

const trashDays = 30

/** Rows that were deleted at this time or later are kept; earlier ones go for good. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - trashDays * dayMs)
}

/** The last moment at which a row is kept that was deleted at a time. */
export function keptUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + trashDays * dayMs)
}
