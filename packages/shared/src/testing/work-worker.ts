// Counts what a function does, in a thread of its own whose built-in functions are replaced by ones that count.
import { Session } from 'node:inspector/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { nativeWork } from './native-work.ts'

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
const { [workerData.name]: work, [workerData.make]: make } = await import(workerData.module)
const natives = nativeWork()

/** How often V8 has run each block of code since it was asked last. */
async function blocks(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const counts = result.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges.map(({ count }) => count)))
  return counts.reduce((sum, count) => sum + count, 0)
}

parentPort?.on('message', async (given: unknown[]) => {
  const input = make ? [make(...given)] : given
  await blocks()
  natives.begin()
  try {
    await work(...input)
  } catch (error) {
    // A refusal is work too. A matcher that runs out of stack would be work that is not counted.
    if (error instanceof RangeError && error.message.includes('call stack')) throw error
  }
  const handled = natives.end()
  parentPort?.postMessage((await blocks()) + handled)
})
