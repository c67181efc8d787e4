/** A wake-up that is not lost when nobody waits for it. */
export function createSignal() {
  let pending = false
  let resolveWait = () => {}
  return {
    wake: () => {
      pending = true
      resolveWait()
    },
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(done, pending ? 0 : ms)
        function done() {
          clearTimeout(timer)
          pending = false
          resolve()
        }
        resolveWait = done
      }),
  }
}

/** Lets at most `limit` pieces of work run at once; the others wait in the order in which they came. */
export function createGate(limit: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
