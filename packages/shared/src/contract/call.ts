import type { Caller } from './caller.ts'

export type Call = {
  caller: Caller
  /** In milliseconds, on the clock of `performance.now()`. */
  deadlineAt: number
  /** Aborted when the caller has left or the time is up. */
  signal: AbortSignal
}
