import { parentPort, workerData } from 'node:worker_threads'
import { runStep } from './steps.ts'

const everyMs = 1_000

/** One step of an import in a thread of its own: parsing takes a whole processor for minutes. */
async function main(): Promise<void> {
  let toldAt = 0
  const end = await runStep(workerData, {
    // The next rows are read when these are stored, so that a slow database costs no memory.
    send: (rows) =>
      new Promise((resolve) => {
        parentPort?.once('message', () => resolve())
        parentPort?.postMessage({ rows })
      }),
    progress: (part) => {
      if (performance.now() - toldAt < everyMs) return
      toldAt = performance.now()
      parentPort?.postMessage({ part })
    },
  })
  parentPort?.postMessage({ end })
}

await main()
parentPort?.close()
