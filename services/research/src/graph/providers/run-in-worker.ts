import { Worker } from 'node:worker_threads'
import type { StepRow } from '../rules/releases.ts'
import { GraphFormatError } from './parse.ts'
import type { Step, StepEnd } from './steps.ts'

export type Message = { rows: StepRow[] } | { part: number | null } | { end: StepEnd } | { malformed: string }
export type StepSink = { store(rows: StepRow[]): Promise<void>; progress(part: number | null): void }

/** A small young generation frees read chunks early: a lower peak. */
const resourceLimits = { maxYoungGenerationSizeMb: 2 }

/** Runs a step in a worker; abortable. Rejects with the step's error. */
export function runInWorker(step: Step, { store, progress }: StepSink, signal: AbortSignal): Promise<StepEnd> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const worker = new Worker(new URL('./graph-worker.ts', import.meta.url), { workerData: step, resourceLimits })
    const stop = () => void worker.terminate()
    signal.addEventListener('abort', stop, { once: true })
    worker.on('message', (message: Message) => {
      if ('end' in message) resolve(message.end)
      else if ('malformed' in message) reject(new GraphFormatError(message.malformed))
      else if ('part' in message) progress(message.part)
      else {
        store(message.rows).then(
          () => worker.postMessage('stored'),
          (error: unknown) => {
            stop()
            reject(error)
          },
        )
      }
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      signal.removeEventListener('abort', stop)
      reject(signal.reason ?? new Error('the worker ended early'))
    })
  })
}
