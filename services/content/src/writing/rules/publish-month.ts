const monthsAhead = 24

/** UTC, YYYY-MM. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7)
}

export function nextMonth(at: Date): Date {
  return firstOf(at, 1)
}

function firstOf(at: Date, monthsOn: number): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + monthsOn))
}

/** Null: valid. */
export function publishMonthIssue(month: string, now: Date): string | null {
  const first = monthOf(now)
  const last = monthOf(firstOf(now, monthsAhead))
  return month >= first && month <= last ? null : `must be a month from ${first} to ${last}`
}
