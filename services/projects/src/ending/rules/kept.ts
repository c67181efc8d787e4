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

/** How far back an import may reach where history is kept for ever: each month that it writes to is a partition that all reads pass. */
const importMonths = 60

/** The first time of the history that is kept: the month that is `months` before this one. */
export function historyStart(now: Date, months: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1))
}

/** The earliest time that an import may write. */
export function importStart(now: Date, historyMonths: number | undefined): Date {
  return historyStart(now, Math.min(historyMonths ?? importMonths, importMonths))
}
