import type { Caller } from './caller.ts'

/** A call under way: who asks, until when an answer is of use, and whether somebody still waits for it. */
export type Call = {
  caller: Caller
  /** In milliseconds, on the clock of `performance.now()`. */
  deadlineAt: number
  /** Aborted when the caller has left or the time is up. */
  gone: AbortSignal
}
