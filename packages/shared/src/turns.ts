/** Computations that wait for their next step, in the order of their last one. */
const queue: (() => void)[] = []
let isScheduled = false

/**
 * Runs a long computation step by step. Between two steps, of whichever computation, the event loop serves other work: however
 * many run at once, a call waits for one step of one of them.
 */
export async function inTurns<T>(steps: Iterator<void, T>): Promise<T> {
  for (;;) {
    await nextTurn()
    const step = steps.next()
    if (step.done) return step.value
  }
}

const largeBytes = 16_384

/** Before a text is parsed: large ones take turns with each other and with long computations, one in a round of the event loop. */
export async function turnFor({ length }: Uint8Array): Promise<void> {
  if (length > largeBytes) await nextTurn()
}

function nextTurn(): Promise<void> {
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
