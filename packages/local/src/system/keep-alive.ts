import { setTimeout as delay } from 'node:timers/promises'
import type { ChildExit } from '../process.ts'

const restartPauseMs = 500

export type Alive = { exited: Promise<ChildExit>; stop(): Promise<unknown> }

/** Restarts a program with `again` whenever it ends, and retries if that fails; `onEnd` gets each exit. `stop` ends it for good. */
export function keepAlive(
  first: Alive,
  again: () => Promise<Alive>,
  onEnd: (exit: ChildExit) => void,
): { stop(): Promise<void> } {
  let isStopping = false
  let current = first
  async function watch(): Promise<void> {
    while (!isStopping) {
      const exit = await current.exited
      if (isStopping) return
      onEnd(exit)
      let next: Alive | undefined
      while (!next) {
        await delay(restartPauseMs)
        if (isStopping) return
        next = await again().catch(() => undefined)
      }
      current = next
    }
    await current.stop()
  }
  const watching = watch()
  return {
    stop: async () => {
      isStopping = true
      await current.stop()
      await watching
    },
  }
}
