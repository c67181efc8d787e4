import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { operationOf } from '@rts/shared/contract/table'
import { AppError } from '@rts/shared/errors'
import { traceHeader, traceparent } from '@rts/shared/traces/spans'
import type { Response } from 'express'
import { createProxyMiddleware, proxyEventsPlugin, type RequestHandler } from 'http-proxy-middleware'
import type { Exchange } from './exchange.ts'
import { busy } from './refusals.ts'
import type { Upstream } from './upstream.ts'

export type CarryOptions<E extends Exchange> = {
  upstream: Upstream
  timeoutMs: number
  prepare(exchange: E): void
  /** Writes the service's answer, or throws the client's error. */
  relay(exchange: E, answer: IncomingMessage): Promise<void>
}

type Call<E> = {
  exchange: E
  startedAt: number
  tries: number
  timedOut: boolean
  settled: boolean
  // Not a closure over the socket: finished calls would stay in memory until a full collection (47 instead of 17 us a request).
  /** The connection to the service, and the bytes that it had read before this call. */
  socket: Socket | null
  readBefore: number | undefined
  done(error?: unknown): void
}

/** Tried again if no service saw it, or for a read without a byte of answer. */
export function createCarry<E extends Exchange>(options: CarryOptions<E>): (exchange: E) => Promise<void> {
  const calls = new WeakMap<object, Call<E>>()
  const proxy: RequestHandler = createProxyMiddleware({
    target: new URL(options.upstream.url),
    agent: options.upstream.agent,
    selfHandleResponse: true,
    proxyTimeout: options.timeoutMs,
    // The other plugins log every call and write their own answers.
    ejectPlugins: true,
    plugins: [proxyEventsPlugin],
    on: {
      proxyReq: (outgoing, req) => {
        const call = calls.get(req)
        if (!call) return void outgoing.destroy()
        call.socket = outgoing.socket
        call.readBefore = outgoing.socket?.bytesRead
        outgoing.on('timeout', () => {
          call.timedOut = true
        })
        if (call.exchange.body) outgoing.write(call.exchange.body)
      },
      proxyRes: (answer, req) => {
        const call = calls.get(req)
        if (call) takeOver(options, call, answer).then(() => call.done(), call.done)
      },
      error: (error, req, res) => {
        const call = calls.get(req)
        if (!call || !('writeHead' in res)) return
        if ((isRefused(error) || isLostRead(error, call)) && call.tries++ === 0) {
          // The second try adds its listeners to the same response.
          call.exchange.res.setMaxListeners(20)
          // By then the agent has removed connections that ended at the same moment.
          return void setImmediate(() => send(proxy, call))
        }
        call.done(failureOf(error, call.timedOut))
      },
    },
  })
  return (exchange) =>
    new Promise<void>((resolve, reject) => {
      options.prepare(exchange)
      const trace = traceparent()
      if (trace !== undefined) exchange.req.headers[traceHeader] = trace
      const done = (error?: unknown) => {
        if (call.settled) return
        call.settled = true
        calls.delete(exchange.req)
        if (!call.timedOut || !options.upstream.pauses.since(call.startedAt)) options.upstream.report(!isFailure(error))
        if (error) reject(error)
        else resolve()
      }
      const start = { startedAt: performance.now(), tries: 0, timedOut: false, settled: false }
      const call: Call<E> = { ...start, exchange, socket: null, readBefore: undefined, done }
      calls.set(exchange.req, call)
      exchange.res.once('close', () => done())
      send(proxy, call)
    })
}

function send<E extends Exchange>(proxy: RequestHandler, { exchange, done }: Call<E>): void {
  proxy(exchange.req, exchange.res, done).catch(done)
}

/** The proxy would cut the client off when an answer breaks; before the head we can still refuse. */
async function takeOver<E extends Exchange>(
  { relay }: CarryOptions<E>,
  call: Call<E>,
  answer: IncomingMessage,
): Promise<void> {
  answer.on('error', () => {})
  // The proxy adds its listeners after this event; they would cut the connection of a broken answer.
  await Promise.resolve()
  answer
    .removeAllListeners('close')
    .removeAllListeners('error')
    .on('error', () => {})
  // Its parser reports errors before anything is read.
  if (call.settled) answer.destroy()
  else await relay(call.exchange, answer)
}

export function streamBody(answer: IncomingMessage, res: Response): Promise<void> {
  return new Promise((resolve) => {
    answer.once('error', () => res.destroy())
    res.once('close', resolve)
    answer.pipe(res)
  })
}

/** A failed provider or a caller's excess does not count against the service. */
function isFailure(error: unknown): boolean {
  return error instanceof AppError && error.status >= 500 && error.code !== 'provider_failed' && !error.facts.isCallers
}

function isRefused(error: unknown): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(String(Object(error).code))
}

/** Whether the connection of a read ended before its answer began. */
function isLostRead<E extends Exchange>(error: unknown, { exchange, timedOut, socket, readBefore }: Call<E>): boolean {
  const isRead = exchange.operation !== undefined && operationOf(exchange.operation).kind === 'read'
  return (
    isRead &&
    !timedOut &&
    socket?.bytesRead === readBefore &&
    ['ECONNRESET', 'EPIPE'].includes(String(Object(error).code))
  )
}

function failureOf(error: unknown, timedOut: boolean): AppError {
  if (isRefused(error)) return busy('The service behind this is not reachable')
  if (timedOut) return new AppError('timeout', 'The service behind this did not answer in time')
  return new AppError('bad_upstream_body', 'The service behind this broke the connection')
}
