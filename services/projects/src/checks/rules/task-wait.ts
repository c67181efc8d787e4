const minuteMs = 60_000
const shortestMs = 20_000
const longestMs = 10 * minuteMs

/** After this long a submitted page is fetched live: the provider's queue takes minutes, at most three quarters of an hour. */
export const taskPatienceMs = 180 * minuteMs
/** An older task would show another day, so it is not collected. */
export const taskLifetimeMs = 24 * 60 * minuteMs

/** When a submitted page is asked for again: after as long as its task is old, at least 20 seconds and at most ten minutes. */
export function nextPoll(submittedAt: Date, now: Date): Date {
  const age = now.getTime() - submittedAt.getTime()
  return new Date(now.getTime() + Math.min(longestMs, Math.max(shortestMs, age)))
}

/** The time of a collected page: now, or that of its task if the task is more than an hour old. */
export function timeOfCollected(submittedAt: Date, now: Date): Date {
  return now.getTime() - submittedAt.getTime() > 60 * minuteMs ? submittedAt : now
}
