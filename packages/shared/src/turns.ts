import { setImmediate } from 'node:timers/promises'

/** Runs a long computation step by step, so that the event loop serves other work between two steps. */
export async function inTurns<T>(steps: Iterator<void, T>): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    await setImmediate()
  }
}

/** Runs at most `atOnce` tasks at once, the others in the order of their arrival. */
export function createTurns(atOnce: number) {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

/** Runs tasks of one owner one after the other; owners do not wait for each other. */
export function createOwnTurns() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(owner) ?? Promise.resolve()
    const own = before.then(work)
    const end = own.catch(() => {})
    last.set(owner, end)
    try {
      return await own
    } finally {
      if (last.get(owner) === end) last.delete(owner)
    }
  }
}
