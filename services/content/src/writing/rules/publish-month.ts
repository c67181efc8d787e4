const monthsAhead = 24

/** The UTC month of an instant, YYYY-MM. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7)
}

/** What is wrong with a month to publish in; null if nothing is. */
export function publishMonthIssue(month: string, now: Date): string | null {
  const first = monthOf(now)
  const last = monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead)))
  return month >= first && month <= last ? null : `must be a month from ${first} to ${last}`
}
