import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const factor = 8
/** Linear work stays below this, quadratic work (64) above it. */
export const linearGrowth = 3 * factor

/**
 * Counts the blocks of code that a function runs, which a module exports. The count is the same on every machine; built-in functions
 * are not in it (`scripts/expressions.ts` checks regular expressions). It runs in a thread until it is stopped. `make` is an export
 * that makes its only argument there, uncounted.
 */
export function countWork(module: string, name: string, make = '') {
  const entry = new URL('./work-worker.ts', import.meta.url)
  const worker = new Worker(entry, { workerData: { module, name, make } })
  let broken: unknown = null
  worker.on('error', (error) => {
    broken = error
  })

  /** The work for these arguments, which are handed over as copies. */
  async function workOf(...given: unknown[]): Promise<number> {
    // A thread that has ended would never answer.
    if (broken) throw broken
    worker.postMessage(given)
    const [count] = await once(worker, 'message')
    return count
  }

  return {
    workOf,
    /** How many times the work grows for arguments of eight times the size: about 8 if it is linear, 64 if it is quadratic. */
    async growthOf(argumentsOf: (size: number) => unknown[], size: number): Promise<number> {
      // Work that is done once and kept is not counted.
      await workOf(...argumentsOf(size / factor))
      const few = await workOf(...argumentsOf(size / factor))
      return (await workOf(...argumentsOf(size))) / few
    },
    stop: () => worker.terminate(),
  }
}
