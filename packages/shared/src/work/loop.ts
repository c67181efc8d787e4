import { createSignal } from '../signal.ts'

export type Loop = { wake(): void; stop(): Promise<void> }
export type LoopOptions = {
  /** One round of work; true when there is more to do at once. */
  round(): Promise<boolean>
  /** The longest pause between two rounds. */
  pollMs: number
  onError(error: unknown): void
}

/** Repeats a round until it is stopped: at once while there is more, else when woken or after `pollMs`. `stop` waits for the last round. */
export function startLoop({ round, pollMs, onError }: LoopOptions): Loop {
  const signal = createSignal()
  let stopped = false
  const attempt = () =>
    round().catch((error: unknown) => {
      onError(error)
      return false
    })
  const loop = (async () => {
    while (!stopped) if (!(await attempt()) && !stopped) await signal.wait(pollMs)
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
