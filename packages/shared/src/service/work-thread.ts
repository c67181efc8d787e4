import { once } from 'node:events'
import { type MessagePort, Worker } from 'node:worker_threads'
import type { Call, Caller } from '../contract/caller.ts'
import { Free } from '../contract/free.ts'
import type { OperationName } from '../contract/table.ts'
import { Written } from '../contract/written.ts'
import { AppError, type ErrorCode, type ErrorFacts } from '../errors.ts'
import { traceparent } from '../traces/spans.ts'

export type LargeCall = { name: OperationName; params: unknown; query: unknown } & (
  | { body: Uint8Array; message?: undefined }
  | { message: Uint8Array; body?: undefined }
)
/** `deadline`: milliseconds since 1970; threads have different monotonic clocks. */
export type ThreadCall = LargeCall & { id: number; caller: Caller; deadline: number; trace: string | undefined }
export type ToThread = { call: ThreadCall } | { left: number } | { metrics: number } | { stop: true }
export type FromThread =
  | { begun: true }
  | { id: number; json: Uint8Array<ArrayBuffer>; isFree: boolean }
  | { id: number; refused: { code: ErrorCode; message: string; facts: ErrorFacts } }
  | { id: number; metrics: string }

/** Larger bodies would hold other calls on the main thread. */
const threadBytes = 65_536

export type WorkThread = {
  takes(bytes: number): boolean
  answer(asked: LargeCall, call: Call): Promise<Written | Free<Written>>
  /** Prometheus' text format; empty before work begins. */
  metrics(): Promise<string>
  stop(): Promise<void>
}

export function startWorkThread(entry: string, env: NodeJS.ProcessEnv): WorkThread {
  const thread = new Worker(entry, { env })
  thread.on('error', (error) => {
    throw error
  })
  return openWorkThread(thread, 'exit')
}

/** `end` is the event that ends `port`. Calls wait until work begins. */
export function openWorkThread(port: Worker | MessagePort, end: 'exit' | 'close'): WorkThread {
  const waiting = new Map<number, (said: FromThread) => void>()
  let asked = 0
  let isStopping = false
  let hasBegun = false
  // safe because both have these two
  const events = port as MessagePort
  events.on('message', (said: FromThread) => {
    hasBegun = true
    if (!('id' in said)) return
    waiting.get(said.id)?.(said)
    waiting.delete(said.id)
  })
  const exited = once(events, end).then(() => {
    if (!isStopping) throw new Error('the work thread has ended')
  })
  const say = (message: ToThread) => port.postMessage(message)
  const ask = (message: (id: number) => ToThread) =>
    new Promise<FromThread>((resolve) => {
      waiting.set(++asked, resolve)
      say(message(asked))
    })

  return {
    takes: (bytes) => bytes > threadBytes,

    async answer(large, { caller, deadlineAt, signal }) {
      let leave = () => {}
      const answered = ask((id) => {
        leave = () => say({ left: id })
        return { call: { ...large, id, caller, deadline: performance.timeOrigin + deadlineAt, trace: traceparent() } }
      })
      signal.addEventListener('abort', leave, { once: true })
      const said = await answered
      signal.removeEventListener('abort', leave)
      if ('refused' in said) throw new AppError(said.refused.code, said.refused.message, said.refused.facts)
      if (!('json' in said)) throw new Error('the work thread has answered something else')
      const written = new Written(large.name, said.json)
      return said.isFree ? new Free(written) : written
    },

    async metrics() {
      if (!hasBegun) return ''
      const said = await ask((metrics) => ({ metrics }))
      return 'metrics' in said ? said.metrics : ''
    },

    async stop() {
      isStopping = true
      say({ stop: true })
      await exited
    },
  }
}
