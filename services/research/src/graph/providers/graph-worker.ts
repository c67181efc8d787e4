import { parentPort, workerData } from 'node:worker_threads'
import { GraphFormatError } from './parse.ts'
import type { Message } from './run-in-worker.ts'
import { runStep } from './steps.ts'

const everyMs = 1_000

/** One step of an import in a thread of its own: parsing takes a whole processor for minutes. */
async function main(): Promise<void> {
  let sentAt = 0
  const end = await runStep(workerData, {
    // The next rows are read when these are stored, so that a slow database costs no memory.
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
  // An error that leaves a thread is of no class any more.
  if (!(error instanceof GraphFormatError)) throw error
  send({ malformed: error.message })
}
parentPort?.close()
