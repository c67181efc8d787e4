import { setImmediate } from 'node:timers/promises'

/** Runs a long computation step by step; between two steps the event loop serves everybody else. */
export async function inTurns<T>(steps: Iterator<void, T>): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    await setImmediate()
  }
}
