// Counts the blocks of code that a function runs.
import { Session } from 'node:inspector/promises'
import { parentPort, workerData } from 'node:worker_threads'

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
const { [workerData.name]: work, [workerData.make]: make } = await import(workerData.module)

/** How often V8 has run each block of code since it was asked last. */
async function blocks(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const counts = result.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
  return counts.reduce((sum, count) => sum + count, 0)
}

parentPort?.on('message', async (given: unknown[]) => {
  const input = make ? [make(...given)] : given
  await blocks()
  try {
    await work(...input)
  } catch (error) {
    // A refusal is work too; a stack that is full is a fault.
    if (error instanceof RangeError && error.message.includes('call stack')) throw error
  }
  parentPort?.postMessage(await blocks())
})
