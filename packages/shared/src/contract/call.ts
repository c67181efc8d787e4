import type { Caller } from './caller.ts'

export type Call = {
  caller: Caller
  /** Milliseconds of `performance.now()`. */
  deadlineAt: number
  /** Fires when the caller left or time is up. */
  signal: AbortSignal
}
