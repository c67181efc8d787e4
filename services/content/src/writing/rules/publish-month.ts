const monthsAhead = 24

/** The UTC month of an instant, YYYY-MM. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7)
}

/** The fault of a month to publish in; null for a good one. */
export function publishMonthIssue(month: string, now: Date): string | null {
  const first = monthOf(now)
  const last = monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead)))
  return month >= first && month <= last ? null : `must be a month from ${first} to ${last}`
}
