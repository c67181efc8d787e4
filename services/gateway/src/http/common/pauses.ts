const tickMs = 100
const pauseMs = 1_000

export type Pauses = ReturnType<typeof watchPauses>

/** Detects when this process was paused: stopped, swapped out or busy. Timeouts during a pause are not the fault of others. */
export function watchPauses() {
  let tickAt = performance.now()
  let endedAt = Number.NEGATIVE_INFINITY
  const look = () => {
    const now = performance.now()
    if (now - tickAt > pauseMs) endedAt = now
    tickAt = now
  }
  setInterval(look, tickMs).unref()
  return {
    /** Whether a pause ended at or after `at`, a time of `performance.now()`. */
    since(at: number): boolean {
      // After a pause the caller's expired timer may run before the tick.
      look()
      return endedAt >= at
    },
  }
}
