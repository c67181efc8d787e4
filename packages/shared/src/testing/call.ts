import type { Call, Caller } from '../contract/caller.ts'

/** A call without a deadline. */
export function callBy(caller: Caller): Call {
  return { caller, deadlineAt: Number.POSITIVE_INFINITY, signal: new AbortController().signal }
}
