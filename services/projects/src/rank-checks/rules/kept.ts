import { dayMs } from '@rts/shared/clock'
import { trashDays } from '@rts/shared/contract/rows/trash'

/** What was deleted at this time or later is kept; what was deleted before it goes for good. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - trashDays * dayMs)
}

/** The last moment at which what was deleted at a time is kept. */
export function keptUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + trashDays * dayMs)
}
