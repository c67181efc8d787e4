import { Refusal } from './send.ts'

/** While something that passes stands in the way, a page asks again by itself: so often. */
const againMs = 5_000

/** Whether asking again may help. */
export function isPassing(error: unknown): boolean {
  return error instanceof Refusal && error.problem.retryable === true
}

/** When a query asks again after its last answer; false for never. */
export function askAgainMs({ error }: { error: unknown }): number | false {
  return error instanceof Refusal && error.problem.code === 'unavailable' ? againMs : false
}
