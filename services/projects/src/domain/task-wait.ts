const minuteMs = 60_000
const shortestMs = 20_000
const longestMs = 10 * minuteMs

/** After this long an ordered page is fetched live: the provider's queue takes minutes, at most three quarters of an hour. */
export const taskPatienceMs = 180 * minuteMs
/** What was ordered longer ago shows another day: it is not collected any more. */
export const taskLifetimeMs = 24 * 60 * minuteMs

/** When an ordered page is asked for again: when the order is twice as old, within 20 seconds and ten minutes. */
export function nextPoll(orderedAt: Date, now: Date): Date {
  const age = now.getTime() - orderedAt.getTime()
  return new Date(now.getTime() + Math.min(longestMs, Math.max(shortestMs, age)))
}

/** The time a collected page stands for: now, or that of its order where nobody looked for a long time. */
export function timeOfCollected(orderedAt: Date, now: Date): Date {
  return now.getTime() - orderedAt.getTime() > 60 * minuteMs ? orderedAt : now
}
