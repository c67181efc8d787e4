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
