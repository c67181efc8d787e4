import { setTimeout as delay } from 'node:timers/promises'
import { Client, type Dispatcher } from 'undici'
import { inTurn } from './calls.ts'

export type Request = Dispatcher.DispatchOptions
export type Answer = { status: number; body: Buffer }
/** The target of a load: requests, and whether an answer is as it must be. */
export type Target = { port: number; request(): Request; accepts(answer: Answer): boolean }
export type Pace = { connections: number; seconds: number; perSecond?: number | undefined }
/** Latencies are of all answers; `unexpected` counts those that were not accepted, `example` is the first of them. */
export type LoadResult = {
  requests: number
  seconds: number
  latenciesMs: number[]
  unexpected: number
  example: string | undefined
}

/** Accepts a 200 whose body has this text. */
export function holding(text: string): Target['accepts'] {
  return ({ status, body }) => status === 200 && body.includes(text)
}

/** Answers these requests in turn, the first one after the last. */
export function inRotation(requests: readonly Request[]): () => Request {
  let next = 0
  return () => inTurn(requests, next++)
}

/** A load ends so long after its time, whatever is still open. */
const patienceSeconds = 15

/** An error if the connection breaks. Without `request` and its streams, which cost this process half as much again. */
function send(connection: Client, request: Request): Promise<Answer | Error> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let status = 0
    connection.dispatch(request, {
      onRequestStart: () => {},
      onResponseStart: (_, code) => {
        status = code
      },
      onResponseData: (_, part) => void parts.push(part),
      onResponseEnd: () => resolve({ status, body: Buffer.concat(parts) }),
      onResponseError: (_, error) => resolve(error),
    })
  })
}

/**
 * Calls over so many connections, each of which sends one request at a time: the next one as soon as the last is answered; or, with
 * `perSecond`, the next one that is due, so that latency counts from that moment and has the wait for a connection in it.
 */
export async function runLoad({ port, request, accepts }: Target, pace: Pace): Promise<LoadResult> {
  const { connections, seconds, perSecond } = pace
  const pool = Array.from({ length: connections }, () => new Client(`http://127.0.0.1:${port}`))
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1_000
  const latenciesMs: number[] = []
  let unexpected = 0
  let example: string | undefined
  let begun = 0
  let isOver = false
  const nextDueAt = () => (perSecond === undefined ? performance.now() : startedAt + (begun++ * 1_000) / perSecond)
  const callOn = async (connection: Client) => {
    for (let dueAt = nextDueAt(); dueAt < endsAt && !isOver; dueAt = nextDueAt()) {
      const early = dueAt - performance.now()
      if (early > 0) await delay(early)
      const answer = await send(connection, request())
      if (isOver) return
      latenciesMs.push(performance.now() - dueAt)
      const isBroken = answer instanceof Error
      if (!isBroken && accepts(answer)) continue
      unexpected++
      example ??= isBroken ? answer.message : `${answer.status} ${answer.body.toString().slice(0, 200)}`
    }
  }
  const patience = new AbortController()
  const late = delay((seconds + patienceSeconds) * 1_000, undefined, { signal: patience.signal }).catch(() => {})
  await Promise.race([Promise.all(pool.map(callOn)), late])
  isOver = true
  patience.abort()
  const took = (performance.now() - startedAt) / 1_000
  await Promise.all(pool.map((connection) => connection.destroy()))
  return { requests: latenciesMs.length, seconds: took, latenciesMs, unexpected, example }
}
