import type { Call } from '../contract/call.ts'
import type { Caller } from '../contract/caller.ts'

/** A call that has all the time there is. */
export function callBy(caller: Caller): Call {
  return { caller, deadlineAt: Number.POSITIVE_INFINITY, gone: new AbortController().signal }
}
