/** Steps that wait for the event loop; each round of the loop runs the first one. */
const queue: (() => void)[] = []
let isScheduled = false

/**
 * Runs a long computation one step per round of the event loop. All such computations share the round's step, so a call waits for one
 * step at most, however many computations run.
 */
export async function runInSteps<T>(steps: Iterator<void, T>): Promise<T> {
  for (;;) {
    await queuedTick()
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Maps items, `atOnce` of them in one step of `runInSteps`. */
export function mapInSteps<A, B>(items: readonly A[], atOnce: number, map: (item: A) => B): Promise<B[]> {
  return runInSteps(mapped(items, atOnce, map))
}

function* mapped<A, B>(items: readonly A[], atOnce: number, map: (item: A) => B): Generator<void, B[]> {
  const done: B[] = []
  for (const item of items) {
    if (done.length > 0 && done.length % atOnce === 0) yield
    done.push(map(item))
  }
  return done
}

const yieldBytes = 16_384

/** Call before parsing a body: one of more than 16 KB waits for its round of the event loop, like a step of `runInSteps`. */
export async function yieldForLarge({ length }: Uint8Array): Promise<void> {
  if (length > yieldBytes) await queuedTick()
}

function queuedTick(): Promise<void> {
  return new Promise((resolve) => {
    queue.push(resolve)
    schedule()
  })
}

function schedule(): void {
  if (isScheduled || queue.length === 0) return
  isScheduled = true
  setImmediate(() => {
    isScheduled = false
    queue.shift()?.()
    schedule()
  })
}

/** A limit on concurrency: at most `atOnce` tasks run, the others wait in the order of their arrival. */
export function createLimit(atOnce: number) {
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

/** Runs the tasks of one owner one after the other; owners do not wait for each other. */
export function createSerial() {
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

/** The answer, or `otherwise` if it has not come within `ms`. A late answer or error is dropped. */
export async function inTime<T, O>(ms: number, answer: Promise<T>, otherwise: O): Promise<T | O> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<O>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise).unref()
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
