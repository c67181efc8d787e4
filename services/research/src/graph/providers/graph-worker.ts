import { parentPort, workerData } from 'node:worker_threads'
import { GraphFormatError } from './parse.ts'
import type { Message } from './run-in-worker.ts'
import { runStep } from './steps.ts'

const everyMs = 1_000

/** An import step in a thread: parsing takes a CPU for minutes. */
async function main(): Promise<void> {
  let sentAt = 0
  const end = await runStep(workerData, {
    // Backpressure: the next rows wait until these are stored.
    send: (rows) =>
      new Promise((resolve) => {
        parentPort?.once('message', () => resolve())
        send({ rows })
      }),
    progress: (part) => {
      if (performance.now() - sentAt < everyMs) return
      sentAt = performance.now()
      send({ part })
    },
  })
  send({ end })
}

function send(message: Message): void {
  parentPort?.postMessage(message)
}

try {
  await main()
} catch (error) {
  // Errors lose their class between threads.
  if (!(error instanceof GraphFormatError)) throw error
  send({ malformed: error.message })
}
parentPort?.close()
