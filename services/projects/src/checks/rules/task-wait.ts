const minuteMs = 60_000
const shortestMs = 20_000
const longestMs = 10 * minuteMs

/** After this long an ordered page is fetched live: the provider's queue takes minutes, at most three quarters of an hour. */
export const taskPatienceMs = 180 * minuteMs
/** An older order would show another day, so it is not collected. */
export const taskLifetimeMs = 24 * 60 * minuteMs

/** When an ordered page is asked for again: after as long as the order is old, at least 20 seconds and at most ten minutes. */
export function nextPoll(orderedAt: Date, now: Date): Date {
  const age = now.getTime() - orderedAt.getTime()
  return new Date(now.getTime() + Math.min(longestMs, Math.max(shortestMs, age)))
}

/** The time of a collected page: now, or that of its order if the order is more than an hour old. */
export function timeOfCollected(orderedAt: Date, now: Date): Date {
  return now.getTime() - orderedAt.getTime() > 60 * minuteMs ? orderedAt : now
}
