const tickMs = 100
const pauseMs = 1_000

export type Pauses = ReturnType<typeof watchPauses>

/** Notices when this process stood still: stopped, swapped out or busy. What timed out meanwhile says nothing about others. */
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
    /** Whether a pause ended at this moment of `performance.now()` or later. */
    since(at: number): boolean {
      // After a pause the timer that ran out may be called before the tick.
      look()
      return endedAt >= at
    },
  }
}
