export type Loop = { wake(): void; stop(): Promise<void> }
export type LoopOptions = {
  /** True when more work is due now. */
  round(): Promise<boolean>
  pollMs: number
  /** `pollMs` by default. */
  retryMs?: number
  onError(error: unknown): void
}

/** Repeats a round until stopped: at once while work is due, else when woken or after `pollMs`. `stop` waits for the last round. */
export function startLoop({ round, pollMs, retryMs = pollMs, onError }: LoopOptions): Loop {
  const signal = createSignal()
  let stopped = false
  const attempt = () =>
    round().then(
      (isMore) => (isMore ? 0 : pollMs),
      (error: unknown) => {
        onError(error)
        return retryMs
      },
    )
  const loop = (async () => {
    while (!stopped) {
      const pauseMs = await attempt()
      if (pauseMs > 0 && !stopped) await signal.wait(pauseMs)
    }
  })()
  return {
    wake: signal.wake,
    stop: () => {
      stopped = true
      signal.wake()
      return loop
    },
  }
}

/** A wake-up that is kept until the loop waits for it. */
function createSignal() {
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
          resolveWait = () => {}
          resolve()
        }
        resolveWait = done
      }),
  }
}

/** Works on one after the other until the time is over; answers those that it did, at least one. */
export async function untilOver<T>(
  forMs: number,
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<T[]> {
  const endsAt = performance.now() + forMs
  const done: T[] = []
  for (const item of items) {
    await work(item)
    done.push(item)
    if (performance.now() >= endsAt) break
  }
  return done
}
