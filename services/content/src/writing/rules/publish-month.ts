const monthsAhead = 24

/** The UTC month of an instant, YYYY-MM. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7)
}

/** When the next UTC month begins. */
export function nextMonth(at: Date): Date {
  return firstOf(at, 1)
}

function firstOf(at: Date, monthsOn: number): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + monthsOn))
}

/** The fault of a month to publish in; null for a good one. */
export function publishMonthIssue(month: string, now: Date): string | null {
  const first = monthOf(now)
  const last = monthOf(firstOf(now, monthsAhead))
  return month >= first && month <= last ? null : `must be a month from ${first} to ${last}`
}
