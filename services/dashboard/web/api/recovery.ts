import { Refusal } from './send.ts'

/** How often a page retries while a failure is temporary. */
const againMs = 5_000

export function isPassing(error: unknown): boolean {
  return error instanceof Refusal && error.problem.retryable === true
}

/** The delay until a query is retried; false for never. */
export function askAgainMs({ error }: { error: unknown }): number | false {
  return error instanceof Refusal && error.problem.code === 'unavailable' ? againMs : false
}
