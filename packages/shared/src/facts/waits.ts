/** While it lasts no other relay tries the delivery. */
export const leaseMs = 30_000
/** A stuck delivery is reported and retried hourly, never dropped. */
export const stuckAfterTries = 20
export const stuckRetrySeconds = 3_600
export const longestBackOffSeconds = 600

/** Doubles from one second to ten minutes; hourly once stuck. */
export function backOffSeconds(tries: number): number {
  return tries >= stuckAfterTries ? stuckRetrySeconds : Math.min(longestBackOffSeconds, 2 ** Math.min(tries - 1, 10))
}
