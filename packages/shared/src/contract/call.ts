import type { Caller } from './caller.ts'

export type Call = {
  caller: Caller
  /** Milliseconds of `performance.now()`. */
  deadlineAt: number
  signal: AbortSignal
}
